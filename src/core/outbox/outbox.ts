import type { Sql } from '../../platform/db.ts';
import type { OutboxDetails, OutboxTopic } from './topics.ts';

/** Adds an outbox row in the caller's transaction. The row is dispatched once, and only if the transaction commits. */
export async function emit<T extends OutboxTopic>(tx: Sql, topic: T, subject: OutboxSubject<T>): Promise<void> {
  const { storeId, subjectId, detail = null } = subject;
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id, detail) VALUES ($1, $2, $3, $4)', [
    storeId,
    topic,
    subjectId,
    detail,
  ]);
}

type Subject = { storeId: string; subjectId: string };

/** What a row is about. `detail` is optional for topics whose rows may have none. */
export type OutboxSubject<T extends OutboxTopic> = Subject &
  (null extends OutboxDetails[T] ? { detail?: OutboxDetails[T] } : { detail: OutboxDetails[T] });

/** Topics whose rows may have no `detail`. */
type PlainTopic = { [T in OutboxTopic]: null extends OutboxDetails[T] ? T : never }[OutboxTopic];

/** Adds one outbox row for each subject. */
export async function emitAll(
  tx: Sql,
  topic: PlainTopic,
  { storeId, subjectIds }: { storeId: string; subjectIds: readonly string[] },
): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx.query('INSERT INTO outbox (store_id, topic, subject_id) SELECT $1, $2, unnest($3::uuid[])', [
    storeId,
    topic,
    subjectIds,
  ]);
}
