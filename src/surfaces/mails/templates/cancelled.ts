import type { PreorderLine } from '../../../core/preorders/queries.ts';
import type { Minor } from '../../../domain/money.ts';
import type { CancelReason } from '../../../domain/preorder.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { type Block, facts, heading, items, text } from './letter.ts';
import { pageButton } from './page-button.ts';

export type Cancellation = {
  lineIds: ReadonlySet<string>;
  reason: CancelReason;
  /** The amount that goes back for them: paid, or only authorised. */
  back: Minor;
};

/** Names the cancelled line items, the reason, the amount that goes back, and the remaining line items. */
export function cancelledMail(given: MailFacts, { lineIds, reason, back }: Cancellation): MailContent {
  const words = inWords(given);
  const { t, money, reference, store } = words;
  const { lines } = given.preorder;
  const cancelled = lines.filter(({ id }) => lineIds.has(id));
  const left = lines.filter(({ state }) => state !== 'cancelled');
  const whole = left.length === 0;
  const kept = cancelled.reduce((sum, line) => sum + line.kept, 0);
  const moneyBack = back > 0 ? t('mail.cancelled.money', { amount: money(back) }) : t('mail.cancelled.no_money');
  return writeMail(words, {
    subject: t(whole ? 'mail.cancelled.subject' : 'mail.cancelled.subject_part', { store: store.name, reference }),
    preheader: moneyBack,
    title: t(whole ? 'mail.cancelled.title' : 'mail.cancelled.title_part'),
    blocks: [
      text(t(whole ? 'mail.cancelled.intro' : 'mail.cancelled.intro_part', { store: store.name, reference })),
      text(t(`mail.cancelled.why.${reason}`, { store: store.name })),
      facts([t('mail.reference'), reference], ...(back > 0 ? [[t('mail.cancelled.back'), money(back)] as const] : [])),
      heading(t('mail.cancelled.items')),
      items(words.rows(cancelled)),
      text(moneyBack),
      kept > 0 && text(t('mail.cancelled.deposit_kept', { amount: money(kept), store: store.name })),
      ...leftBlocks(left, words),
      ...pageButton(given, words),
    ],
  });
}

function leftBlocks(left: readonly PreorderLine[], words: Words): Block[] {
  const { t } = words;
  if (left.length === 0) return [];
  const coming = left.filter(({ state }) => state === 'placed' || state === 'released' || state === 'payment_due');
  return [
    heading(t('mail.cancelled.kept')),
    items(words.rows(left)),
    ...(coming.length > 0 ? [text(t('mail.cancelled.kept_ships', { window: words.ships(coming) }))] : []),
  ];
}
