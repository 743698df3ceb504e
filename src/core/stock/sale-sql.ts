import { arrayParams, arraysOf, type Columns, namesOf } from '../../platform/columns.ts';
import { LEDGER_SUMS } from './queries.ts';
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
  return [pipeline.send('sale_move_counters', MOVE_COUNTERS, counterArrays(changes))];
}

export const UNIT_KEY = {
  store_id: ['uuid', (unit) => unit.storeId],
  waitlist_id: ['uuid', (unit) => unit.waitlistId],
  batch_id: ['uuid', (unit) => unit.batchId],
  variant_id: ['uuid', (unit) => unit.variantId],
} satisfies Columns<UnitKey>;

/** The columns of rows that have a unit. Rows of the same unit also have the same `unit` columns. */
export type UnitRowColumns<Row> = { unit: Columns<Row>; row: Columns<Row> };

/**
 * SQL: selects rows of these columns from the parameters from `$first` on. Most rows of a sale have the same unit, so its
 * columns are sent once for each unit, and every row has the place of its unit among them.
 */
export function selectUnitRows({ unit, row }: UnitRowColumns<never>, first: number): string {
  const ofUnit = Object.entries(unit).map(
    ([name, [type]], index) => `($${first + index}::${type}[])[r.unit] AS ${name}`,
  );
  const place = first + ofUnit.length;
  return `SELECT ${ofUnit.join(', ')}, ${namesOf(row, 'r')}
    FROM unnest($${place}::int[], ${arrayParams(row, place + 1)}) AS r (unit, ${namesOf(row)})`;
}

/** Returns the parameters of `selectUnitRows`. */
export function unitRowArrays<Row extends UnitKey>(columns: UnitRowColumns<Row>, rows: readonly Row[]): unknown[][] {
  const { units, places } = distinctUnits(rows);
  return [...arraysOf(columns.unit, units), places, ...arraysOf(columns.row, rows)];
}

/** Returns the distinct units, and for each row the place of its unit among them, counted from one. */
function distinctUnits<Row extends UnitKey>(rows: readonly Row[]): { units: Row[]; places: number[] } {
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

const CHANGE = {
  held_delta: ['int', (change) => change.held],
  sold_delta: ['int', (change) => change.sold],
  reason: ['text', (change) => change.reason],
  source_id: ['uuid', (change) => change.sourceId],
} satisfies Columns<CounterChange>;

const LEDGER_ROW = { unit: UNIT_KEY, row: CHANGE };

/** Returns the parameters of `MOVE_COUNTERS`. */
export const counterArrays = (changes: readonly CounterChange[]): unknown[][] => unitRowArrays(LEDGER_ROW, changes);

/** SQL: inserts ledger rows and moves the counters by them. The caller must have locked the unit rows. */
export const MOVE_COUNTERS = `
  WITH change AS (
    INSERT INTO stock_ledger (${namesOf(UNIT_KEY)}, ${namesOf(CHANGE)}, at)
    SELECT *, (SELECT app_now()) FROM (${selectUnitRows(LEDGER_ROW, 1)}) row
    RETURNING *
  )
  UPDATE unit u SET held = u.held + c.held, sold = u.sold + c.sold
  FROM (SELECT store_id, waitlist_id, batch_id, variant_id, ${LEDGER_SUMS}
        FROM change GROUP BY 1, 2, 3, 4) c
  WHERE (u.store_id, u.waitlist_id, u.batch_id, u.variant_id) = (c.store_id, c.waitlist_id, c.batch_id, c.variant_id)`;
