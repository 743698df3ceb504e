import type { Sql } from './db.ts';

/**
 * What a commit can be followed by. The subject is the id in brackets; a handler reads the rest and is idempotent.
 * `stock.changed` and `waitlist.changed` only drop cached answers, in every process; the others become jobs.
 */
export type OutboxTopic =
  | 'stock.changed' // product
  | 'waitlist.changed' // product
  | 'store.changed' // store
  | 'preorder.placed' // pre-order
  | 'preorder.cancelled' // pre-order
  | 'money.due' // pre-order
  | 'attempt.settle' // attempt
  | 'attempt.undo'; // attempt

/** Adds a row in the caller's transaction: it is dispatched only if that commits, and then once. */
// biome-ignore lint/complexity/useMaxParams: one row, column by column; every feature calls it
export async function emit(tx: Sql, storeId: string, topic: OutboxTopic, subjectId: string): Promise<void> {
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id) VALUES ($1, $2, $3)', [storeId, topic, subjectId]);
}

export type OutboxDispatcher = {
  /** Something was committed just now: dispatch within the next 10 ms instead of at the next look. */
  wake(): void;
  stop(): Promise<void>;
};
