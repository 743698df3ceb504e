import { AppError } from '../../../domain/error.ts';
import type { LaunchPlan } from '../../../domain/rehearsal.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { listRunning } from '../queries/rehearsals.ts';
import { rehearse } from './rehearse.ts';

// A process that says nothing for so long is gone, and its rehearsal has failed.
const CLAIM = '60 seconds';
const TELL_EVERY_MS = 1_000;
// The process ended before the rehearsal did.
const INTERRUPTED = 'interrupted';
const BEAT_MS = 10_000; // several within a claim, so that one may fail

type Claimed = { storeId: string; id: string; waitlistId: string; plan: LaunchPlan };

/** Runs the rehearsal that waits longest, in a database of its own that is removed afterwards. Any number of processes may do so. */
export async function runRehearsals(deps: Deps, stopping?: AbortSignal): Promise<boolean> {
  await endLost(deps.db);
  const claimed = await claim(deps.db);
  if (claimed === null) return false;
  try {
    await whileClaimed(deps, claimed, async () => {
      await deps.scratch.removeLeft(await listRunning(deps.db));
      await run(deps, claimed, stopping);
    });
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.error({ err: error, rehearsal: claimed.id }, 'a rehearsal failed');
    const failure =
      error instanceof AppError
        ? { code: stopping?.aborted ? INTERRUPTED : error.code, message: error.message }
        : { code: 'internal_error', message: 'Something went wrong. The log of the service says what.' };
    await end(deps.db, claimed, { state: 'failed', failure, report: null });
  }
  return true;
}

async function run(deps: Deps, claimed: Claimed, stopping?: AbortSignal): Promise<void> {
  const { db } = deps;
  const scratch = await deps.scratch.open(claimed.id);
  try {
    let toldAt = performance.now();
    let stopped = false;
    const report = await rehearse(deps, scratch.deps, {
      ...claimed,
      async goesOn(arrived) {
        if (stopping?.aborted)
          throw new AppError('unavailable', 'The service was stopped in the middle. Start it again.');
        if (performance.now() - toldAt < TELL_EVERY_MS) return true;
        toldAt = performance.now();
        stopped = await tell(db, claimed, arrived);
        return !stopped;
      },
    });
    await end(db, claimed, { state: stopped ? 'stopped' : 'done', failure: null, report });
  } finally {
    await scratch.close();
  }
}

/**
 * Says again and again that this process lives, until the work is done: the making and filling of the database tells
 * nothing, and may take longer than the claim lasts.
 */
async function whileClaimed(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { storeId, id }: Claimed,
  work: () => Promise<void>,
) {
  const keep = () =>
    db
      .query(
        `UPDATE rehearsal SET claimed_until = app_now() + $3::interval
         WHERE store_id = $1 AND id = $2 AND state = 'running'`,
        [storeId, id, CLAIM],
      )
      // The next beat tries again.
      .catch((error: unknown) => log.warn({ err: error, rehearsal: id }, 'a claim was not kept'));
  const beat = setInterval(keep, BEAT_MS);
  try {
    await work();
  } finally {
    clearInterval(beat);
  }
}

async function claim(db: Sql): Promise<Claimed | null> {
  const [claimed] = await db.query<Claimed>(
    `UPDATE rehearsal r SET state = 'running', started_at = app_now(), claimed_until = app_now() + $1::interval
     WHERE (store_id, id) = (SELECT store_id, id FROM rehearsal WHERE state = 'waiting'
                             ORDER BY created_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING store_id AS "storeId", id, waitlist_id AS "waitlistId", plan`,
    [CLAIM],
  );
  return claimed ?? null;
}

/** Says how far it is. Resolves with true if the merchant has asked to stop. */
async function tell(db: Sql, { storeId, id }: Claimed, arrived: number): Promise<boolean> {
  const [row] = await db.query<{ stop: boolean }>(
    `UPDATE rehearsal SET arrived = $3 WHERE store_id = $1 AND id = $2 RETURNING stop_asked AS stop`,
    [storeId, id, arrived],
  );
  return row?.stop ?? true;
}

type Failure = { code: string; message: string };
type End = { state: 'done' | 'stopped' | 'failed'; failure: Failure | null; report: { shoppers: number } | null };

async function end(db: Sql, { storeId, id }: Claimed, { state, failure, report }: End): Promise<void> {
  await db.query(
    `UPDATE rehearsal SET state = $3, failure = $4, failure_code = $5, report = $6, arrived = coalesce($7, arrived),
       ended_at = app_now(), claimed_until = NULL
     WHERE store_id = $1 AND id = $2`,
    [
      storeId,
      id,
      state,
      failure?.message ?? null,
      failure?.code ?? null,
      report && JSON.stringify(report),
      report?.shoppers ?? null,
    ],
  );
}

async function endLost(db: Sql): Promise<void> {
  await db.query(
    `UPDATE rehearsal SET state = 'failed', failure = $1, failure_code = $2, ended_at = app_now(), claimed_until = NULL
     WHERE state = 'running' AND claimed_until < (SELECT app_now())`,
    ['The process that ran it has ended. Start it again.', INTERRUPTED],
  );
}
