import { readWait, type Wait, type WaitReason } from '../../core/accounts/queries/disputes.ts';
import { type PaymentDue, readOpenDue } from '../../core/payments/queries/dues.ts';
import { type OwedRefund, readOwedRefundsOf } from '../../core/payments/queries/owed-refunds.ts';
import { type Fulfilment, readFulfilments } from '../../core/preorders/queries/fulfilments.ts';
import { type Message, readMessages } from '../../core/preorders/queries/messages.ts';
import { type Note, readNotes } from '../../core/preorders/queries/notes.ts';
import type { Preorder } from '../../core/preorders/queries.ts';
import { type Notice, readNoticesOf } from '../../core/promises/queries.ts';
import { readQueuePlaces } from '../../core/releases/queries/queue.ts';
import type { Sql } from '../../platform/db.ts';
import type { AdminPreorderDetail, WaitsFor } from '../../protocol/schema/admin-api/preorders.ts';
import { clockJson, noticeJson } from './notices.ts';
import { owedRefundJson } from './payments.ts';
import { fulfilmentJson, preorderJson } from './preorders.ts';

/** The words of the private API for why a pre-order waits. */
export const WAITS_FOR = { open: 'dispute', lost: 'lost_dispute', withdrawal: 'withdrawal' } as const satisfies Record<
  WaitReason,
  WaitsFor
>;

/** The rows around a pre-order that a merchant sees with it. */
export type Surroundings = {
  fulfilments: readonly Fulfilment[];
  /** The queue place of each waiting line item, by its id. */
  places: ReadonlyMap<string, number>;
  notices: readonly Notice[];
  notes: readonly Note[];
  messages: readonly Message[];
  /** The open payment due, if there is one. */
  due: PaymentDue | null;
  /** Refunds that the provider refuses. */
  owed: readonly OwedRefund[];
  /** Why nothing is released or charged, or null. */
  wait: Wait | null;
};

export async function readSurroundings(sql: Sql, storeId: string, preorderId: string): Promise<Surroundings> {
  const key = { storeId, preorderId };
  const [fulfilments, places, notices, notes, messages, due, owed, wait] = await Promise.all([
    readFulfilments(sql, storeId, [preorderId]),
    readQueuePlaces(sql, key, { always: true }),
    readNoticesOf(sql, storeId, preorderId),
    readNotes(sql, storeId, preorderId),
    readMessages(sql, storeId, preorderId),
    readOpenDue(sql, key),
    readOwedRefundsOf(sql, key),
    readWait(sql, key),
  ]);
  return { fulfilments, places, notices, notes, messages, due, owed, wait };
}

/** Returns one pre-order with everything that belongs to it but its history. */
export function preorderDetailJson(preorder: Preorder, around: Surroundings): AdminPreorderDetail {
  const { fulfilments, places, notices, notes, messages, due, owed, wait } = around;
  return {
    ...preorderJson(preorder),
    fulfilments: fulfilments.map((one) => fulfilmentJson(one, preorder)),
    places: Object.fromEntries(places),
    notices: notices.map(noticeJson),
    notes: notes.map(({ id, words, byName, createdAt }) => ({
      id,
      text: words,
      by: byName,
      created_at: createdAt.toISOString(),
    })),
    messages: messages.map(({ id, from, words, byName, createdAt }) => ({
      id,
      from,
      text: words,
      by: byName,
      created_at: createdAt.toISOString(),
    })),
    time_to_pay: due && clockJson(due.clock),
    owed_refunds: owed.map(owedRefundJson),
    waits_for: wait && WAITS_FOR[wait.reason],
  };
}
