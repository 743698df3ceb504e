import { AppError } from '../../domain/error.ts';
import type { Minor } from '../../domain/money.ts';
import type { PlanTerms } from '../../domain/payment-plan.ts';
import type { ShipWindow } from '../../domain/ship-window.ts';
import { mostLeft, shownBatch, type UnitCounters } from '../../domain/stock.ts';
import { isUuid } from '../../domain/uuid.ts';
import type { WaitlistState } from '../../domain/waitlist.ts';
import type { WaitlistSwitches } from '../../domain/waitlist-switches.ts';
import type { WithdrawalExclusion } from '../../domain/withdrawal-period.ts';
import type { Sql } from '../../platform/db.ts';

export type WaitlistVariant = {
  variantId: string;
  /** The platform's id of the variant. */
  externalId: string;
  sku: string;
  title: string;
  price: Minor;
  compareAtPrice: Minor | null;
  /** The sum over all batches. */
  allocated: number;
  /** The sum over all batches. */
  held: number;
  /** The sum over all batches. */
  sold: number;
  /** The most units of one checkout: the largest number that one batch has left. */
  left: number;
  /** The ship window for a new pre-order: that of the first batch with units of the variant left. */
  ships: ShipWindow;
  /** No longer in the catalogue. */
  gone: boolean;
  /** Not pre-ordered now, because the waitlist leaves it to the store's shelf, which has some. */
  leftToShelf: boolean;
};

export type BatchUnits = UnitCounters & { variantId: string };

/** A delivery that backs the waitlist. */
export type WaitlistBatch = {
  id: string;
  /** From 1. Batches are sold in this order. */
  position: number;
  promise: ShipWindow & { id: string; version: number };
  units: BatchUnits[];
};

export type Waitlist = WaitlistSwitches & {
  id: string;
  state: WaitlistState;
  /** It sells now, whatever the stored state: see `openNow` of the domain. */
  open: boolean;
  product: { id: string; externalId: string; handle: string; title: string };
  launchesAt: Date | null;
  closesAt: Date | null;
  limitPerCustomer: number | null;
  /** Why the law gives no right of withdrawal from what it sells; null: it is not excluded. */
  withdrawalExclusion: WithdrawalExclusion | null;
  /** The countries to which it ships, of those of the store; null for all of them. */
  countries: string[] | null;
  description: string;
  /** When shoppers pay. */
  plan: PlanTerms;
  /** In the order in which they are sold. */
  batches: WaitlistBatch[];
  /** The promise that is shown: that of the first batch with units left. */
  promise: WaitlistBatch['promise'];
  variants: WaitlistVariant[];
  createdAt: Date;
  updatedAt: Date;
  openedAt: Date | null;
  closedAt: Date | null;
};

/**
 * SQL: the waitlists that sell now, at most one for each product; it mirrors `openNow` of the domain. $1 is the store, and a
 * parameter or a column may narrow it to a product id of ours.
 */
export const openNowSql = (product?: '$2' | 'p.id') => `
  SELECT DISTINCT ON (product_id) id, product_id FROM waitlist
  WHERE store_id = $1 ${product ? `AND product_id = ${product}` : ''}
    AND (state = 'OPEN' OR (state = 'SCHEDULED' AND launches_at <= (SELECT app_now())))
    AND (closes_at IS NULL OR closes_at > (SELECT app_now()))
  ORDER BY product_id, (state = 'OPEN') DESC, launches_at NULLS FIRST, id`;

/** SQL: sorts rows of `batch b` so that the shown batch is first; it mirrors `shownBatch` of the domain. */
export const SHOWN_BATCH_FIRST = `(
  SELECT CASE WHEN bool_or(u.held + u.sold < u.allocated) THEN b.position ELSE 1000000 - b.position END
  FROM unit u WHERE u.store_id = b.store_id AND u.waitlist_id = b.waitlist_id AND u.batch_id = b.id)`;

/** Returns the id of the waitlist that a product, by our id, sells through now; null when there is none. */
export async function openWaitlistOf(sql: Sql, storeId: string, productId: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string; product_id: string }>(openNowSql('$2'), [storeId, productId]);
  return row?.id ?? null;
}

/**
 * Returns the milliseconds until the next launch or close of a product, or of any product of the store when `productId` is
 * null; null when none is scheduled. It is a duration, so that the caller's clock need not agree with the database's.
 */
export async function msUntilScheduledChange(
  sql: Sql,
  storeId: string,
  productId: string | null,
): Promise<number | null> {
  const [row] = await sql.query<{ ms: number | null }>(
    `SELECT (extract(epoch FROM least(
       min(launches_at) FILTER (WHERE state = 'SCHEDULED' AND launches_at > (SELECT app_now())),
       min(closes_at) FILTER (WHERE state IN ('SCHEDULED', 'OPEN') AND closes_at > (SELECT app_now()))) - app_now())
       * 1000)::float8 AS ms
     FROM waitlist WHERE store_id = $1 AND ($2::uuid IS NULL OR product_id = $2)`,
    [storeId, productId],
  );
  return row?.ms ?? null;
}

/** SQL: the `PlanTerms` of the waitlist `w`. */
export const planSql = `
  json_build_object('plan', w.payment_plan, 'depositRefundable', w.deposit_refundable,
    'deposit', CASE WHEN w.deposit_kind IS NOT NULL
                    THEN json_build_object('kind', w.deposit_kind, 'value', w.deposit_value) END)`;

/** SQL: the columns of a `WaitlistRow`, from `WAITLIST_FROM`. */
export const WAITLIST = `
  w.id, w.state, (o.id IS NOT NULL) AS open,
  json_build_object('id', p.id, 'externalId', p.external_id, 'handle', p.handle, 'title', p.title) AS product,
  w.launches_at AS "launchesAt", w.closes_at AS "closesAt", w.limit_per_customer AS "limitPerCustomer",
  w.show_position AS "showPosition", w.shelf_first AS "shelfFirst", w.countries, w.description,
  w.withdrawal_exclusion AS "withdrawalExclusion",
  ${planSql} AS plan,
  (SELECT json_agg(json_build_object(
     'id', b.id, 'position', b.position,
     'promise', (SELECT json_build_object('id', q.id, 'version', q.version, 'from', q.ships_from, 'until', q.ships_until)
                 FROM promise q WHERE q.store_id = b.store_id AND q.batch_id = b.id ORDER BY q.version DESC LIMIT 1),
     'units', coalesce((SELECT json_agg(json_build_object('variantId', u.variant_id, 'allocated', u.allocated,
                                                          'held', u.held, 'sold', u.sold))
                        FROM unit u WHERE u.store_id = b.store_id AND u.waitlist_id = w.id AND u.batch_id = b.id), '[]'))
     ORDER BY b.position)
   FROM batch b WHERE b.store_id = w.store_id AND b.waitlist_id = w.id) AS batches,
  (SELECT json_agg(json_build_object(
     'variantId', v.id, 'externalId', v.external_id, 'sku', v.sku, 'title', v.title, 'price', wv.price,
     'compareAtPrice', wv.compare_at_price, 'gone', v.gone_at IS NOT NULL,
     'leftToShelf', w.shelf_first AND v.in_stock > 0 AND v.gone_at IS NULL) ORDER BY v.position, v.id)
   FROM waitlist_variant wv
   JOIN variant v ON v.store_id = wv.store_id AND v.id = wv.variant_id
   WHERE wv.store_id = w.store_id AND wv.waitlist_id = w.id) AS variants,
  w.created_at AS "createdAt", w.updated_at AS "updatedAt", w.opened_at AS "openedAt", w.closed_at AS "closedAt"`;

export const WAITLIST_FROM = `
  FROM waitlist w
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
  LEFT JOIN LATERAL (${openNowSql('p.id')}) o ON o.id = w.id`;

type Offered = Omit<WaitlistVariant, keyof UnitCounters | 'left' | 'ships'>;
export type WaitlistRow = Omit<Waitlist, 'promise' | 'variants'> & { variants: Offered[] };

export function toWaitlist({ batches, variants, ...row }: WaitlistRow): Waitlist {
  const shown = shownBatch(batches);
  if (!shown) throw new Error(`waitlist ${row.id} has no batch`);
  return { ...row, batches, promise: shown.promise, variants: variants.map((variant) => ofBatches(variant, batches)) };
}

function ofBatches(offered: Offered, batches: readonly WaitlistBatch[]): WaitlistVariant {
  const having = batches.flatMap(({ promise, units }) => {
    const own = units.filter(({ variantId }) => variantId === offered.variantId);
    return own.length > 0 ? [{ promise, units: own }] : [];
  });
  const units = having.flatMap((batch) => batch.units);
  const shown = shownBatch(having);
  if (!shown) throw new Error(`no batch has the variant ${offered.variantId}`);
  const sum = (of: (unit: UnitCounters) => number) => units.reduce((total, unit) => total + of(unit), 0);
  return {
    ...offered,
    allocated: sum(({ allocated }) => allocated),
    held: sum(({ held }) => held),
    sold: sum(({ sold }) => sold),
    left: mostLeft(units),
    ships: { from: shown.promise.from, until: shown.promise.until },
  };
}

/** Reads a waitlist. Throws `waitlist_not_found`, also for a waitlist of another store and for text that is no id. */
export async function readWaitlist(sql: Sql, storeId: string, id: string): Promise<Waitlist> {
  const rows = isUuid(id)
    ? await sql.query<WaitlistRow>(`SELECT ${WAITLIST} ${WAITLIST_FROM} WHERE w.store_id = $1 AND w.id = $2`, [
        storeId,
        id,
      ])
    : [];
  const [waitlist] = rows;
  if (!waitlist) throw waitlistNotFound();
  return toWaitlist(waitlist);
}

export function waitlistNotFound(): AppError {
  return new AppError('waitlist_not_found', 'There is no such waitlist in this store.');
}

/** The alert of a launch that is due while another waitlist of the product is open. */
export const LAUNCH_WAITS = 'launch_waits';

// One run handles as many products as fit into a few seconds; the next run continues.
const DUE_PRODUCTS_MAX = 500;

/**
 * Reads the products of all stores whose waitlists have a stored state that is out of date. A launch that has to wait counts
 * only until its alert is raised.
 */
export async function productsDue(sql: Sql): Promise<{ storeId: string; productId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId", product_id AS "productId" FROM (
       SELECT w.store_id, w.product_id FROM waitlist w
       WHERE w.closes_at <= (SELECT app_now()) AND w.state IN ('SCHEDULED', 'OPEN', 'PAUSED')
       UNION -- not OR: each has an index of its own
       SELECT w.store_id, w.product_id FROM waitlist w
       WHERE w.state = 'SCHEDULED' AND w.launches_at <= (SELECT app_now()) AND (
         NOT EXISTS (SELECT 1 FROM alert a WHERE a.store_id = w.store_id AND a.code = $1 AND a.subject_id = w.id
                     AND a.resolved_at IS NULL)
         OR NOT EXISTS (SELECT 1 FROM waitlist o WHERE o.store_id = w.store_id AND o.product_id = w.product_id
                        AND o.state = 'OPEN'))) due
     LIMIT $2`,
    [LAUNCH_WAITS, DUE_PRODUCTS_MAX],
  );
}

/** Reads the waitlist of a batch. Throws `batch_not_found`, also for a batch of another store and for text that is no id. */
export async function readWaitlistOfBatch(sql: Sql, storeId: string, batchId: string): Promise<Waitlist> {
  const [row] = isUuid(batchId)
    ? await sql.query<{ id: string }>('SELECT waitlist_id AS id FROM batch WHERE store_id = $1 AND id = $2', [
        storeId,
        batchId,
      ])
    : [];
  if (!row) throw batchNotFound();
  return readWaitlist(sql, storeId, row.id);
}

export function batchNotFound(): AppError {
  return new AppError('batch_not_found', 'There is no such batch in this store.');
}
