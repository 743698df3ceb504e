import type { Sql } from '../../platform/db.ts';
import type { NewJob } from '../jobs/topics.ts';
import type { OutboxDetails, OutboxTopic } from './topics.ts';

/** The topic of a row, and the detail of that topic. */
export type OutboxSaid = { [T in OutboxTopic]: { topic: T; detail: OutboxDetails[T] } }[OutboxTopic];

export type OutboxRow = OutboxSaid & {
  storeId: string;
  /** Ascends in the order in which the facts of one subject were committed. */
  id: number;
  subjectId: string;
  createdAt: Date;
  /** The span that it follows from, as a W3C traceparent. */
  trace: string | null;
};

/**
 * Gets the rows in the transaction that marks them as dispatched, so each row exactly once. Resolves with the jobs that follow
 * from the rows. A row that makes it throw is set aside.
 */
export type OutboxFollower = (tx: Sql, rows: readonly OutboxRow[]) => Promise<readonly NewJob[]>;
