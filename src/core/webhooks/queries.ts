import { AppError } from '../../domain/error.ts';
import type { Minor } from '../../domain/money.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import type { WebhookType } from '../../protocol/schema/webhook-events.ts';
import { cursorAfter } from '../list-cursor.ts';

export type Endpoint = {
  id: string;
  url: string;
  description: string;
  /** Empty for every type. */
  types: WebhookType[];
  /** Its messages also have what names the shopper. */
  includePersonal: boolean;
  createdAt: Date;
  deliveredAt: Date | null;
  disabledAt: Date | null;
  disabledReason: 'asked' | 'failing' | 'gone' | null;
  waiting: number;
};

const ENDPOINT = `
  SELECT e.id, e.url, e.description, e.types, e.include_personal AS "includePersonal", e.created_at AS "createdAt", e.delivered_at AS "deliveredAt",
         e.disabled_at AS "disabledAt", e.disabled_reason AS "disabledReason",
         (SELECT count(*) FROM webhook_message m
          WHERE m.store_id = e.store_id AND m.endpoint_id = e.id AND m.state = 'waiting') AS waiting
  FROM webhook_endpoint e WHERE e.store_id = $1`;

export async function listEndpoints(sql: Sql, storeId: string): Promise<Endpoint[]> {
  return sql.query<Endpoint>(`${ENDPOINT} ORDER BY e.created_at, e.id`, [storeId]);
}

/** Reads an endpoint. Throws `webhook_not_found`, also for an endpoint of another store and for text that is no id. */
export async function readEndpoint(sql: Sql, storeId: string, id: string): Promise<Endpoint> {
  const [endpoint] = isUuid(id) ? await sql.query<Endpoint>(`${ENDPOINT} AND e.id = $2`, [storeId, id]) : [];
  if (!endpoint) throw webhookNotFound();
  return endpoint;
}

/** Returns true when a message that is kept for the endpoint was written with what names a shopper. */
export async function holdsPeople(
  sql: Sql,
  { storeId, endpointId }: { storeId: string; endpointId: string },
): Promise<boolean> {
  const found = await sql.query(
    `SELECT 1 FROM webhook_message WHERE store_id = $1 AND endpoint_id = $2
       AND (body::jsonb->'data' ? 'personal' OR body::jsonb #>> '{data,fulfilment,tracking_number}' <> ''
            OR body::jsonb #>> '{data,fulfilment,tracking_link}' <> '')
     LIMIT 1`,
    [storeId, endpointId],
  );
  return found.length > 0;
}

export function webhookNotFound(what = 'endpoint'): AppError {
  return new AppError('webhook_not_found', `There is no such webhook ${what} in this store.`);
}

export type EndpointSecret = { text: string; createdAt: Date; expiresAt: Date | null };

/** Reads the secrets that sign messages to an endpoint, the newest first: one, or two during a rotation. */
export async function readEndpointSecrets(
  deps: { db: Sql; secrets: SecretBox },
  storeId: string,
  endpointId: string,
): Promise<EndpointSecret[]> {
  const rows = await deps.db.query<{ sealed: Buffer; createdAt: Date; expiresAt: Date | null }>(
    `SELECT sealed, created_at AS "createdAt", expires_at AS "expiresAt" FROM webhook_secret
     WHERE store_id = $1 AND endpoint_id = $2 AND (expires_at IS NULL OR expires_at > (SELECT app_now()))
     ORDER BY expires_at NULLS FIRST, created_at DESC`,
    [storeId, endpointId],
  );
  return rows.map(({ sealed, ...row }) => ({ ...row, text: deps.secrets.open(sealed) }));
}

export type MessageRow = {
  id: string;
  type: WebhookType;
  state: 'waiting' | 'delivered' | 'failed';
  occurredAt: Date;
  /** Null once the message has ended. */
  dueAt: Date | null;
  body: string | null;
  tries: { at: Date; tookMs: number; status: number | null; failure: string | null; answer: string }[];
};

type TryJson = Omit<MessageRow['tries'][number], 'at'> & { at: string };

type MessageFilter = {
  failed?: boolean;
  messageId?: string | null;
  /** A cursor: the id of the last message of the previous page. */
  after?: string;
  limit: number;
};

/** Reads the messages of an endpoint with their attempts, the newest first. */
export async function listMessages(
  sql: Sql,
  { storeId, endpointId }: { storeId: string; endpointId: string },
  { failed = false, messageId = null, after, limit }: MessageFilter,
): Promise<MessageRow[]> {
  if (messageId !== null && !isUuid(messageId)) throw webhookNotFound('message');
  const rows = await sql.query<Omit<MessageRow, 'tries'> & { tries: TryJson[] }>(
    `SELECT m.id, m.type, m.state, m.occurred_at AS "occurredAt", m.body,
            CASE WHEN m.state = 'waiting' THEN m.due_at END AS "dueAt",
            coalesce((SELECT json_agg(json_build_object('at', a.at, 'tookMs', a.took_ms, 'status', a.status,
                        'failure', a.failure, 'answer', a.answer) ORDER BY a.id)
                      FROM webhook_attempt a WHERE a.store_id = m.store_id AND a.endpoint_id = m.endpoint_id
                        AND a.message_id = m.id), '[]') AS tries
     FROM webhook_message m WHERE m.store_id = $1 AND m.endpoint_id = $2 AND (NOT $3 OR m.state = 'failed')
       AND ($4::uuid IS NULL OR m.id = $4) AND ($6::bigint IS NULL OR m.seq < $6 OR (m.seq = $6 AND m.id > $7))
     ORDER BY m.seq DESC, m.id LIMIT $5`,
    [storeId, endpointId, failed, messageId, limit, ...(await readMessageCursor(sql, { storeId, endpointId, after }))],
  );
  if (messageId !== null && rows.length === 0) throw webhookNotFound('message');
  return rows.map((row) => ({ ...row, tries: row.tries.map((one) => ({ ...one, at: new Date(one.at) })) }));
}

const readMessageCursor = (
  sql: Sql,
  { storeId, endpointId, after }: { storeId: string; endpointId: string; after: string | undefined },
) =>
  cursorAfter(after, (id) =>
    sql.query<{ at: number }>(
      'SELECT seq AS at FROM webhook_message WHERE store_id = $1 AND endpoint_id = $2 AND id = $3',
      [storeId, endpointId, id],
    ),
  );

export type MovedMoney = {
  amount: Minor;
  currency: string;
  failure: string | null;
  lines: { id: string; number: number; amount: Minor }[];
};

export async function readMovement(sql: Sql, storeId: string, id: string): Promise<MovedMoney> {
  const [movement] = await sql.query<MovedMoney>(
    `SELECT m.amount, m.currency, m.failure,
            (SELECT json_agg(json_build_object('id', l.id, 'number', l.position + 1, 'amount', ml.amount) ORDER BY l.position)
             FROM movement_line ml JOIN preorder_line l ON l.store_id = ml.store_id AND l.id = ml.line_id
             WHERE ml.store_id = m.store_id AND ml.movement_id = m.id) AS lines
     FROM movement m WHERE m.store_id = $1 AND m.id = $2`,
    [storeId, id],
  );
  if (!movement) throw new Error(`no such movement: ${id}`);
  return movement;
}

export async function readOrder(
  sql: Sql,
  storeId: string,
  id: string,
): Promise<{ number: number; externalRef: string | null }> {
  const [order] = await sql.query<{ number: number; externalRef: string | null }>(
    'SELECT number, external_ref AS "externalRef" FROM store_order WHERE store_id = $1 AND id = $2',
    [storeId, id],
  );
  if (!order) throw new Error(`no such order: ${id}`);
  return order;
}

export type MadePromise = {
  waitlistId: string;
  product: { externalId: string; handle: string };
  batchId: string;
  version: number;
  reason: string;
  window: ShipWindow;
  previous: ShipWindow | null;
};

export async function readPromise(sql: Sql, storeId: string, id: string): Promise<MadePromise> {
  const [promise] = await sql.query<MadePromise>(
    `SELECT w.id AS "waitlistId", json_build_object('externalId', p.external_id, 'handle', p.handle) AS product,
            q.version, q.reason, q.batch_id AS "batchId", json_build_object('from', q.ships_from, 'until', q.ships_until) AS window,
            (SELECT json_build_object('from', o.ships_from, 'until', o.ships_until) FROM promise o
             WHERE o.store_id = q.store_id AND o.batch_id = q.batch_id AND o.version = q.version - 1) AS previous
     FROM promise q
     JOIN batch b ON b.store_id = q.store_id AND b.id = q.batch_id
     JOIN waitlist w ON w.store_id = b.store_id AND w.id = b.waitlist_id
     JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
     WHERE q.store_id = $1 AND q.id = $2`,
    [storeId, id],
  );
  if (!promise) throw new Error(`no such promise: ${id}`);
  return promise;
}

export async function readProductNames(
  sql: Sql,
  storeId: string,
  id: string,
): Promise<{ externalId: string; handle: string }> {
  const [product] = await sql.query<{ externalId: string; handle: string }>(
    'SELECT external_id AS "externalId", handle FROM product WHERE store_id = $1 AND id = $2',
    [storeId, id],
  );
  if (!product) throw new Error(`no such product: ${id}`);
  return product;
}

/** `overdueSeconds`: how long ago the first of the waiting messages was to be sent. `disabled`: endpoints that take none. */
export type WaitingWebhooks = { count: number; overdueSeconds: number; disabled: number };

/** Counts the messages of all stores that are to be delivered. Those of endpoints that are disabled wait for a person, and are left out. */
export async function readWaitingWebhooks(sql: Sql): Promise<WaitingWebhooks> {
  const [row] = await sql.query<WaitingWebhooks>(
    `SELECT coalesce(sum(w.count), 0)::int AS count,
            greatest(0, coalesce(extract(epoch FROM (SELECT app_now()) - min(w.due_at)), 0))::float8 AS "overdueSeconds",
            (SELECT count(*) FROM webhook_endpoint WHERE disabled_reason IN ('failing', 'gone'))::int AS disabled
     FROM webhook_endpoint e CROSS JOIN LATERAL (
       SELECT count(*) AS count, min(m.due_at) AS due_at FROM webhook_message m
       WHERE m.store_id = e.store_id AND m.endpoint_id = e.id AND m.state = 'waiting') w
     WHERE e.disabled_at IS NULL`,
  );
  return row ?? { count: 0, overdueSeconds: 0, disabled: 0 };
}
