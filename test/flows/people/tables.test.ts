import { expect, test } from 'vitest';
import { useCore } from '../../support/use-core.ts';

const { database } = await useCore();

/** A new table with personal data must be listed here: as exported, or with the reason why not. */
test('exports every table with personal data, or gives a reason', async () => {
  const exported = [
    'attempt',
    'attempt_line',
    'checkout',
    'checkout_contact',
    'contact_change',
    'dispute',
    'fulfilment',
    'fulfilment_line',
    'goods_return',
    'goods_return_line',
    'goodwill',
    'hold',
    'ledger_entry',
    'line_swap',
    'link',
    'mail',
    'mail_suppression',
    'movement',
    'payment_due',
    'payment_method',
    'preorder',
    'preorder_contact',
    'preorder_line',
    'preorder_note',
    'promise_notice',
    'release_line',
    'shopper_message',
    'store_message',
    'store_order',
    'store_order_line',
    'webhook_message',
    'withdrawal',
  ];
  const excused = {
    alert: 'holds ids, for the merchant',
    discount_use: 'the code of a checkout, which is exported with it',
    money_waiting: 'ids of pre-orders that wait for the merchant’s account',
    dispute_wait: 'ids of line items that wait for a dispute, which is exported',
    withdrawal_line: 'ids of the line items of a declaration, which is exported in words',
    store_order_gone: 'ids of line items that were swapped after they were ordered',
    refund_owed: 'a refund that the provider refuses: the payment is in the ledger',
    import_row: 'rows of a file that wait to be brought in, erased with the person and after 7 days',
    imported: 'what pre-orders are called elsewhere',
    idempotency: 'hashes, kept 7 days and erased with the checkout',
    movement_line: 'amounts that are also in the ledger',
    payment_account: 'belongs to the merchant',
    privacy_request:
      'what a platform asked on behalf of a person, whose address goes once it is done or the person erased',
    preorder_standing: 'the state of a pre-order, which its line items tell, and when it changed',
    preorder_words: 'what a search finds the pre-order by, written from what is exported and gone with the contact',
    preorder_words_due: 'ids of pre-orders whose words are to be written',
    promise_question: 'ids of open notices, which are exported with the pre-order',
    outbox: 'ids of facts, kept 7 days',
    relayed_event: 'ids of checkouts, kept an hour',
    provider_event: 'ids of the provider’s messages, kept 7 days',
    staff_invitation: 'whom a merchant lets in',
    staff_link: 'whom a merchant lets in, kept 7 days',
    staff_mail: 'to staff, kept 7 days',
    staff_member: 'works for the merchant',
    stock_ledger: 'units, with the id of their cause',
  };
  const rows = await database.db.query<{ name: string }>(
    `SELECT DISTINCT table_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND (column_name IN ('email', 'address', 'client_address', 'customer_key', 'subject_id', 'source_id')
       OR column_name ~ '^(checkout|preorder|attempt|movement|line)_id$') ORDER BY 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual([...exported, ...Object.keys(excused)].sort());
});
