import type { Database } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { raiseAlert, resolveAlert } from '../stores/commands.ts';
import { type Finding, readFindings } from './queries.ts';

const ALERT = 'audit_failed';

/**
 * Proves one store's books: stock ledger and counters, money ledger, movements and what shoppers were told. Reads one
 * moment of them while sales go on, and changes nothing.
 */
export async function audit(deps: Pick<Deps, 'db'>, storeId: string): Promise<Finding[]> {
  return deps.db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await tx.query("SET LOCAL statement_timeout = '10min'"); // it reads every row of a store
    return readFindings(tx, storeId);
  });
}

/** The same by night, by one process a store; what it finds is an alert until a later one finds nothing. */
export async function auditByNight(deps: Pick<Deps, 'db'>, storeId: string, night: string): Promise<void> {
  if (!(await claim(deps.db, storeId, night))) return;
  const findings = await audit(deps, storeId);
  await deps.db.transaction(async (tx) => {
    await tx.query('UPDATE audit SET finished_at = app_now(), findings = $3 WHERE store_id = $1 AND night = $2', [
      storeId,
      night,
      findings.length,
    ]);
    const alert = { code: ALERT, subjectId: storeId };
    const [first] = findings;
    if (!first) return resolveAlert(tx, storeId, alert);
    const message = `The books have ${findings.length} findings, first: ${first.rule} ${first.subject}: ${first.detail}. See ./service ledger audit.`;
    await raiseAlert(tx, storeId, { ...alert, message });
  });
}

/** A process that died in the middle keeps its claim for an hour. */
async function claim(db: Database, storeId: string, night: string): Promise<boolean> {
  const rows = await db.query(
    `INSERT INTO audit (store_id, night, started_at) VALUES ($1, $2, app_now())
     ON CONFLICT (store_id, night) DO UPDATE SET started_at = app_now()
       WHERE audit.finished_at IS NULL AND audit.started_at <= app_now() - interval '1 hour'
     RETURNING 1`,
    [storeId, night],
  );
  return rows.length > 0;
}
