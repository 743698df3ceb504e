import { WORKER_SILENT_MINUTES, workerWasAway } from '../../../domain/clock.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

/**
 * Records that a worker is alive. The first worker after a time without any also records that outage, before it decides
 * about a deadline that passed during the outage.
 */
export async function noteAlive({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const lived = await db.query(
    `UPDATE worker_life SET alive_at = app_now()
     WHERE alive_at >= (SELECT app_now()) - interval '${WORKER_SILENT_MINUTES} minutes' RETURNING 1`,
  );
  if (lived.length > 0) return;
  const since = await db.transaction(recordWorkerOutage);
  if (since) log.warn({ since }, 'no worker ran since then; deadlines in that time are put off');
}

type Life = { aliveAt: Date; now: Date };

/**
 * Records the outage and returns when it began, or null when there was none. Several workers may start at the same time:
 * the row lock lets only the first of them record it.
 */
async function recordWorkerOutage(tx: Sql): Promise<Date | null> {
  await tx.query('INSERT INTO worker_life (alive_at) VALUES (app_now()) ON CONFLICT DO NOTHING');
  await tx.query('SELECT 1 FROM worker_life FOR UPDATE');
  const [life] = await tx.query<Life>('SELECT alive_at AS "aliveAt", app_now() AS now FROM worker_life');
  if (!life || !workerWasAway(life)) return null;
  await tx.query(`INSERT INTO outage (kind, began_at, ended_at, reason) VALUES ('worker', $1, $2, 'No worker ran.')`, [
    life.aliveAt,
    life.now,
  ]);
  await tx.query('UPDATE worker_life SET alive_at = $1', [life.now]);
  return life.aliveAt;
}
