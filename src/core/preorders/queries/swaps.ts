import type { Minor } from '../../../domain/money.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import type { Millionths } from '../../../domain/tax.ts';
import type { Sql } from '../../../platform/db.ts';
import { inTurn } from '../../payments/rounds.ts';
import { LEFT } from '../../stock/queries.ts';
import type { UnitKey } from '../../stock/sale-requests.ts';

/** The unit that a line item has now. */
export type LineUnit = UnitKey & {
  lineId: string;
  promiseId: string;
  productId: string;
  /** The tax rate of its pre-order; null if it was not stored at placing and no swap has needed it since. */
  taxMillionths: Millionths | null;
};

export async function findLineUnit(
  sql: Sql,
  { storeId, preorderId, lineId }: { storeId: string; preorderId: string; lineId: string },
): Promise<LineUnit | null> {
  const [row] = await sql.query<LineUnit>(
    `SELECT l.store_id AS "storeId", l.waitlist_id AS "waitlistId", l.batch_id AS "batchId",
            l.variant_id AS "variantId", l.promise_id AS "promiseId", l.id AS "lineId", w.product_id AS "productId",
            o.tax_millionths AS "taxMillionths"
     FROM preorder_line l JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
     JOIN waitlist w ON w.store_id = l.store_id AND w.id = l.waitlist_id
     WHERE l.store_id = $1 AND l.preorder_id = $2 AND l.id::text = $3`,
    [storeId, preorderId, lineId.toLowerCase()],
  );
  return row ?? null;
}

/** The variant that a line item becomes. */
export type SwapTarget = {
  variantId: string;
  /** The platform's id of the variant. */
  externalId: string;
  title: string;
  sku: string;
  price: Minor;
  batchId: string;
  promiseId: string;
};

/** Another variant of the same waitlist, with what a swap to it means now. */
export type SwapOffer = SwapTarget & {
  left: number;
  /** Units that others are paying for, in all batches. */
  held: number;
  ships: ShipWindow;
  /** True if the waitlist sells now. */
  open: boolean;
  /** True for the variant that the line item has. */
  own: boolean;
  /** Its value of each option of the product. */
  optionValues: string[];
};

/**
 * Lists every variant that the waitlist offers, with the line item's own one, in the catalogue's order. Units come from the
 * line item's own batch if it has some left, else from the first batch with units left. `left` is 0 if no batch has any.
 */
export async function listSwapOffers(sql: Sql, line: LineUnit): Promise<SwapOffer[]> {
  return sql.query<SwapOffer>(
    `SELECT v.id AS "variantId", v.external_id AS "externalId", v.title, v.sku, o.price, first.left, first.held, first.batch_id AS "batchId",
            pr.id AS "promiseId", json_build_object('from', pr.ships_from, 'until', pr.ships_until) AS ships,
            v.id = $4 AS own, v.option_values AS "optionValues",
            w.state = 'OPEN' AND (w.closes_at IS NULL OR w.closes_at > (SELECT app_now())) AS open
     FROM waitlist w
     JOIN waitlist_variant o ON o.store_id = w.store_id AND o.waitlist_id = w.id
     JOIN variant v ON v.store_id = o.store_id AND v.id = o.variant_id
     JOIN LATERAL (
       SELECT u.batch_id, ${LEFT} AS left, sum(u.held) OVER ()::int AS held
       FROM unit u JOIN batch b ON b.store_id = u.store_id AND b.id = u.batch_id
       WHERE u.store_id = o.store_id AND u.waitlist_id = o.waitlist_id AND u.variant_id = o.variant_id
       ORDER BY ${LEFT} > 0 DESC, u.batch_id = $3 DESC, b.position LIMIT 1) first ON true
     JOIN LATERAL (
       SELECT p.id, p.ships_from, p.ships_until FROM promise p
       WHERE p.store_id = o.store_id AND p.batch_id = first.batch_id ORDER BY p.version DESC LIMIT 1) pr ON true
     WHERE w.store_id = $1 AND w.id = $2 AND (v.gone_at IS NULL OR v.id = $4)
     ORDER BY v.position, v.id`,
    [line.storeId, line.waitlistId, line.batchId, line.variantId],
  );
}

/** Lists the unit rows of a variant in all batches of the waitlist. */
export async function listUnitsOf(sql: Sql, { storeId, waitlistId }: LineUnit, variantId: string): Promise<UnitKey[]> {
  return sql.query<UnitKey>(
    `SELECT store_id AS "storeId", waitlist_id AS "waitlistId", batch_id AS "batchId", variant_id AS "variantId"
     FROM unit WHERE store_id = $1 AND waitlist_id = $2 AND variant_id = $3`,
    [storeId, waitlistId, variantId],
  );
}

/** Reads the names of the product's options, such as `['Size', 'Colour']`. */
export async function readOptionNames(sql: Sql, { storeId, productId }: LineUnit): Promise<string[]> {
  const [row] = await sql.query<{ optionNames: string[] }>(
    'SELECT option_names AS "optionNames" FROM product WHERE store_id = $1 AND id = $2',
    [storeId, productId],
  );
  return row?.optionNames ?? [];
}

/** A swap of a line item: waiting for its payment, done or dropped. */
export type LineSwap = {
  storeId: string;
  id: string;
  preorderId: string;
  lineId: string;
  state: 'waiting' | 'done' | 'dropped';
  to: UnitKey;
  toPromiseId: string;
  fromTitle: string;
  toTitle: string;
  fromPrice: Minor;
  toPrice: Minor;
  dueNow: Minor;
  dueLater: Minor;
  /** The first of the swaps that are paid together; null for that one itself, and for a swap by itself. */
  leaderId: string | null;
  /** What pays it. Of swaps that are paid together the first has the attempt of all. */
  attemptId: string | null;
  /** True once the difference is authorised. A job then does the swap. */
  paid: boolean;
  /** True once the time to pay it is over. */
  expired: boolean;
  createdAt: Date;
  endedAt: Date | null;
};

const SWAP = `
  SELECT store_id AS "storeId", id, preorder_id AS "preorderId", line_id AS "lineId", state,
         json_build_object('storeId', store_id, 'waitlistId', waitlist_id, 'batchId', to_batch_id,
                           'variantId', to_variant_id) AS to,
         to_promise_id AS "toPromiseId", from_title AS "fromTitle", to_title AS "toTitle", from_price AS "fromPrice",
         to_price AS "toPrice",
         due_now AS "dueNow", due_later AS "dueLater", leader_id AS "leaderId",
         attempt_id AS "attemptId",
         paid_at IS NOT NULL AS paid, coalesce(expires_at <= (SELECT app_now()), false) AS expired, created_at AS "createdAt", ended_at AS "endedAt"
  FROM line_swap`;

export async function findSwap(sql: Sql, storeId: string, id: string): Promise<LineSwap | null> {
  const [row] = await sql.query<LineSwap>(`${SWAP} WHERE store_id = $1 AND id = $2`, [storeId, id]);
  return row ?? null;
}

/** Swaps that one payment pays, or a swap by itself: done together or not at all. */
export type SwapGroup = {
  storeId: string;
  /** The id of the first one. */
  id: string;
  preorderId: string;
  /** The first one, then the others. */
  swaps: readonly [LineSwap, ...LineSwap[]];
  /** True while all of them wait to be paid or done. */
  waiting: boolean;
  /** What is paid for all of them. */
  dueNow: Minor;
} & Pick<LineSwap, 'attemptId' | 'paid' | 'expired'>;

/** Finds the swaps that are paid together with that first one. */
export async function findSwapGroup(sql: Sql, storeId: string, id: string): Promise<SwapGroup | null> {
  const [first, ...others] = await sql.query<LineSwap>(
    `${SWAP} WHERE store_id = $1 AND (id = $2 OR leader_id = $2)
       AND preorder_id = (SELECT f.preorder_id FROM line_swap f WHERE f.store_id = $1 AND f.id = $2)
     ORDER BY leader_id IS NOT NULL, id`,
    [storeId, id],
  );
  // A later one of a group has no group of its own.
  if (!first || first.leaderId !== null) return null;
  const { preorderId, attemptId, paid, expired } = first;
  const swaps = [first, ...others] as const;
  const waiting = swaps.every(({ state }) => state === 'waiting');
  const dueNow = swaps.reduce((sum, swap) => sum + swap.dueNow, 0);
  return { storeId, id, preorderId, swaps, waiting, dueNow, attemptId, paid, expired };
}

/** Finds the swaps with which this line item waits to be paid. */
export async function findWaitingGroup(sql: Sql, storeId: string, lineId: string): Promise<SwapGroup | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT coalesce(leader_id, id) AS id FROM line_swap WHERE store_id = $1 AND line_id = $2 AND state = 'waiting'`,
    [storeId, lineId],
  );
  return row ? findSwapGroup(sql, storeId, row.id) : null;
}

/** Finds the swaps that this attempt pays. */
export async function findGroupOf(sql: Sql, storeId: string, attemptId: string): Promise<SwapGroup | null> {
  const [row] = await sql.query<{ id: string }>('SELECT id FROM line_swap WHERE store_id = $1 AND attempt_id = $2', [
    storeId,
    attemptId,
  ]);
  return row ? findSwapGroup(sql, storeId, row.id) : null;
}

/** Reads the variant whose unit the swap holds, with the price that the shopper was shown. */
export async function readSwapTarget(sql: Sql, { storeId, to, toPromiseId, toPrice }: LineSwap): Promise<SwapTarget> {
  const [row] = await sql.query<Pick<SwapTarget, 'externalId' | 'title' | 'sku'>>(
    'SELECT external_id AS "externalId", title, sku FROM variant WHERE store_id = $1 AND id = $2',
    [storeId, to.variantId],
  );
  if (!row) throw new Error('variant of a swap missing');
  return { ...row, variantId: to.variantId, batchId: to.batchId, promiseId: toPromiseId, price: toPrice };
}

/** Lists waiting swaps whose time to pay is over, by the first of each group, of all stores in turn. */
export async function listUnpaidSwaps(sql: Sql, limit: number): Promise<Pick<SwapGroup, 'storeId' | 'id'>[]> {
  return sql.query<Pick<SwapGroup, 'storeId' | 'id'>>(
    `SELECT store_id AS "storeId", coalesce(leader_id, id) AS id FROM line_swap
     WHERE state = 'waiting' AND expires_at <= (SELECT app_now())
       -- A later one goes with its first. Code of before may have ended that one by itself.
       AND (leader_id IS NULL OR NOT EXISTS (
         SELECT 1 FROM line_swap f
         WHERE f.store_id = line_swap.store_id AND f.id = line_swap.leader_id AND f.state = 'waiting'))
     ORDER BY ${inTurn('expires_at')} LIMIT $1`,
    [limit],
  );
}
