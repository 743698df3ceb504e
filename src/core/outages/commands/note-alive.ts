import { WORKER_SILENT_MINUTES, workerWasAway } from '../../../domain/clock.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

/**
 * Writes down that a worker lives. The first one after a time in which none did writes down that outage as well, before it
 * decides about anything that ran out in it.
 */
export async function noteAlive({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  const lived = await db.query(
    `UPDATE worker_life SET alive_at = app_now()
     WHERE alive_at >= (SELECT app_now()) - interval '${WORKER_SILENT_MINUTES} minutes' RETURNING 1`,
  );
  if (lived.length > 0) return;
  const since = await db.transaction(noteAway);
  if (since) log.warn({ since }, 'no worker ran since then; what people had to do in that time is put off');
}

type Life = { aliveAt: Date; now: Date };

/** Several workers may start at once: the first one writes it down. Null: there was no outage. */
async function noteAway(tx: Sql): Promise<Date | null> {
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
