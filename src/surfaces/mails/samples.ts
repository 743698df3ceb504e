import type { MailKind } from '../../core/mails/kinds.ts';
import { cancelledMail } from './templates/cancelled.ts';
import { addressChangedMail, contactChangedMail, contactLeftMail, swappedMail } from './templates/changes.ts';
import { dateAskedMail, dateMovedMail } from './templates/dates.ts';
import type { MailContent, MailFacts } from './templates/facts.ts';
import { cancelLinkMail, manageLinkMail } from './templates/links.ts';
import { messageMail, writtenMail } from './templates/message.ts';
import { chargedMail, paymentNeededMail, refundedMail } from './templates/money.ts';
import { placedMail } from './templates/placed.ts';
import { releasedMail, returnedMail, returnOpenedMail, sentMail, trackingChangedMail } from './templates/progress.ts';

// It leads nowhere: a preview has no pre-order behind it.
const LINK = `https://preorders.example/links/manage/${'0'.repeat(36)}.${'A'.repeat(43)}`;
const DEPOSIT = 17_498;
const MOVED = {
  before: { from: '2030-06-10', until: '2030-06-15' },
  now: { from: '2030-08-19', until: '2030-08-31' },
  reason: 'The dye house in Turku had a fire.\nNobody was hurt. The cloth has to be woven again.',
};

const PAID_BACK = { money: 'coming', unpaid: new Set<string>(), reasons: [] } as const;

const BACK = { sendBy: '2030-06-24', address: 'Hafenstraße 1\n20457 Hamburg\nGermany', url: LINK } as const;
const ASKED = { url: LINK, answerBy: '2030-06-20', silence: 'cancel', back: DEPOSIT, reminder: false } as const;
const UNPAID = {
  deadline: new Date('2030-06-17T10:30:00Z'),
  reason: 'declined',
  payUrl: LINK,
  cardUrl: LINK,
  retries: true,
  reminder: false,
  unpaid: { refund: 0, kept: DEPOSIT },
} as const;

const PARCEL = {
  id: 'fulfilment',
  preorderId: 'preorder',
  number: 1,
  tracking: { carrier: 'DHL', number: '00 340434 161094 042557', link: 'https://shop.example/parcels/1' },
  sentAt: new Date('2030-06-12T09:00:00Z'),
  deliveredAt: null,
  lineIds: [],
};

/** Writes every kind of mail about these facts: for previews, and for tests of what all mails have. */
export function everyMail(given: MailFacts): Record<MailKind, MailContent> {
  const facts = { ...given, manageUrl: LINK, withdrawUrl: LINK };
  const { preorder } = given;
  const [first] = preorder.lines;
  const lineIds = new Set(preorder.lines.map(({ id }) => id));
  const one = new Set(first ? [first.id] : []);
  const changed = (states: Record<string, object>): MailFacts => ({
    ...facts,
    preorder: { ...preorder, lines: preorder.lines.map((line) => ({ ...line, ...states[line.id] })) },
  });
  const id = first?.id ?? '';
  const balance = preorder.total - DEPOSIT;
  const card = { brand: 'Visa', last4: '4242' };
  return {
    placed: placedMail({
      ...facts,
      preorder: { ...preorder, paymentPlan: 'deposit', depositRefundable: false, dueNow: DEPOSIT },
      card,
    }),
    payment_needed: paymentNeededMail({ ...facts, card }, { ...UNPAID, amount: balance, lineIds }),
    charged: chargedMail(
      { ...changed(Object.fromEntries([...lineIds].map((line) => [line, { state: 'released' }]))), card },
      { amount: balance, lineIds },
    ),
    date_moved: dateMovedMail(facts, { ...MOVED, lineIds }),
    date_asked: dateAskedMail(facts, { ...MOVED, ...ASKED, lineIds }),
    released: releasedMail(changed({ [id]: { state: 'released' } }), { lineIds: one }),
    sent: sentMail(changed({ [id]: { state: 'fulfilled' } }), { lineIds: one, fulfilment: PARCEL }),
    tracking_changed: trackingChangedMail(changed({ [id]: { state: 'fulfilled' } }), {
      lineIds: one,
      fulfilment: PARCEL,
    }),
    return_opened: returnOpenedMail(facts, { lineIds: one, ...BACK }),
    returned: returnedMail(changed({ [id]: { state: 'returned' } }), { lineIds: one, ...PAID_BACK }),
    cancelled: cancelledMail(changed({ [id]: { state: 'cancelled' } }), {
      lineIds: one,
      reason: 'silence',
      back: DEPOSIT,
    }),
    refunded: refundedMail(facts, { amount: 1_500, lineIds: one, reasons: ['A scratch on the sleeve. We are sorry.'] }),
    cancel_link: cancelLinkMail(facts, { url: LINK, minutes: 60, lineIds: one }),
    manage_link: manageLinkMail(facts, { url: LINK, minutes: 60 }),
    swapped: swappedMail(facts, [
      {
        fromTitle: 'Lichen / M',
        toTitle: 'Basalt / L',
        fromPrice: 28_900,
        toPrice: 29_900,
        dueNow: 1_000,
        dueLater: 0,
      },
    ]),
    address_changed: addressChangedMail(facts),
    contact_changed: contactChangedMail(facts),
    contact_left: contactLeftMail({ ...facts, manageUrl: null }),
    message: messageMail(facts, { words: 'Hello,\n\ncan it be sent to my office?\n<b>Maya</b>', locale: 'en' }),
    written: writtenMail(facts, 'Hello Maya,\n\nyes, tell us the address of your office.\n<b>Fjord</b>'),
  };
}
