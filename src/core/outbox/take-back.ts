import type { Sql } from '../../platform/db.ts';
import { isChangeTopic, isFactTopic, OUTBOX_DETAILS } from './topics.ts';

const TAKEN_AT_ONCE = 500;

// Topics that become no job here.
const TOLD = Object.keys(OUTBOX_DETAILS).filter((topic) => isFactTopic(topic) || isChangeTopic(topic));

/**
 * Puts facts back into the outbox that an older version made jobs of, because it did not know their topics. No lane takes such a
 * job, so a webhook or mail would never follow from it. While the older version still runs it may do so again; then they are taken
 * back again. Resolves with the number of facts.
 */
export async function takeBackFacts({ db }: { db: Sql }): Promise<number> {
  // The queue knows such a topic only where an older version made a job of it, so mostly no job is looked at.
  const kinds = await db.query<{ id: number }>(
    'SELECT id FROM graphile_worker._private_tasks WHERE identifier = ANY($1::text[])',
    [TOLD],
  );
  if (kinds.length === 0) return 0;
  const taken = await db.query(
    `WITH taken AS (
       DELETE FROM graphile_worker._private_jobs WHERE id IN (
         SELECT j.id FROM graphile_worker._private_jobs j WHERE j.is_available AND j.task_id = ANY($1::int[])
         ORDER BY j.id LIMIT ${TAKEN_AT_ONCE} FOR UPDATE SKIP LOCKED)
       RETURNING id, task_id, payload::jsonb AS payload)
     INSERT INTO outbox (store_id, topic, subject_id, detail, trace)
     SELECT (j.payload->>'storeId')::uuid, t.identifier, (j.payload->>'subjectId')::uuid,
            nullif(j.payload->'detail', 'null'), j.payload->>'trace'
     FROM taken j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.id
     RETURNING 1`,
    [kinds.map(({ id }) => id)],
  );
  return taken.length;
}
