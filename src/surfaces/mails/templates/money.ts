import type { PreorderLine } from '../../../core/preorders/queries.ts';
import { balanceOwed } from '../../../domain/balance.ts';
import { balanceText } from '../../balance.ts';
import { inWords, type MailContent, type MailFacts } from './facts.ts';
import { writeMail } from './frame.ts';
import { actions, facts, heading, items, lines, quote, text } from './letter.ts';
import { pageButton } from './page-button.ts';
import { billOf } from './placed.ts';

/** A moved amount in minor units, and its line items. */
export type Moved = { amount: number; lineIds: ReadonlySet<string> };

/** The receipt of a charged balance: the charge, the earlier payments and the line items. */
export function chargedMail(given: MailFacts, { amount, lineIds }: Moved): MailContent {
  const words = inWords(given);
  const { t, money, reference, store, card, address } = words;
  const { preorder } = given;
  const charged = preorder.lines.filter(({ id }) => lineIds.has(id));
  const arrived = charged.length > 0 && charged.every(({ state }) => state === 'released' || state === 'fulfilled');
  const paid = preorder.lines.reduce((sum, line) => sum + line.paid, 0);
  return writeMail(words, {
    subject: t('mail.charged.subject', { store: store.name, reference, amount: money(amount) }),
    preheader: t(arrived ? 'mail.charged.arrived' : 'mail.charged.intro', { store: store.name }),
    title: t(arrived ? 'mail.charged.title_arrived' : 'mail.charged.title', { amount: money(amount) }),
    blocks: [
      text(t(arrived ? 'mail.charged.arrived' : 'mail.charged.intro', { store: store.name })),
      facts(
        [t('mail.reference'), reference],
        [t('mail.charged.now'), money(amount)],
        ...(card ? [[t('mail.card'), card] as const] : []),
      ),
      heading(t('mail.charged.receipt')),
      items(words.rows(preorder.lines.filter(({ state }) => state !== 'cancelled')), [
        ...(preorder.lines.some(({ state }) => state === 'cancelled') ? [] : billOf(given, words)),
        { name: t('mail.charged.before'), amount: money(Math.max(0, paid - amount)) },
        { name: t('mail.charged.now'), amount: money(amount), total: true },
      ]),
      arrived && text(t('mail.released.next')),
      arrived && heading(t('mail.ships_to')),
      arrived && lines(address),
      ...pageButton(given, words),
    ],
  });
}

/** Tells of a refund without a cancellation: the merchant's goodwill, or a return. */
export function refundedMail(
  given: MailFacts,
  { amount, lineIds, reasons }: Moved & { reasons: readonly string[] },
): MailContent {
  const words = inWords(given);
  const { t, money, reference, store } = words;
  const shown = money(amount);
  return writeMail(words, {
    subject: t('mail.refunded.subject', { store: store.name, amount: shown }),
    preheader: t('mail.refunded.banks'),
    title: t('mail.refunded.title', { amount: shown }),
    blocks: [
      text(t('mail.refunded.intro', { store: store.name })),
      facts([t('mail.reference'), reference], [t('mail.cancelled.back'), shown]),
      reasons.length > 0 && heading(t('mail.reason', { store: store.name })),
      ...reasons.map(quote),
      heading(t('mail.refunded.for')),
      items(words.rows(given.preorder.lines.filter(({ id }) => lineIds.has(id)))),
      text(t('mail.refunded.banks')),
      ...pageButton(given, words),
    ],
  });
}

export type PaymentNeed = {
  amount: number;
  deadline: Date;
  /**
   * What happens to earlier payments if the deadline is missed: the part that goes back and the part that the store
   * keeps.
   */
  unpaid: { refund: number; kept: number };
  reason: 'declined' | 'no_funds' | 'expired' | 'bank' | 'failed' | 'no_card';
  lineIds: ReadonlySet<string>;
  /** Both are null when the mail is only shown again and the links have expired. */
  payUrl: string | null;
  cardUrl: string | null;
  /** True if the kept card is tried again before the deadline. */
  retries: boolean;
  /** True if the shopper was told before and the deadline is near. */
  reminder: boolean;
};

/** Tells of a failed charge: the reason, the due amount, the deadline, and how to pay. */
export function paymentNeededMail(given: MailFacts, need: PaymentNeed): MailContent {
  const words = inWords(given);
  const { t, money, reference, store, card } = words;
  const amount = money(need.amount);
  const date = words.moment(need.deadline);
  const due: PreorderLine[] = given.preorder.lines.filter(({ id }) => need.lineIds.has(id));
  const owed = balanceOwed(due);
  return writeMail(words, {
    subject: t(need.reminder ? 'mail.payment_needed.reminder' : 'mail.payment_needed.subject', {
      store: store.name,
      reference,
    }),
    preheader: t('mail.payment_needed.preheader', { amount, date }),
    title: t(need.reason === 'no_card' ? 'mail.payment_needed.title_due' : 'mail.payment_needed.title'),
    blocks: [
      text(t(`mail.payment_needed.${need.reason}`, { amount, store: store.name })),
      facts(
        [t('mail.payment_needed.due'), owed ? balanceText(owed, given.preorder) : amount],
        [t('mail.payment_needed.until'), date],
        ...(card ? [[t('mail.card'), card] as const] : []),
      ),
      actions(
        ...(need.payUrl === null ? [] : [{ label: t('mail.payment_needed.pay', { amount }), url: need.payUrl }]),
        ...(need.cardUrl === null ? [] : [{ label: t('mail.payment_needed.card'), url: need.cardUrl }]),
        // The shopper can also cancel there.
        ...(given.manageUrl === null ? [] : [{ label: t('mail.manage'), url: given.manageUrl }]),
      ),
      text(t('mail.payment_needed.kept')),
      need.unpaid.kept > 0 && text(t('pay.until.kept', { amount: money(need.unpaid.kept), store: store.name })),
      need.unpaid.refund > 0 && text(t('pay.until.back', { amount: money(need.unpaid.refund) })),
      need.retries && text(t('mail.payment_needed.retries')),
      heading(t('mail.items')),
      items(words.rows(due)),
      facts([t('mail.reference'), reference]),
    ],
  });
}
