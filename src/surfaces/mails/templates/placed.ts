import type { PreorderLine } from '../../../core/preorders/queries.ts';
import { balanceLater, balanceOfSale } from '../../../domain/balance.ts';
import { chargedLater, refundDue } from '../../../domain/refund.ts';
import { balanceText, declinedText } from '../../balance.ts';
import { inWords, type MailContent, type MailFacts, type Words } from './facts.ts';
import { writeMail } from './frame.ts';
import { type Block, facts, heading, items, lines, muted, type Sum, text } from './letter.ts';
import { pageButton } from './page-button.ts';

/**
 * Confirms a pre-order: the ship window, the line items, the payments now and later, the consent text. If the pre-order has
 * changed before the mail is sent, it shows the current state instead.
 */
export function placedMail(given: MailFacts): MailContent {
  return given.preorder.lines.some(hasMovedOn) ? standingMail(given) : confirmation(given);
}

function hasMovedOn({ state, paid, dueNow, givenBack, refunded }: PreorderLine): boolean {
  return state !== 'placed' || paid > dueNow || givenBack > 0 || refunded > 0;
}

function standingMail(given: MailFacts): MailContent {
  const words = inWords(given);
  const { t, reference, store, money } = words;
  const { preorder } = given;
  const there = preorder.lines.filter(({ state }) => state !== 'cancelled');
  const waiting = there.filter(({ state }) => state === 'placed');
  const stands = t('mail.placed.stands', { store: store.name });
  const sum = (amountOf: (line: PreorderLine) => number) =>
    preorder.lines.reduce((all, line) => all + amountOf(line), 0);
  const later = balanceLater(preorder.lines, given.today);
  const [refunded, refunding, open] = [sum((line) => line.refunded), sum(refundDue), sum(chargedLater)];
  return writeMail(words, {
    subject: t('mail.placed.subject', { store: store.name, reference }),
    preheader: stands,
    title: t('mail.items'),
    blocks: [
      text(stands),
      facts(
        [t('mail.reference'), reference],
        ...(waiting.length > 0 ? [[t('mail.ships'), words.ships(waiting)] as const] : []),
      ),
      ...pageButton(given, words),
      items(words.rows(there), [
        ...(there.length === preorder.lines.length ? billOf(given, words) : []),
        { name: t('status.paid'), amount: money(sum((line) => line.paid)) },
        ...(refunded > 0 ? [{ name: t('status.refunded'), amount: money(refunded) }] : []),
        ...(refunding > 0 ? [{ name: t('status.refunding'), amount: money(refunding) }] : []),
        ...(open > 0 ? [{ name: t('receipt.open'), amount: money(open) }] : []),
      ]),
      later !== null && facts([laterName(words), balanceText(later, preorder)]),
      heading(t('mail.ships_to')),
      lines(words.address),
      heading(t('mail.agreed')),
      muted(preorder.consentText),
      ...instructionBlocks(given, words),
    ],
  });
}

function confirmation(given: MailFacts): MailContent {
  const words = inWords(given);
  const { t, reference, store, firstName } = words;
  const { preorder, manageUrl } = given;
  const ships = words.ships(preorder.lines);
  return writeMail(words, {
    subject: t('mail.placed.subject', { store: store.name, reference }),
    preheader: t('mail.placed.preheader', { reference, window: ships }),
    title: firstName ? t('mail.placed.title', { name: firstName }) : t('mail.placed.title_nameless'),
    blocks: [
      text(t(`mail.placed.${preorder.paymentPlan}`, { store: store.name })),
      facts([t('mail.reference'), reference], [t('mail.ships'), ships]),
      ...pageButton(given, words),
      heading(t('mail.items')),
      items(words.rows(preorder.lines), [...billOf(given, words), ...planSums(given, words)]),
      ...planTexts(given, words),
      heading(t('mail.ships_to')),
      lines(words.address),
      heading(t('mail.next')),
      text(t('mail.placed.next', { window: ships })),
      text(manageUrl === null ? t('mail.placed.change', { email: store.contactEmail, reference }) : t('mail.change')),
      heading(t('mail.agreed')),
      muted(preorder.consentText),
      ...instructionBlocks(given, words),
    ],
  });
}

/** The instructions on withdrawal as they were shown before the contract: the law wants them on something that lasts. */
function instructionBlocks({ instructions = [] }: MailFacts, { t }: Words): Block[] {
  if (instructions.length === 0) return [];
  const blocks = instructions.map(({ heading: isHeading, text: words }) => (isHeading ? heading(words) : muted(words)));
  return [heading(t('instructions.title')), ...blocks];
}

/** Returns the rows of the bill, down to the total. */
export function billOf({ preorder }: MailFacts, { t, money }: Words): Sum[] {
  const { subtotal, discount, discountCode, shipping, tax, total, pricesIncludeTax } = preorder;
  return [
    { name: t('mail.subtotal'), amount: money(subtotal) },
    ...(discount > 0 ? [{ name: t('mail.discount', { code: discountCode ?? '' }), amount: money(-discount) }] : []),
    { name: t('mail.shipping'), amount: money(shipping) },
    ...(!pricesIncludeTax && tax > 0 ? [{ name: t('mail.tax'), amount: money(tax) }] : []),
    { name: t('mail.total'), amount: money(total), total: true },
    ...(pricesIncludeTax && tax > 0 ? [{ name: t('mail.tax_included'), amount: money(tax) }] : []),
  ];
}

function planSums({ preorder: { dueNow, total } }: MailFacts, { t, money }: Words): Sum[] {
  return dueNow > 0 || total === 0 ? [{ name: t('mail.paid_now'), amount: money(dueNow) }] : [];
}

/** Without a kept card nothing is charged: a link comes. */
const laterName = ({ t, card }: Words): string => t(card ? 'mail.paid_later' : 'status.due_later');

/** Says what is charged later, to which card, and what a cancellation would cost. */
function planTexts({ preorder, today }: MailFacts, words: Words): Block[] {
  const { t, money, card, store } = words;
  const { dueNow, total, paymentPlan, depositRefundable, locale } = preorder;
  const [shipsFrom = ''] = preorder.lines.map(({ promisedNow }) => promisedNow.from).sort();
  const balance = balanceOfSale({ dueNow, total, shipsFrom }, today);
  if (!balance) return [];
  const amount = money(balance.due);
  const charged = card && `${t('mail.placed.later_card', { amount, card })} ${declinedText(locale, store)}`;
  return [
    facts([laterName(words), balanceText(balance, preorder)]),
    text(charged ?? t('mail.placed.later', { amount })),
    ...(paymentPlan === 'deposit' && !depositRefundable
      ? [text(t('mail.placed.deposit_kept', { amount: money(dueNow), store: store.name }))]
      : []),
  ];
}
