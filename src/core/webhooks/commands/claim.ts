import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../../../platform/db.ts';
import type { Told } from '../facts.ts';
import type { Target } from './disable.ts';

/** A message that this process has to itself until its claim runs out. */
export type Claimed = Told & { endpointId: string; id: string; body: string | null; url: string };

// Longer than a try can take; a message whose worker died waits as long.
const CLAIM = '60 seconds';
const IN_FLIGHT_PER_ENDPOINT = 4;

/**
 * Takes up to `limit` messages that are due. Of one subject only the oldest may go, and only when no older fact of it
 * still waits in the outbox: another process may be writing that one down at this moment. An endpoint gets a few at a
 * time and nobody is always first, so that one that hangs does not hold up the others.
 */
export async function claimMessages(db: Database, limit: number): Promise<Claimed[]> {
  return db.query<Claimed>(
    `WITH now AS MATERIALIZED (SELECT app_now() AS at),
     chosen AS (
       SELECT d.* FROM webhook_endpoint e
       CROSS JOIN LATERAL (
         SELECT m.store_id, m.endpoint_id, m.id FROM webhook_message m
         WHERE m.store_id = e.store_id AND m.endpoint_id = e.id AND m.state = 'waiting'
           AND m.due_at <= (SELECT at FROM now)
           AND (m.claimed_until IS NULL OR m.claimed_until <= (SELECT at FROM now))
           AND NOT EXISTS (SELECT 1 FROM webhook_message older
                           WHERE older.store_id = m.store_id AND older.endpoint_id = m.endpoint_id
                             AND older.subject_id = m.subject_id AND older.state = 'waiting'
                             AND (older.seq, older.id) < (m.seq, m.id))
           AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.dispatched_at IS NULL AND o.store_id = m.store_id
                             AND o.subject_id = m.subject_id AND o.id < m.seq)
         ORDER BY m.due_at, m.seq
         LIMIT greatest(0, ${IN_FLIGHT_PER_ENDPOINT} - (
           SELECT count(*) FROM webhook_message busy
           WHERE busy.store_id = e.store_id AND busy.endpoint_id = e.id AND busy.state = 'waiting'
             AND busy.claimed_until > (SELECT at FROM now)))
         FOR UPDATE OF m SKIP LOCKED) d
       WHERE e.disabled_at IS NULL AND (e.paused_until IS NULL OR e.paused_until <= (SELECT at FROM now))
       ORDER BY random() LIMIT $1)
     UPDATE webhook_message m
     SET claimed_until = (SELECT at FROM now) + interval '${CLAIM}', taken_at = coalesce(m.taken_at, (SELECT at FROM now))
     FROM chosen c JOIN webhook_endpoint e ON e.store_id = c.store_id AND e.id = c.endpoint_id
     WHERE m.store_id = c.store_id AND m.endpoint_id = c.endpoint_id AND m.id = c.id
     RETURNING ${CLAIMED}`,
    [limit],
  );
}

const CLAIMED = `m.store_id AS "storeId", m.endpoint_id AS "endpointId", m.id, m.type, m.subject_id AS "subjectId",
  m.detail, m.occurred_at AS "occurredAt", m.body, e.url`;

/** A test is a message that only its maker sends: it is claimed from the start, and waits behind nothing. */
export async function claimTest(tx: Sql, { storeId, endpointId }: Target): Promise<Claimed> {
  const [claimed] = await tx.query<Claimed>(
    `WITH m AS (
       INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at, taken_at,
                                    claimed_until)
       SELECT $1, $2, $3, coalesce((SELECT max(id) FROM outbox WHERE store_id = $1), 0), 'webhook.test', $3, n, n, n, n + interval '${CLAIM}'
       FROM app_now() AS n RETURNING *)
     SELECT ${CLAIMED} FROM m JOIN webhook_endpoint e ON e.store_id = m.store_id AND e.id = m.endpoint_id`,
    [storeId, endpointId, randomUUID()],
  );
  if (!claimed) throw new Error('a test was not written');
  return claimed;
}
