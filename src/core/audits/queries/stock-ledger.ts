import { addUnits, type UnitCounters } from '../../../domain/stock.ts';
import type { Database, Sql } from '../../../platform/db.ts';
import { LEDGER_SUMS } from '../../stock/queries.ts';
import type { Broken } from '../rule.ts';
import { countersDiffer, LEDGER_ENTRIES, UNIT } from '../stock-rules.ts';

const ROWS_AT_ONCE = 20_000;
// Entries older than this are committed or rolled back, because none of our transactions lasts nearly as long.
const SETTLED_AFTER = "interval '1 minute'";

type UnitSum = UnitCounters & { unit: string; last: number };

const NOTHING: UnitCounters = { allocated: 0, held: 0, sold: 0 };

/**
 * Sums up a store's stock ledger in parts and yields the counters that differ from it: null after each part, and the rows at
 * the end. Settled entries never change, so the parts need no common snapshot. Only the entries of the last minute are read
 * in one snapshot with the counters. A difference counts only if a snapshot of the whole ledger confirms it.
 */
export async function* differsFromLedger(
  db: Database,
  storeId: string,
  rowsMax: number,
): AsyncGenerator<Broken[] | null> {
  const sums = new Map<string, UnitCounters>();
  const settled = await readSettled(db, storeId);
  const rows = Math.min(ROWS_AT_ONCE, rowsMax);
  for (let after = 0; after < settled; ) {
    const part = await db.query<UnitSum>(PART, [storeId, after, settled, rows]);
    for (const { unit, ...sum } of part) sums.set(unit, addUnits(sums.get(unit) ?? NOTHING, sum));
    after = part[0]?.last ?? settled;
    yield null;
  }
  const found = await db.query<Broken>(countersDiffer(REST), [
    storeId,
    settled,
    JSON.stringify([...sums].map(([unit, sum]) => ({ unit, ...sum }))),
  ]);
  yield found.length === 0 ? found : await checkWholeLedger(db, storeId);
}

/** Returns the id of the last settled entry: it and all entries before it are older than `SETTLED_AFTER`. */
async function readSettled(sql: Sql, storeId: string): Promise<number> {
  const [entry] = await sql.query<{ id: number }>(
    `SELECT id FROM stock_ledger WHERE store_id = $1 AND at < (SELECT app_now()) - ${SETTLED_AFTER}
     ORDER BY id DESC LIMIT 1`,
    [storeId],
  );
  return entry?.id ?? 0;
}

const PART = `
  WITH part AS MATERIALIZED (
    SELECT * FROM stock_ledger WHERE store_id = $1 AND id > $2 AND id <= $3 ORDER BY id LIMIT $4)
  SELECT concat_ws(' ', ${UNIT}) AS unit, ${LEDGER_SUMS}, (SELECT max(id) FROM part) AS last
  FROM part GROUP BY ${UNIT}`;

const REST = `
  ${LEDGER_ENTRIES} AND id > $2
  UNION ALL
  SELECT split_part(unit, ' ', 1)::uuid, split_part(unit, ' ', 2)::uuid, split_part(unit, ' ', 3)::uuid, allocated, held, sold
  FROM jsonb_to_recordset($3::jsonb) AS s (unit text, allocated bigint, held bigint, sold bigint)`;

/** Compares the counters with the whole ledger in one snapshot, to avoid false findings. Rare, and slow in a large store. */
async function checkWholeLedger(db: Database, storeId: string): Promise<Broken[]> {
  return db.transaction(async (tx) => {
    await tx.query("SET LOCAL statement_timeout = '10min'");
    return tx.query<Broken>(countersDiffer(LEDGER_ENTRIES), [storeId]);
  });
}
