import type { Sql } from '../../platform/db.ts';
import type { NewJob } from '../jobs/queue.ts';
import type { OutboxTopic } from './topics.ts';

export type OutboxRow = {
  storeId: string;
  /** Rises in the order in which the facts of one subject were committed. */
  id: number;
  topic: OutboxTopic;
  subjectId: string;
  detail: Record<string, unknown> | null;
  createdAt: Date;
};

/**
 * Also told of the rows, in the transaction that marks them: each is told once. Resolves with the jobs that follow from them. A
 * row that makes it fail is set aside.
 */
export type OutboxFollower = (tx: Sql, rows: readonly OutboxRow[]) => Promise<readonly NewJob[]>;
