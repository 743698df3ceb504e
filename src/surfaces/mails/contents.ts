import { linkAddress } from '../../core/links/commands.ts';
import { findAnswerLink, findLink, isFor, type Link, type LinkOf, type LinkPurpose } from '../../core/links/queries.ts';
import type { MailKind } from '../../core/mails/kinds.ts';
import { findGoodwill, findWords, type MailOf } from '../../core/mails/queries.ts';
import { readOpenDue } from '../../core/payments/queries/dues.ts';
import { findFulfilment } from '../../core/preorders/queries/fulfilments.ts';
import { findStoreWords } from '../../core/preorders/queries/messages.ts';
import { findSwap } from '../../core/preorders/queries/swaps.ts';
import { findNotice, readNoticesOf } from '../../core/promises/queries.ts';
import { questionsOf } from '../../core/promises/question.ts';
import { readReturnEnds } from '../../core/withdrawals/queries/return-ends.ts';
import { findWithdrawal } from '../../core/withdrawals/queries.ts';
import { moneyOfReturned } from '../../domain/goods-return.ts';
import type { PaymentFailure } from '../../domain/payment-retry.ts';
import { type LineState, waitsForUnit } from '../../domain/preorder.ts';
import { owedNow, refundDue, unpaidOutcome } from '../../domain/refund.ts';
import type { Sql } from '../../platform/db.ts';
import { returnPath } from '../withdraw-address.ts';
import { cancelledMail } from './templates/cancelled.ts';
import { addressChangedMail, contactChangedMail, contactLeftMail, swappedMail } from './templates/changes.ts';
import { dateAskedMail, dateMovedMail } from './templates/dates.ts';
import type { MailContent, MailFacts } from './templates/facts.ts';
import { cancelLinkMail, manageLinkMail } from './templates/links.ts';
import { messageMail, writtenMail } from './templates/message.ts';
import { chargedMail, type PaymentNeed, paymentNeededMail, refundedMail } from './templates/money.ts';
import { placedMail } from './templates/placed.ts';
import { releasedMail, returnedMail, returnOpenedMail, sentMail, trackingChangedMail } from './templates/progress.ts';
import type { Writing } from './writing.ts';

type Content = MailContent | null | Promise<MailContent | null>;

/** Writes the content of each kind of mail from the current state; null if there is nothing left to tell. */
export const CONTENTS: { [K in MailKind]: (writing: Writing<K>) => Content } = {
  // A pre-order that is wholly cancelled has a mail about that instead.
  placed: ({ facts }) => (facts.preorder.lines.every(({ state }) => state === 'cancelled') ? null : placedMail(facts)),
  cancelled: ({ facts, mail }) =>
    cancelledMail(facts, {
      lineIds: new Set(mail.detail.lineIds),
      reason: mail.detail.reason,
      back: mail.detail.back,
    }),
  released: (writing) => stageMail(writing, ['released', 'fulfilled'], releasedMail),
  sent,
  tracking_changed: trackingChanged,
  return_opened: returnOpened,
  returned,
  charged: ({ facts, movement }) => movement && chargedMail({ ...facts, card: movement.card }, movement),
  refunded,
  cancel_link: async (writing) => {
    const link = await askedLink(writing, 'cancel');
    const lineIds = new Set(link?.detail.lineIds);
    return link && cancelLinkMail(writing.facts, { ...addressed(writing, link), lineIds });
  },
  manage_link: async (writing) => {
    const link = await askedLink(writing, 'manage');
    return link && manageLinkMail(writing.facts, addressed(writing, link));
  },
  swapped: async ({ deps, mail, facts }) => {
    const { swapId, otherSwapIds = [] } = mail.detail;
    const swaps = await Promise.all([swapId, ...otherSwapIds].map((id) => findSwap(deps.db, mail.storeId, id)));
    const [first, ...others] = swaps.filter((swap) => swap !== null);
    return first ? swappedMail(facts, [first, ...others]) : null;
  },
  date_moved: dateMoved,
  date_asked: dateAsked,
  address_changed: ({ facts }) => addressChangedMail(facts),
  contact_changed: ({ facts }) => contactChangedMail(facts),
  contact_left: ({ facts }) => contactLeftMail(facts),
  payment_needed: paymentNeeded,
  message: async ({ deps, mail, facts, store }) => {
    const words = await findWords(deps.db, mail.storeId, mail.detail.messageId);
    return words === null ? null : messageMail(facts, { words, locale: store.locale });
  },
  written: async ({ deps, mail, facts }) => {
    const words = await findStoreWords(deps.db, mail.storeId, mail.detail.messageId);
    return words === null ? null : writtenMail(facts, words);
  },
};

/** Writes the mail for the moved line items that are in one of `states`: others were cancelled meanwhile. */
function stageMail(
  { facts, mail }: Writing<'released'>,
  states: readonly LineState[],
  write: typeof releasedMail,
): MailContent | null {
  const lineIds = linesIn(facts, mail.detail.lineIds, states);
  return lineIds.size === 0 ? null : write(facts, { lineIds });
}

/** Returns those of the line items that are in one of the states. */
function linesIn({ preorder }: MailFacts, lineIds: readonly string[], states: readonly LineState[]): Set<string> {
  const there = preorder.lines.filter(({ id, state }) => lineIds.includes(id) && states.includes(state));
  return new Set(there.map(({ id }) => id));
}

/** Writes the mail with what becomes of the money, also where a line item gets nothing. */
async function returned({ deps, mail, facts }: Writing<'returned'>): Promise<MailContent | null> {
  const lineIds = linesIn(facts, mail.detail.lineIds, ['returned']);
  if (lineIds.size === 0) return null;
  const ends = await readReturnEnds(deps.db, mail);
  const money = facts.preorder.lines
    .filter(({ id }) => lineIds.has(id))
    .map(({ id, returnedAt }) => ({ id, is: moneyOfReturned(returnedAt, ends.get(id) ?? null) }));
  const unpaid = new Set(money.filter(({ is }) => is === 'none').map(({ id }) => id));
  const reasons = new Set([...unpaid].map((id) => ends.get(id)?.reason ?? ''));
  const rest = ['coming', 'gone'] as const;
  return returnedMail(facts, {
    lineIds,
    money: rest.find((one) => money.some(({ is }) => is === one)) ?? null,
    unpaid,
    reasons: [...reasons],
  });
}

const GONE: readonly LineState[] = ['fulfilled', 'returned'];

/** Writes the mail with the present tracking, which may have been corrected since the line items were sent. */
async function sent({ deps, mail, facts }: Writing<'sent'>): Promise<MailContent | null> {
  const lineIds = linesIn(facts, mail.detail.lineIds, GONE);
  if (lineIds.size === 0) return null;
  const { fulfilmentId } = mail.detail;
  const fulfilment = fulfilmentId === undefined ? null : await findFulfilment(deps.db, mail.storeId, fulfilmentId);
  return sentMail(facts, { lineIds, fulfilment });
}

async function trackingChanged({ deps, mail, facts }: Writing<'tracking_changed'>): Promise<MailContent | null> {
  const fulfilment = await findFulfilment(deps.db, mail.storeId, mail.detail.fulfilmentId);
  const lineIds = linesIn(facts, fulfilment?.lineIds ?? [], ['fulfilled']);
  return fulfilment && lineIds.size > 0 ? trackingChangedMail(facts, { lineIds, fulfilment }) : null;
}

/** Writes the mail while the return goes on, and again what went out. */
async function returnOpened({ deps, mail, facts, store }: Writing<'return_opened'>): Promise<MailContent | null> {
  const { withdrawalId, returnId } = mail.detail;
  const withdrawal = await findWithdrawal(deps.db, mail.storeId, withdrawalId);
  const goods = withdrawal?.returns.find(
    ({ id, endedAt }) => id === returnId && (endedAt === null || mail.sentAt !== null),
  );
  if (!goods) return null;
  const lineIds = new Set(goods.lines.map(({ id }) => id));
  const url = `${deps.baseUrl}${returnPath(deps, store, facts.preorder)}`;
  return returnOpenedMail(facts, { lineIds, sendBy: goods.sendBy, address: goods.address, url });
}

/**
 * Writes the mail about a refund. Goodwill is told as a whole, including a part that another payment still has to give
 * back, so that each amount is in only one mail.
 */
async function refunded({ deps, mail, facts, movement }: Writing<'refunded'>): Promise<MailContent | null> {
  const { storeId, detail } = mail;
  const goodwill = detail.goodwillId ? await findGoodwill(deps.db, storeId, detail.goodwillId) : null;
  if (!goodwill) return movement && refundedMail(facts, { ...movement, reasons: [] });
  // If a line item owed money, a part of the goodwill may have reduced that debt; this part is not a refund.
  const amounts = goodwill.lines.map(({ id, given, gone }) => {
    const line = facts.preorder.lines.find((one) => one.id === id);
    return Math.min(given, gone + (line ? refundDue(line) : 0));
  });
  const amount = amounts.reduce((sum, one) => sum + one, 0);
  const lineIds = new Set(goodwill.lines.map(({ id }) => id));
  return amount === 0 ? null : refundedMail(facts, { amount, lineIds, reasons: goodwill.reasons });
}

/** Returns the requested link, or null if it has expired or was used before its mail went out. */
async function askedLink<P extends LinkPurpose>(
  { deps, mail }: Writing<'cancel_link' | 'manage_link'>,
  purpose: P,
): Promise<LinkOf<P> | null> {
  const link = await findLink(deps.db, mail.detail.linkId);
  if (link?.storeId !== mail.storeId || !isFor(link, purpose)) return null;
  const isOver = mail.sentAt === null && (link.expired || link.used);
  return isOver ? null : link;
}

function addressed({ deps }: Pick<Writing<MailKind>, 'deps'>, { id, purpose, minutes }: Link) {
  return { url: linkAddress(deps, id, purpose), minutes };
}

async function dateMoved({ deps, mail, facts }: Writing<'date_moved'>): Promise<MailContent | null> {
  const notice = await findNotice(deps.db, mail.storeId, mail.detail.noticeId);
  if (!notice) return null;
  const { known: before, promise: now, batchId } = notice;
  const waiting = facts.preorder.lines.filter((line) => line.batchId === batchId && waitsForUnit(line));
  if (waiting.length === 0) return null;
  return dateMovedMail(facts, { before, now, reason: now.reason, lineIds: new Set(waiting.map(({ id }) => id)) });
}

/** Writes the mail only while the question can be answered: the date may have moved again, or the answer may be there. */
async function dateAsked({ deps, mail, facts }: Writing<'date_asked'>): Promise<MailContent | null> {
  const { storeId, preorderId } = mail;
  const all = await readNoticesOf(deps.db, storeId, preorderId);
  const notice = all.find(({ id }) => id === mail.detail.noticeId);
  // What came after a mail that went out is no part of it.
  const notices = mail.sentAt === null || !notice ? all : all.slice(0, all.indexOf(notice) + 1);
  const question = questionsOf(facts.preorder, notices).find(({ noticeId }) => noticeId === notice?.id);
  if (!notice || !question) return null;
  if (mail.sentAt === null && !question.canWait) {
    // The deadline passed before the question was sent. A job then sets a new deadline (promises/commands/silence.ts), so
    // the mail has to be retried.
    if (question.given === null && question.lines.length > 0)
      throw new Error('deadline of the question passed before its mail; waiting for the new deadline');
    return null;
  }
  const linkId = await answerLinkOf(deps.db, mail);
  if (linkId === null) return null;
  return dateAskedMail(facts, {
    ...question,
    lineIds: new Set(question.lines.map(({ id }) => id)),
    back: question.refund,
    url: linkAddress(deps, linkId, 'answer'),
    reminder: mail.detail.again === 'reminder',
  });
}

/**
 * Returns the link with which the shopper answers. A link that went to an earlier address has ended: another mail brings the next one,
 * which a copy of the earlier mail has too.
 */
async function answerLinkOf(sql: Sql, { detail, copyOf, sentAt, storeId, preorderId }: MailOf<'date_asked'>) {
  if (sentAt !== null && detail.linkId !== null) return detail.linkId;
  const own = detail.linkId === null ? null : await findLink(sql, detail.linkId);
  if (own && !own.expired) return own.id;
  return copyOf === null ? null : findAnswerLink(sql, { storeId, preorderId, noticeId: detail.noticeId });
}

const MINUTE_MS = 60_000;

/** Writes the mail only while something is due: it may have been paid or cancelled meanwhile. */
async function paymentNeeded({ deps, mail, facts, link }: Writing<'payment_needed'>): Promise<MailContent | null> {
  const { storeId, preorderId } = mail;
  const due = await readOpenDue(deps.db, { storeId, preorderId });
  const owed = facts.preorder.lines.filter((line) => owedNow(line) > 0);
  if (!due || owed.length === 0) return null;
  const minutes = Math.max(1, Math.ceil(due.msLeft / MINUTE_MS));
  return paymentNeededMail(facts, {
    amount: owed.reduce((sum, line) => sum + owedNow(line), 0),
    unpaid: unpaidOutcome(facts.preorder, owed),
    lineIds: new Set(owed.map(({ id }) => id)),
    deadline: due.deadline,
    reason: REASONS[due.reason],
    retries: due.retryAt !== null,
    reminder: mail.detail.reminder === true,
    payUrl: await link('pay', minutes),
    cardUrl: await link('card', minutes),
  });
}

// Reasons with a text of their own where that helps the shopper; for all others they can only pay.
const REASONS: Record<PaymentFailure, PaymentNeed['reason']> = {
  card_declined: 'declined',
  insufficient_funds: 'no_funds',
  expired_card: 'expired',
  incorrect_card: 'declined',
  processing_error: 'failed',
  authentication_required: 'bank',
  authorisation_lost: 'failed',
  refused: 'failed',
  no_card: 'no_card',
};
