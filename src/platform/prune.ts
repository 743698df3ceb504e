import type { Sql } from './db.ts';

/** Idempotency keys are kept 7 days (docs/contract.md); outbox rows as long, to see what followed a commit. */
const KEPT = '7 days';

/** Removes what has served its purpose. Facts, ledgers and pre-orders are never among it. */
export async function prune(sql: Sql): Promise<void> {
  await sql.query('DELETE FROM idempotency WHERE created_at < app_now() - $1::interval', [KEPT]);
  await sql.query('DELETE FROM outbox WHERE dispatched_at < app_now() - $1::interval', [KEPT]);
  // With nothing left to show; the mail that brought one keeps its row.
  await sql.query('DELETE FROM link WHERE expires_at < app_now() - $1::interval', [KEPT]);
  await sql.query('DELETE FROM provider_event WHERE received_at < app_now() - $1::interval', [KEPT]);
}
