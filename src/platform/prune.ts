import type { Sql } from './db.ts';

/** Idempotency keys are kept 7 days (docs/contract.md); outbox rows as long, to see what followed a commit. */
const KEPT = '7 days';

// A statement has ten seconds, and a sale leaves hundreds of thousands of rows behind.
const PART = 10_000;

/** Removes what has served its purpose. Facts, ledgers and pre-orders are never among it. */
export async function prune(sql: Sql): Promise<void> {
  await pruneTable(sql, 'idempotency', 'created_at');
  await pruneTable(sql, 'outbox', 'dispatched_at');
  await pruneTable(sql, 'link', 'expires_at'); // with nothing left to show; the mail that brought one keeps its row
  await pruneTable(sql, 'provider_event', 'received_at');
}

function pruneTable(sql: Sql, table: string, since: string): Promise<void> {
  return removeInParts(
    sql,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE ${since} < app_now() - interval '${KEPT}' LIMIT $1)) RETURNING 1`,
  );
}

/** Deletes as often as there are rows: `$1` is how many at once, and each is returned. */
export async function removeInParts(sql: Sql, statement: string): Promise<void> {
  for (;;) {
    const removed = await sql.query(statement, [PART]);
    if (removed.length < PART) return;
  }
}
