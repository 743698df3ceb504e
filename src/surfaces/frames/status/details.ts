import { readOpenDue } from '../../../core/payments/queries/dues.ts';
import { isRefundDelayed } from '../../../core/payments/queries/owed-refunds.ts';
import { readMessages } from '../../../core/preorders/queries/messages.ts';
import { type CardOnFile, findCard, hasOtherVariants } from '../../../core/preorders/queries/self-service.ts';
import type { PreorderLine } from '../../../core/preorders/queries.ts';
import { type Notice, readNoticesOf } from '../../../core/promises/queries.ts';
import { readQueuePlaces } from '../../../core/releases/queries/queue.ts';
import { cardName } from '../../../domain/card.ts';
import { formatDay, formatMoment, type Reader } from '../../../domain/moment.ts';
import { chargedLater, owedNow } from '../../../domain/refund.ts';
import { formatShipWindow, type ShipWindow } from '../../../domain/ship-window.ts';
import type { Sql } from '../../../platform/db.ts';
import type { StatusDetails } from '../../../protocol/schema/status-api.ts';
import { declinedText } from '../../balance.ts';
import { isMasked, type SeenPreorder } from './access.ts';

/** Reads the parts of a pre-order's page that the list does not have: its promises, its place in the queue, its card. */
export async function readDetails(sql: Sql, { session, store, preorder }: SeenPreorder): Promise<StatusDetails> {
  const [notices, messages, places, card, swaps, due, delayed] = await Promise.all([
    readNoticesOf(sql, store.id, preorder.id),
    isMasked(session) ? [] : readMessages(sql, store.id, preorder.id),
    readQueuePlaces(sql, { storeId: store.id, preorderId: preorder.id }),
    findCard(sql, store.id, preorder.id),
    hasOtherVariants(sql, store.id, preorder.id),
    readOpenDue(sql, { storeId: store.id, preorderId: preorder.id }),
    isRefundDelayed(sql, { storeId: store.id, preorderId: preorder.id }),
  ]);
  const reader = { locale: session.locale, timeZone: store.timeZone };
  const sold = soldWindows(preorder.lines).map((window) => ({
    on: formatDay(preorder.placedAt, reader),
    ships: inWords(window, reader),
    reason: '',
    outcome: null,
  }));
  return {
    promises: [...sold, ...notices.map((notice) => promiseOf(notice, reader))],
    question: question(notices, reader),
    messages: messages.flatMap(({ from, words, createdAt }) =>
      from === 'store' && words !== null ? [{ on: formatDay(createdAt, reader), text: words }] : [],
    ),
    places: [...places].map(([lineItemId, place]) => ({ lineItemId, place })),
    swaps,
    // The page offers to change the card for the balance, so the card is left out if there is no balance.
    card:
      card && !isMasked(session) && preorder.lines.some((line) => chargedLater(line) > 0)
        ? { ...cardInWords(card, reader), declined: declinedText(session.locale, store) }
        : null,
    owed: preorder.lines.reduce((sum, line) => sum + owedNow(line), 0),
    owedBy: due ? formatMoment(due.deadline, reader) : '',
    refundDelayed: delayed,
  };
}

/** Returns the distinct windows: most line items of a pre-order were sold under the same one. */
function soldWindows(lines: readonly PreorderLine[]): ShipWindow[] {
  return [...new Map(lines.map(({ promise }) => [`${promise.from} ${promise.until}`, promise])).values()];
}

function promiseOf({ at, promise, answers }: Notice, reader: Reader): StatusDetails['promises'][number] {
  const outcome = answers.at(-1)?.answer ?? null;
  return { on: formatDay(at, reader), ships: inWords(promise, reader), reason: promise.reason, outcome };
}

function question(notices: readonly Notice[], reader: Reader): StatusDetails['question'] {
  const asked = notices.findLast(({ open }) => open);
  if (!asked?.answerByAt || !asked.silence) return null;
  const { id, promise, agreed, answers, silence } = asked;
  return {
    id,
    silence,
    reason: promise.reason,
    ships: inWords(promise, reader),
    before: inWords(agreed, reader),
    // The last day on which an answer counts: the deadline itself is the midnight after it.
    answerBy: formatDay(new Date(asked.answerByAt.getTime() - 1_000), reader),
    chosen: answers.some(({ answer }) => answer === 'wait') ? 'wait' : null,
  };
}

function inWords(window: ShipWindow, { locale }: Reader): string {
  return formatShipWindow(window, locale, { style: 'long' });
}

function cardInWords({ expiresOn, ...card }: CardOnFile, { locale }: Reader) {
  const name = cardName(card);
  if (expiresOn === null) return { name, expires: '' };
  const month = new Intl.DateTimeFormat(locale, { month: '2-digit', year: 'numeric', timeZone: 'UTC' });
  return { name, expires: month.format(new Date(`${expiresOn}T00:00:00Z`)) };
}
