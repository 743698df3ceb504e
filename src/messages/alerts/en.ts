/**
 * Alerts, in English: the core writes them into the alert, the portal loads them with the first page that shows some. A key begins with
 * the alert's code; a second part is for codes that have several texts. `{said}` is what another system said, always in English.
 */
export const alerts = {
  'alert.launch_waits':
    'A waitlist of “{product}” was to open on {launch_at} ({time_zone}), but another one is open. Close or pause that one.',
  'alert.job_dead': {
    one: 'A job gave up after many tries ({topics}), last: {said}.',
    other: '{count} jobs gave up after many tries ({topics}), last: {said}.',
  },
  'alert.outbox_row_set_aside':
    'A change could not be turned into jobs ({topics}): {said}. It is tried again by itself.',
  'alert.mail_refused': 'A mail about pre-order {reference} was refused for good ({codes}).',
  'alert.mail_refused.no_mailbox':
    'A mail about pre-order {reference} was refused for good ({codes}). No more mails go there. Reach the customer another way.',
  'alert.mail_refused.store_mailbox':
    "A mail about pre-order {reference} was refused for good ({codes}). No more go to the store's contact address. Put it right.",
  'alert.question_not_delivered.wait':
    '{reference} could not be asked about the moved date by mail. Without an answer by {answer_on} it goes on waiting. Correct the e-mail address, and it is asked again; or ask another way, and enter the answer.',
  'alert.question_not_delivered.cancel':
    '{reference} could not be asked about the moved date by mail. Without an answer by {answer_on} it is cancelled. Correct the e-mail address, and it is asked again; or ask another way, and enter the answer.',
  'alert.payment_not_delivered':
    '{reference} could not be asked for a payment by mail. It keeps its place meanwhile. Correct the e-mail address, and it is asked again with the whole time to pay; or reach the customer another way.',
  'alert.store_order_refused':
    "The store's system refused order {order} of {reference}: {said}. Once that is put right, hand it over again.",
  'alert.fulfilment_not_expected':
    'The platform sent line items of {reference} that were not waiting to be sent: {said}',
  'alert.connection_refused':
    "The platform no longer takes the store's credentials: {said} Nothing is read and no order is handed over until they are given anew.",
  'alert.connection_refused.removed':
    'The app was removed on the platform: nothing is read, and orders wait here. Pre-orders that were placed stay. Install the app again, or disconnect the platform.',
  'alert.connection_silent':
    'The platform has switched off messages to this service ({topics}): it does so after deliveries that failed. Meanwhile changes are read once a minute. See that the service can be reached from there. Then “Read everything” on the page of the connection switches them on.',
  'alert.privacy_request.export':
    'Somebody asks for the data that you have on them. Export it, give it to them, and say that it is done.',
  'alert.privacy_request.erase':
    'Somebody is to be erased. The service does it by itself once nothing is owed any more.',
  'alert.privacy_request.erase_store': 'The platform asks to forget this store, which removed the app.',
  'alert.product_unpublished':
    '“{product}” is no longer published on the platform, and its waitlist still sells. Pre-orders that were placed stay. To stop selling, pause the waitlist.',
  'alert.product_unpublished.removed':
    '“{product}” is no longer on the platform, and its waitlist still sells. Pre-orders that were placed stay. To stop selling, pause the waitlist.',
  'alert.prices_tax.included':
    'Your platform has prices entered with tax, and this store has prices without tax: shoppers are told another price than there. Change “tax in prices” of this store, or that setting on the platform.',
  'alert.prices_tax.excluded':
    'Your platform has prices entered without tax, and this store has prices with tax: shoppers are told another price than there. Change “tax in prices” of this store, or that setting on the platform.',
  'alert.product_tax_class':
    'The platform taxes “{product}” as “{class}”, and here it gets the one tax rate of each country. The orders of its pre-orders get a fee that makes up the difference, and your tax report shows it so. Sell it here only if that is right for you.',
  'alert.product_variants_gone': {
    one: 'The platform no longer has a variant of “{product}” that its waitlist sells. Pre-orders that were placed stay. To stop selling, pause the waitlist.',
    other:
      'The platform no longer has {count} variants of “{product}” that its waitlist sells. Pre-orders that were placed stay. To stop selling, pause the waitlist.',
  },
  'alert.audit_failed': {
    one: 'The books have {count} finding: {rule} {subject}: {said}.',
    other: 'The books have {count} findings, first: {rule} {subject}: {said}.',
  },
  'alert.audit_left_out':
    'The books have not been audited since {since_on}: the store sold fast all the time, the audit failed (see the log), or no worker ran. It can be done now.',
  'alert.refunded_elsewhere':
    '{amount} of {reference} was given back at the payment provider. It is not charged again, and the pre-order goes on. Cancel it if it is to end.',
  'alert.refunded_elsewhere.all':
    '{amount} of {reference} was given back at the payment provider, all that was paid of it. Its card is not charged any more, and the pre-order goes on. Cancel it if it is to end.',
  'alert.capture_failed': 'The payment provider refused a capture: {said}.',
  'alert.charge_failed': 'The payment provider refused a charge: {said}.',
  'alert.undo_failed': 'The payment provider refused an undo: {said}.',
  'alert.refunds_refused':
    'The payment provider refuses to give back what is owed to shoppers, first of {reference}: {said}. It is asked again, later and later, until it does.',
  'alert.refunds_refused.payment':
    'The payment provider refuses to give back what is owed to shoppers, first {amount} of the payment {payment}, which paid for nothing: {said}. It is asked again, later and later, until it does.',
  'alert.cancel_failed': 'The payment provider says “{said}” of a payment that the service tried to cancel.',
  'alert.webhook_disabled.gone':
    'The webhook endpoint at {host} answered that it wants nothing more (410) and is disabled. Correct it, then enable the endpoint, and send the messages again that it missed.',
  'alert.webhook_disabled.failing':
    'The webhook endpoint at {host} took nothing for three days and is disabled. Correct it, then enable the endpoint, and send the messages again that it missed.',
  'alert.webhook_failed': 'A webhook ({event}, {id}) was refused for three days while others were accepted.',
  'alert.payment_not_permitted': "The payment account's key may not do something that is needed: {said}",
  'alert.payment_key_refused':
    "The payment provider refuses the store's key: {said} New checkouts are refused, and what is due waits.",
  'alert.payment_account_refuses':
    "The payment provider refuses payments because of the store's account: {said} What is due waits, and goes on by itself once one is taken.",
  'alert.dispute_lost':
    'The dispute of {reference} is lost: the bank has taken the money back for good. Nothing of it is released or charged, and no unit is kept for it, until you decide: cancel it, or let it go on.',
  'alert.payment_disputed':
    "A shopper's bank disputes {amount} of {reference} ({reason}). What is not released yet waits until that is over. Answer it at the provider.",
  'alert.payment_disputed.alone':
    "A shopper's bank disputes {amount} ({reason}). What is not released yet waits until that is over. Answer it at the provider.",
  'alert.dispute_won_after_loss':
    'A bank has changed its decision about a lost dispute and gives back {amount} of {reference}. The amount stays booked as taken back and is not charged again. If the pre-order is cancelled, refund the shopper at the provider. Then close this alert.',
  'alert.dispute_won_after_loss.alone':
    'A bank has changed its decision about a lost dispute and gives back {amount} of the payment {payment}. That payment paid for nothing: refund the shopper at the provider. Then close this alert.',
  'alert.payments_differ': {
    one: "The provider's books and ours differ in {count} place: {payment}: {difference}",
    other: "The provider's books and ours differ in {count} places, first: {payment}: {difference}",
  },
  'alert.refund_came_back':
    "A refund of {amount} for {reference} came back: the shopper's bank did not take it, and the money is in your account at the payment provider again. Give it to the shopper another way.",
  'alert.withdrawal_receipt_refused':
    'The receipt of a withdrawal was not sent ({codes}). The law wants it: send it to the person another way. The service does not act on this withdrawal.',
  'alert.return_refunded_late':
    'The refund for what comes back of {reference} was due earlier, and went out {hours} hours and {minutes} minutes late: the service was not running.',
  'alert.withdrawal_declared':
    'A customer withdraws from a contract. Cancel what it names, or open a return for what was sent. Once the money is on its way, settle the withdrawal.',
  'alert.withdrawal_declared.unmatched':
    'Somebody withdraws from a contract, and no pre-order was found for it. Say which one it is, or answer why there is none.',
} as const;

type Key = keyof typeof alerts;
/** An alert's code, with a second part where the code has several texts. */
export type AlertText = Key extends `alert.${infer Text}` ? Text : never;
