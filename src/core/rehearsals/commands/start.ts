import { AppError } from '../../../domain/error.ts';
import { checkPlan, type LaunchPlan } from '../../../domain/rehearsal.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { Deps } from '../../deps.ts';
import { readStore } from '../../stores/queries.ts';
import { readWaitlist } from '../../waitlists/queries.ts';
import { namedVariants } from './variants.ts';

const KEPT = 20;

/**
 * Asks for the rehearsal of a waitlist's launch; a worker runs it. Throws `waitlist_not_found`, `invalid_parameter`,
 * `invalid_transition` for a closed waitlist, and `rehearsal_running` while the store has another one. Resolves with its id.
 */
export async function startRehearsal(
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  { waitlistId, ...given }: Partial<LaunchPlan> & { waitlistId: string },
): Promise<string> {
  const { country, shipping } = await readStore(db, storeId);
  const plan = checkPlan(given, country ?? shipping[0]?.country ?? 'US');
  const waitlist = await readWaitlist(db, storeId, waitlistId);
  if (waitlist.state === 'CLOSED') {
    throw new AppError('invalid_transition', 'The waitlist is closed for good: nobody could buy from it.');
  }
  namedVariants(plan, waitlist);
  const id = newRowId();
  const started = await db.query(
    `INSERT INTO rehearsal (store_id, id, state, waitlist_id, plan, shoppers) VALUES ($1, $2, 'waiting', $3, $4, $5)
     ON CONFLICT (store_id) WHERE state IN ('waiting', 'running') DO NOTHING RETURNING 1`,
    [storeId, id, waitlist.id, JSON.stringify(plan), plan.shoppers],
  );
  if (started.length === 0) {
    throw new AppError('rehearsal_running', 'The store rehearses a launch already: wait for it, or stop it.');
  }
  await db.query(
    `DELETE FROM rehearsal WHERE store_id = $1 AND state NOT IN ('waiting', 'running') AND id NOT IN (
       SELECT id FROM rehearsal WHERE store_id = $1 ORDER BY created_at DESC, id LIMIT $2)`,
    [storeId, KEPT],
  );
  return id;
}

/** Asks a rehearsal to stop: it ends at the next shopper with a report so far. One that has ended stays as it is. */
export async function stopRehearsal({ db }: Pick<Deps, 'db'>, storeId: string, id: string): Promise<void> {
  await db.query(
    `UPDATE rehearsal SET stop_asked = true,
       state = CASE WHEN state = 'waiting' THEN 'stopped' ELSE state END,
       ended_at = CASE WHEN state = 'waiting' THEN app_now() ELSE ended_at END
     WHERE store_id = $1 AND id = $2 AND state IN ('waiting', 'running')`,
    [storeId, id],
  );
}
