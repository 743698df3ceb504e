import type { CounterChange, HoldRequest, LockedUnit, Pipeline, PlaceRequest, UnitKey } from './sale-requests.ts';

// The first part of the two-part advisory lock key. It sets our locks apart from others in this database.
export const SALE_LOCK = 7_214_909;

/**
 * Sends BEGIN and every lock of a batch in one round trip. It locks the store first, because limits and idempotency keys need
 * more than the unit rows; then checkouts by key, then unit rows by key. All writers of these tables keep this order. No
 * wait is longer than the lock time-out of the connection (`FOR_BATCHES`). NO KEY UPDATE is enough; UPDATE would also block
 * inserts that refer to these rows.
 */
export async function lockSale(
  pipeline: Pipeline,
  { holds, places, commitsEarly }: { holds: HoldRequest[]; places: PlaceRequest[]; commitsEarly: boolean },
): Promise<LockedUnit[]> {
  const storeId = [...holds, ...places][0]?.storeId;
  const checkouts = [...holds.filter((request) => request.replaces), ...places];
  const sent: Promise<unknown>[] = [
    pipeline.send('sale_begin', 'BEGIN ISOLATION LEVEL READ COMMITTED'),
    pipeline.send('sale_lock_store', LOCK_STORE, [SALE_LOCK, storeId, commitsEarly]),
  ];
  const checkoutKeys = [checkouts.map((request) => request.storeId), checkouts.map((request) => request.checkoutId)];
  if (checkouts.length > 0) sent.push(pipeline.send('sale_lock_checkouts', LOCK_CHECKOUTS, checkoutKeys));
  const wanted = new Map(holds.map((hold) => [`${hold.storeId} ${hold.waitlistId} ${hold.variantId}`, hold]));
  const distinct = [...wanted.values()];
  const wantedKeys = [
    distinct.map((hold) => hold.storeId),
    distinct.map((hold) => hold.waitlistId),
    distinct.map((hold) => hold.variantId),
  ];
  const units =
    checkouts.length === 0
      ? pipeline.send<LockedUnit>('sale_lock_wanted', LOCK_WANTED, wantedKeys)
      : pipeline.send<LockedUnit>('sale_lock_wanted_and_held', LOCK_WANTED_AND_HELD, [...wantedKeys, ...checkoutKeys]);
  const [rows] = await Promise.all([units, ...sent]);
  return rows;
}

const LOCK_STORE = `
  SELECT pg_advisory_xact_lock($1, hashtext($2)), CASE WHEN $3 THEN set_config('synchronous_commit', 'off', true) END`;

const LOCK_CHECKOUTS = `
  SELECT 1 FROM checkout
  WHERE (store_id, id) IN (SELECT * FROM unnest($1::uuid[], $2::uuid[]))
  ORDER BY store_id, id
  FOR NO KEY UPDATE`;

const lockUnits = (keys: string) => `
  SELECT u.store_id AS "storeId", u.waitlist_id AS "waitlistId", u.batch_id AS "batchId", u.variant_id AS "variantId",
         u.allocated, u.held, u.sold
  FROM unit u
  WHERE (u.store_id, u.waitlist_id, u.variant_id) IN (${keys})
  ORDER BY u.store_id, u.waitlist_id, u.batch_id, u.variant_id
  FOR NO KEY UPDATE OF u`;

const WANTED = 'SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[])';

// Most batches replace no hold, and the subquery for the held units would be half the cost of the locks.
const LOCK_WANTED = lockUnits(WANTED);

const LOCK_WANTED_AND_HELD = lockUnits(`
    ${WANTED}
    UNION
    SELECT h.store_id, h.waitlist_id, h.variant_id FROM hold h
    WHERE (h.store_id, h.checkout_id) IN (SELECT * FROM unnest($4::uuid[], $5::uuid[]))`);

/** Inserts ledger rows, and moves the counters by exactly those rows. */
export function moveCounters(pipeline: Pipeline, changes: readonly CounterChange[]): Promise<unknown>[] {
  if (changes.length === 0) return [];
  return [pipeline.send('sale_move_counters', MOVE_COUNTERS, counterColumns(changes))];
}

/** Returns the parameters of `MOVE_COUNTERS`. */
export function counterColumns(changes: readonly CounterChange[]): unknown[][] {
  const { units, places } = distinctUnits(changes);
  return [
    ...unitColumns(units),
    places,
    changes.map((change) => change.held),
    changes.map((change) => change.sold),
    changes.map((change) => change.reason),
    changes.map((change) => change.sourceId),
  ];
}

/**
 * Returns the distinct units, and for each row the place of its unit among them, counted from one. Most rows of a sale have
 * the same unit, so its key is sent once.
 */
export function distinctUnits<Row extends UnitKey>(rows: readonly Row[]): { units: Row[]; places: number[] } {
  const found = new Map<string, number>();
  const units: Row[] = [];
  const places = rows.map((row) => {
    const key = `${row.batchId} ${row.variantId}`;
    const place = found.get(key) ?? units.push(row);
    found.set(key, place);
    return place;
  });
  return { units, places };
}

export function unitColumns(units: readonly UnitKey[]): string[][] {
  return [
    units.map((unit) => unit.storeId),
    units.map((unit) => unit.waitlistId),
    units.map((unit) => unit.batchId),
    units.map((unit) => unit.variantId),
  ];
}

/** SQL: inserts ledger rows and moves the counters by them. The caller must have locked the unit rows. */
export const MOVE_COUNTERS = `
  WITH change AS (
    INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, held_delta, sold_delta, reason, source_id, at)
    SELECT ($1::uuid[])[c.unit], ($2::uuid[])[c.unit], ($3::uuid[])[c.unit], ($4::uuid[])[c.unit],
           c.held, c.sold, c.reason, c.source_id, (SELECT app_now())
    FROM unnest($5::int[], $6::int[], $7::int[], $8::text[], $9::uuid[]) AS c (unit, held, sold, reason, source_id)
    RETURNING *
  )
  UPDATE unit u SET held = u.held + c.held, sold = u.sold + c.sold
  FROM (SELECT store_id, waitlist_id, batch_id, variant_id, sum(held_delta)::int AS held, sum(sold_delta)::int AS sold
        FROM change GROUP BY 1, 2, 3, 4) c
  WHERE (u.store_id, u.waitlist_id, u.batch_id, u.variant_id) = (c.store_id, c.waitlist_id, c.batch_id, c.variant_id)`;
