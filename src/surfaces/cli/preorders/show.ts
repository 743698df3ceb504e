import { readDisputeWait } from '../../../core/accounts/queries/disputes.ts';
import { readOpenDue } from '../../../core/payments/queries/dues.ts';
import { readOwedRefundsOf } from '../../../core/payments/queries/owed-refunds.ts';
import { readFulfilments } from '../../../core/preorders/queries/fulfilments.ts';
import { readHistory } from '../../../core/preorders/queries/history.ts';
import { type Preorder, readPreorder } from '../../../core/preorders/queries.ts';
import { readNoticesOf } from '../../../core/promises/queries.ts';
import { readQueuePlaces } from '../../../core/releases/queries/queue.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { fulfilmentJson, preorderJson } from '../../merchant-json/preorders.ts';
import { clockJson } from '../clock-views.ts';
import { owedRefundJson } from '../payments/views.ts';
import { noticeJson } from '../promises/views.ts';
import { historyJson } from './history.ts';
import { preorderText } from './views.ts';

export type LineOptions = { line?: string[] };

/** Answers with the screen of a pre-order, as it is now. */
export async function showAnswer(sql: Sql, store: Store, reference: string) {
  const preorder = await readPreorder(sql, store.id, reference);
  const key = { storeId: store.id, preorderId: preorder.id };
  const [history, fulfilments, places, notices, due, owed, dispute] = await Promise.all([
    readHistory(sql, store.id, preorder.id),
    readFulfilments(sql, store.id, [preorder.id]),
    readQueuePlaces(sql, key, { always: true }),
    readNoticesOf(sql, store.id, preorder.id),
    readOpenDue(sql, key),
    readOwedRefundsOf(sql, key),
    readDisputeWait(sql, key),
  ]);
  return {
    data: {
      ...preorderJson(preorder),
      fulfilments: fulfilments.map((one) => fulfilmentJson(one, preorder)),
      places: Object.fromEntries(places),
      notices: notices.map(noticeJson),
      time_to_pay: due && clockJson(due.clock),
      owed_refunds: owed.map(owedRefundJson),
      waits_for_dispute: dispute?.reason ?? null,
      events: historyJson(history, preorder.currency),
    },
    text: preorderText(preorder, { history, places, notices, due, owed, dispute }, store),
  };
}

/** Returns the ids of the line items that the options name, or null for all. Throws `invalid_parameter`. */
export function linesOf(preorder: Preorder, { line }: LineOptions): string[] | null {
  return line === undefined ? null : line.map((text) => lineOf(preorder, text));
}

export function lineOf(preorder: Preorder, text: string): string {
  const line = preorder.lines.find(({ number }) => String(number) === text);
  if (line) return line.id;
  const message = `${preorder.reference} has no line item ${text.slice(0, 20)}; they are numbered 1 to ${preorder.lines.length}.`;
  throw new AppError('invalid_parameter', message, { param: 'line' });
}
