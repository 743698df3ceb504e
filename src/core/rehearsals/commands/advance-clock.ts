import { AppError } from '../../../domain/error.ts';
import { ageOf, checkAdvance } from '../../../domain/test-clock.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockSalesOf } from '../../stock/commands.ts';
import { lockStore } from '../../stores/commands/lock.ts';
import { readStore } from '../../stores/queries.ts';
import { type AgingTable, readAgingTables } from '../queries/ages.ts';

/** A test store with more rows is refused: nobody may wait longer than some seconds for a sale of it. */
const AGING_ROWS_MAX = 100_000;

/**
 * Lets time pass in a test store: every row of it becomes older by so many seconds, so that an order of today was placed days ago,
 * and holds, deadlines and mails come as they would have by then. The rounds of a worker do that right after. Nothing moves in
 * other stores. Throws `invalid_parameter`, `clock_not_movable` for a live store, and `store_too_large`.
 */
export async function advanceClock({ db }: Pick<Deps, 'db'>, storeId: string, given: number): Promise<void> {
  const seconds = checkAdvance(given);
  await db.transaction(async (tx) => {
    await lockSalesOf(tx, storeId);
    await lockStore(tx, storeId);
    const { mode } = await readStore(tx, storeId);
    if (mode !== 'test') {
      throw new AppError('clock_not_movable', 'Only the clock of a test store can be moved: a live one has real time.');
    }
    const tables = await readAgingTables(tx);
    await refuseLargeStore(tx, storeId, tables);
    const age = ageOf(await readAdvanced(tx, storeId), seconds);
    // Lets rows change that otherwise never do (migration 0102); it holds for this transaction.
    await tx.query(`SELECT set_config('app.ages_store', $1::text, true)`, [storeId]);
    for (const table of tables)
      for (const text of agingStatements(table)) await tx.query(text, [storeId, ...values(age)]);
    await noteAdvance(tx, storeId, seconds);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}

const values = ({ seconds, days }: { seconds: number; days: number }) => [seconds, days];

// Days of a key leave for a time in which nothing is, and come back from there: one after the other they would meet.
const APART = 1_000_000;

function agingStatements({ name, instants, days, keyDays }: AgingTable): string[] {
  const moves = [
    ...instants.map((column) => `${column} = ${column} - $2::bigint * interval '1 second'`),
    ...days.map((column) => `${column} = ${column} - $3::int${keyDays.includes(column) ? ` - ${APART}` : ''}`),
  ];
  // Both values are named in each statement, because PostgreSQL refuses one that it cannot give a type.
  const rows = 'store_id = $1 AND $2::bigint > 0 AND $3::int >= 0';
  const statements = [`UPDATE ${name} SET ${moves.join(', ')} WHERE ${rows}`];
  if (keyDays.length > 0) {
    const back = keyDays.map((column) => `${column} = ${column} + ${APART}`);
    statements.push(`UPDATE ${name} SET ${back.join(', ')} WHERE ${rows}`);
  }
  return statements;
}

async function refuseLargeStore(tx: Sql, storeId: string, tables: readonly AgingTable[]): Promise<void> {
  const counts = tables.map(
    ({ name }) => `(SELECT count(*) FROM (SELECT 1 FROM ${name} WHERE store_id = $1 LIMIT $2::int + 1) some_rows)`,
  );
  const [row] = await tx.query<{ rows: number }>(`SELECT (${counts.join(' + ')})::int AS rows`, [
    storeId,
    AGING_ROWS_MAX,
  ]);
  if ((row?.rows ?? 0) <= AGING_ROWS_MAX) return;
  const message = `The store has more than ${AGING_ROWS_MAX} rows that would grow older. Copy its live store again, and use that copy.`;
  throw new AppError('store_too_large', message, { data: { rows_max: AGING_ROWS_MAX } });
}

async function readAdvanced(tx: Sql, storeId: string): Promise<number> {
  const [clock] = await tx.query<{ seconds: number }>(
    'SELECT advanced_seconds AS seconds FROM test_clock WHERE store_id = $1',
    [storeId],
  );
  return clock?.seconds ?? 0;
}

async function noteAdvance(tx: Sql, storeId: string, seconds: number): Promise<void> {
  await tx.query(
    `INSERT INTO test_clock (store_id, advanced_seconds, moved_at) VALUES ($1, $2, app_now())
     ON CONFLICT (store_id) DO UPDATE
       SET advanced_seconds = test_clock.advanced_seconds + excluded.advanced_seconds, moved_at = excluded.moved_at`,
    [storeId, seconds],
  );
}
