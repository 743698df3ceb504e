import type { Minor } from '../../../domain/money.ts';
import type { MoneyLine, MoneyMeans } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import { LIVE_STATES } from '../queries.ts';

export type PreorderKey = { storeId: string; preorderId: string };

/** The card that was kept for one pre-order. */
export type KeptMethod = {
  id: string;
  provider: string;
  ref: string;
  customerRef: string;
  brand: string;
  last4: string;
  expiresOn: string | null;
};

export type PreorderMoney = {
  currency: string;
  lines: MoneyLine[];
  means: Omit<MoneyMeans, 'least'>;
  method: KeptMethod | null;
};

/** Where the money of a pre-order is: what its lines say, what was taken by which attempt, and what could move it. */
export async function readMoney(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<PreorderMoney | null> {
  const [preorder] = await sql.query<{ currency: string; busy: boolean; retry: boolean; method: KeptMethod | null }>(
    PREORDER,
    [storeId, preorderId],
  );
  if (!preorder) return null;
  const attempts = await sql.query<{ id: string; amount: Minor; waiting: boolean }>(ATTEMPTS, [storeId, preorderId]);
  const waiting = attempts.find((attempt) => attempt.waiting) ?? null;
  const lines = await sql.query<MoneyLine>(LINES, [storeId, preorderId, waiting?.id ?? null]);
  const { currency, busy, retry, method } = preorder;
  const means: PreorderMoney['means'] = {
    waiting: waiting && { attemptId: waiting.id, amount: waiting.amount },
    attempts: attempts.map(({ id }) => id),
    card: method !== null,
    busy,
    retry,
  };
  return { currency, lines, means, method };
}

/** What may be said of the card that is kept for a pre-order now. */
export async function readMethod(
  sql: Sql,
  { storeId, preorderId }: PreorderKey,
): Promise<Pick<KeptMethod, 'brand' | 'last4'> | null> {
  const rows = await sql.query<Pick<KeptMethod, 'brand' | 'last4'>>(
    `SELECT brand, last4 FROM payment_method
     WHERE store_id = $1 AND preorder_id = $2 AND replaced_at IS NULL AND forgotten_at IS NULL`,
    [storeId, preorderId],
  );
  return rows[0] ?? null;
}

const PREORDER = `
  SELECT o.currency,
         EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = o.store_id AND a.preorder_id = o.id
                 AND a.state IN (${LIVE_STATES})) AS busy,
         EXISTS (SELECT 1 FROM payment_due d WHERE d.store_id = o.store_id AND d.preorder_id = o.id
                 AND d.ended_at IS NULL AND d.retry_at <= app_now()) AS retry,
         CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'provider', m.provider, 'ref', m.method_ref,
           'customerRef', m.customer_ref, 'brand', m.brand, 'last4', m.last4, 'expiresOn', m.expires_on) END AS method
  FROM preorder o
  LEFT JOIN payment_method m ON m.store_id = o.store_id AND m.preorder_id = o.id AND m.replaced_at IS NULL
    AND m.forgotten_at IS NULL
  WHERE o.store_id = $1 AND o.id = $2`;

// A charge is taken at once and a kept card takes nothing: neither leaves an authorisation.
const ATTEMPTS = `
  SELECT a.id, a.amount, a.intent <> 'save' AND NOT a.off_session AND NOT EXISTS (
           SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
           AND m.kind IN ('capture', 'undo')) AS waiting
  FROM attempt a
  WHERE a.store_id = $1 AND a.state = 'placed'
    AND (a.preorder_id = $2 OR a.id = (SELECT attempt_id FROM preorder WHERE store_id = $1 AND id = $2))
  ORDER BY a.created_at, a.id`;

// What a dearer variant cost more was authorised by an attempt of its own: the checkout's never takes it as well.
const LINES = `
  SELECT l.id, l.state, l.due_from AS "dueFrom", l.total, l.due_now AS "dueNow", l.given_back AS "givenBack", l.kept,
         coalesce((
           SELECT json_agg(n) FROM (
             SELECT m.attempt_id AS "attemptId", -sum(e.amount) AS net
             FROM ledger_entry e JOIN movement m ON m.store_id = e.store_id AND m.id = e.movement_id
             WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper' GROUP BY m.attempt_id) n),
           '[]') AS paid,
         CASE WHEN $3::uuid IS NULL THEN 0
              WHEN EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = $1 AND a.id = $3 AND a.purpose = 'checkout')
              THEN greatest(0, l.due_now - (
                SELECT coalesce(sum(x.amount), 0)
                FROM attempt_line x JOIN attempt a ON a.store_id = x.store_id AND a.id = x.attempt_id
                WHERE x.store_id = $1 AND x.line_id = l.id AND a.preorder_id = $2 AND a.purpose = 'swap' AND a.state = 'placed'))
              ELSE coalesce((SELECT x.amount FROM attempt_line x
                             WHERE x.store_id = l.store_id AND x.attempt_id = $3 AND x.line_id = l.id), 0)
         END::bigint AS authorised,
         EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = l.store_id AND m.line_id = l.id AND m.open) AS moving
  FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = $2 ORDER BY l.position`;
