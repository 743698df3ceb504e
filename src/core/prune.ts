import type { Sql } from '../platform/db.ts';
import { removeInParts } from '../platform/remove-in-parts.ts';

/** Idempotency keys are kept 7 days (docs/contract.md). Outbox rows are kept as long, to see what followed a commit. */
const KEPT = '7 days';
// No reader needs a relayed event after an hour.
const RELAYED_KEPT = '1 hour';

const PRUNED = [
  ['idempotency', 'created_at', KEPT],
  ['api_write', 'created_at', KEPT],
  ['outbox', 'dispatched_at', KEPT],
  ['staff_session', 'expires_at', KEPT],
  ['staff_link', 'expires_at', KEPT],
  ['staff_mail', 'done_at', KEPT],
  ['staff_challenge', 'expires_at', '1 hour'],
  ['link', 'expires_at', KEPT], // an expired link shows nothing; the mail that carried it keeps its own row
  ['provider_event', 'received_at', KEPT],
  ['connection_event', 'received_at', KEPT],
  ['app_install', 'free_since', '1 day'], // opening the app there again makes another one
  ['import_row', 'expires_at', '0 seconds'], // rows with personal data that nobody brought in
  ['backup', 'made_at', '400 days'],
  ['price_history', 'until', '400 days'], // what is offered now has no end, and stays
  ['shared_limit', 'empty_at', '0 seconds'],
  ['relayed_event', 'created_at', RELAYED_KEPT],
] as const;

/**
 * Deletes rows that are past their time. Never deletes facts, ledgers or pre-orders. If one table fails, the others are
 * still pruned; then the first failure is thrown. A round without a failure is noted, so that its age can be watched.
 */
export async function prune(sql: Sql): Promise<void> {
  const failures: unknown[] = [];
  for (const pruned of PRUNED) {
    await pruneTable(sql, pruned).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
  await sql.query('UPDATE worker_life SET pruned_at = app_now()');
}

function pruneTable(sql: Sql, [table, since, kept]: (typeof PRUNED)[number]): Promise<void> {
  return removeInParts(
    sql,
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE ${since} < (SELECT app_now()) - interval '${kept}' LIMIT $1)) RETURNING 1`,
  );
}
