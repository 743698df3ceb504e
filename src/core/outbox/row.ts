import type { Sql } from '../../platform/db.ts';
import type { NewJob } from '../jobs/topics.ts';
import type { OutboxDetails, OutboxTopic } from './topics.ts';

/** What a row says: its topic, and the detail that rows of this topic have. */
export type OutboxSaid = { [T in OutboxTopic]: { topic: T; detail: OutboxDetails[T] } }[OutboxTopic];

export type OutboxRow = OutboxSaid & {
  storeId: string;
  /** Rises in the order in which the facts of one subject were committed. */
  id: number;
  subjectId: string;
  createdAt: Date;
};

/**
 * Also told of the rows, in the transaction that marks them: each is told once. Resolves with the jobs that follow from them. A
 * row that makes it fail is set aside.
 */
export type OutboxFollower = (tx: Sql, rows: readonly OutboxRow[]) => Promise<readonly NewJob[]>;
