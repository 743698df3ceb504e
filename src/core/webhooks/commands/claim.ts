import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../../../platform/db.ts';
import type { WebhookFact } from '../facts.ts';
import type { Target } from './disable.ts';

/** A message that only this process may send until the claim expires. */
export type Claimed = WebhookFact & {
  endpointId: string;
  id: string;
  body: string | null;
  url: string;
  trace: string | null;
};

// Longer than one attempt can take. A message whose worker died waits this long.
const CLAIM = '60 seconds';
const IN_FLIGHT_PER_ENDPOINT = 4;

/**
 * Claims up to `limit` messages that are due. Of each subject, only the oldest message may be sent. It also waits for older
 * facts of the subject in the outbox, which another process may be recording now. Endpoints have few messages in flight and
 * are chosen in random order, so that an endpoint that hangs does not delay the others.
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
  m.detail, m.occurred_at AS "occurredAt", m.body, m.trace, e.url, e.include_personal AS "includePersonal"`;

/** Inserts a test message that is already claimed, so that only its creator sends it. It waits for no other message. */
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
  if (!claimed) throw new Error('test message was not inserted');
  return claimed;
}
