import type { Minor } from '../../../domain/money.ts';
import type { MoneyLine, MoneyMeans } from '../../../domain/payment.ts';
import type { Sql } from '../../../platform/db.ts';
import { LIVE_STATES } from '../queries.ts';
import { NET_BY_ATTEMPT } from './ledger.ts';

/** SQL condition: the payment account takes no payments now. */
export const PAUSED = '(paused_at IS NOT NULL OR broken_at IS NOT NULL)';

export type PreorderKey = { storeId: string; preorderId: string };

/** The kept card of one pre-order. */
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
  /** Ids of attempts with a refund that the provider refused. */
  refused: string[];
  /** The provider's objects of the attempts that paid, by attempt id. */
  objects: ReadonlyMap<string, { provider: string; providerRef: string | null }>;
  /** True while the store's account takes no payments. */
  paused: boolean;
  /** True while a withdrawal from the pre-order is not dealt with. */
  withdrawn: boolean;
};

type PreorderRow = {
  id: string;
  currency: string;
  busy: boolean;
  disputed: boolean;
  retry: boolean;
  method: KeptMethod | null;
  paused: boolean;
  withdrawn: boolean;
  attempts: PaidAttempt[];
};
type PaidAttempt = {
  id: string;
  amount: Minor;
  provider: string;
  providerRef: string | null;
  waiting: boolean;
  refused: boolean;
  postponed: boolean;
};

/**
 * Reads the money of a pre-order: what its line items should have paid, what each attempt took, and what can move money
 * now.
 */
export async function readMoney(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<PreorderMoney | null> {
  const moneys = await readMoneyOf(sql, storeId, [preorderId]);
  return moneys.get(preorderId) ?? null;
}

/** Reads the money of several pre-orders of a store, by the id of the pre-order. */
export async function readMoneyOf(
  sql: Sql,
  storeId: string,
  preorderIds: readonly string[],
): Promise<Map<string, PreorderMoney>> {
  const preorders = await sql.query<PreorderRow>(PREORDERS, [storeId, preorderIds]);
  if (preorders.length === 0) return new Map();
  const waiting = preorders.map(({ attempts }) => attempts.find((attempt) => attempt.waiting) ?? null);
  const lines = await sql.query<MoneyLine & { preorderId: string }>(LINES, [
    storeId,
    preorders.map(({ id }) => id),
    waiting.map((attempt) => attempt?.id ?? null),
  ]);
  const linesOf = Map.groupBy(lines, ({ preorderId }) => preorderId);
  return new Map(
    preorders.map((row, index) => [row.id, moneyOf(row, waiting[index] ?? null, linesOf.get(row.id) ?? [])]),
  );
}

function moneyOf(row: PreorderRow, waiting: PaidAttempt | null, lines: MoneyLine[]): PreorderMoney {
  const { currency, busy, disputed, retry, method, paused, withdrawn, attempts } = row;
  const means: PreorderMoney['means'] = {
    waiting: waiting && { attemptId: waiting.id, amount: waiting.amount },
    attempts: attempts.filter(({ postponed }) => !postponed).map(({ id }) => id),
    card: method !== null,
    busy,
    disputed,
    retry,
  };
  const refused = attempts.filter((attempt) => attempt.refused).map(({ id }) => id);
  const objects = new Map(attempts.map(({ id, provider, providerRef }) => [id, { provider, providerRef }]));
  return { currency, lines, means, method, refused, objects, paused, withdrawn };
}

/** Reads the line items with their money. `authorised` is the part of the attempt's authorisation for each of them. */
export async function readMoneyLines(
  sql: Sql,
  { storeId, preorderId }: PreorderKey,
  attemptId: string,
): Promise<MoneyLine[]> {
  return sql.query<MoneyLine & { preorderId: string }>(LINES, [storeId, [preorderId], [attemptId]]);
}

/** Reads what may be shown of the kept card of a pre-order. */
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

// `waiting`: has an authorisation to capture or undo. A charge is captured at once and `save` takes nothing, so neither
// has one.
const ATTEMPTS = `
  SELECT coalesce(json_agg(json_build_object(
           'id', a.id, 'amount', a.amount, 'provider', a.provider, 'providerRef', a.provider_ref,
           'waiting', a.intent <> 'save' AND NOT a.off_session AND NOT EXISTS (
             SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
             AND m.kind IN ('capture', 'undo')),
           'refused', r.attempt_id IS NOT NULL,
           'postponed', coalesce(NOT r.asked AND r.next_at > (SELECT app_now()), false)) ORDER BY a.created_at, a.id), '[]')
  FROM attempt a LEFT JOIN refund_owed r ON r.store_id = a.store_id AND r.attempt_id = a.id
  WHERE a.store_id = o.store_id AND a.state = 'placed' AND (a.preorder_id = o.id OR a.id = o.attempt_id)`;

const PREORDERS = `
  SELECT o.id, o.currency,
         EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = o.store_id AND a.preorder_id = o.id
                 AND a.state IN (${LIVE_STATES})) AS busy,
         EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = o.store_id AND w.preorder_id = o.id) AS disputed,
         EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = o.store_id AND w.preorder_id = o.id AND w.withdrawn) AS withdrawn,
         EXISTS (SELECT 1 FROM payment_due d WHERE d.store_id = o.store_id AND d.preorder_id = o.id
                 AND d.ended_at IS NULL AND d.retry_at <= (SELECT app_now())) AS retry,
         EXISTS (SELECT 1 FROM payment_account c WHERE c.store_id = o.store_id AND ${PAUSED}) AS paused,
         CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'provider', m.provider, 'ref', m.method_ref,
           'customerRef', m.customer_ref, 'brand', m.brand, 'last4', m.last4, 'expiresOn', m.expires_on) END AS method,
         (${ATTEMPTS}) AS attempts
  FROM preorder o
  LEFT JOIN payment_method m ON m.store_id = o.store_id AND m.preorder_id = o.id AND m.replaced_at IS NULL
    AND m.forgotten_at IS NULL
  WHERE o.store_id = $1 AND o.id = ANY($2::uuid[])`;

// The attempt of a swap authorised the price difference, so the checkout's attempt does not capture that part.
const LINES = `
  SELECT l.preorder_id AS "preorderId", l.id, l.state, l.due_from AS "dueFrom", l.total, l.due_now AS "dueNow", l.given_back AS "givenBack", l.kept,
         ${NET_BY_ATTEMPT} AS paid,
         CASE WHEN w.attempt_id IS NULL THEN 0
              WHEN EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = $1 AND a.id = w.attempt_id AND a.purpose = 'checkout')
              THEN greatest(0, l.due_now - (
                SELECT coalesce(sum(x.amount), 0)
                FROM attempt_line x JOIN attempt a ON a.store_id = x.store_id AND a.id = x.attempt_id
                WHERE x.store_id = $1 AND x.line_id = l.id AND a.preorder_id = l.preorder_id AND a.purpose = 'swap' AND a.state = 'placed'))
              ELSE coalesce((SELECT x.amount FROM attempt_line x
                             WHERE x.store_id = l.store_id AND x.attempt_id = w.attempt_id AND x.line_id = l.id), 0)
         END::bigint AS authorised,
         EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = l.store_id AND m.line_id = l.id AND m.open OFFSET 0) AS moving
  FROM unnest($2::uuid[], $3::uuid[]) AS w (preorder_id, attempt_id)
  CROSS JOIN LATERAL (SELECT * FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = w.preorder_id OFFSET 0) AS l
  ORDER BY l.preorder_id, l.position`;
