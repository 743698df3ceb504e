import { setTimeout as pause } from 'node:timers/promises';
import type { Next } from '../../domain/alert.ts';
import type { Database } from '../../platform/db.ts';
import { readingOf } from '../../platform/standby.ts';
import { gatherStatistics } from '../../platform/statistics.ts';
import { raiseAlert, resolveAlert } from '../alerts/commands.ts';
import type { Deps } from '../deps.ts';
import { type Finding, NOTHING_PROVEN, type Proof, type Proving, prove } from './queries/prove.ts';
import { claimEnd, type Night, readLeftOut, sellsFast } from './queries.ts';

const FAILED = 'audit_failed';
const LEFT_OUT = 'audit_left_out';

/**
 * Checks one store's books: stock ledger and counters, money ledger, movements, and what shoppers were told. Reads a range of
 * rows at a time, so that sales can go on, and changes nothing.
 */
export async function audit({ db }: Pick<Deps, 'db'>, storeId: string, how: Proving = {}): Promise<Finding[]> {
  let found: Finding[] = [];
  await gatherStatistics(db);
  for await (const proof of prove(await readingOf(db), storeId, how)) found = proof.found;
  return found;
}

// Longer than any statement takes, so a process that is silent for this time has died.
const CLAIM = '15 minutes';
const SALE_WAIT = '5 minutes';
const FAILED_WAIT = '1 hour';
const NO_WAIT = '0 seconds';
const NOTE_MS = 60_000; // how much progress is lost when the process dies
const LOOK_MS = 500; // how long the audit may run beside a sale that has just begun

/**
 * Audits a store at night; a claim lets one process do it. Returns true when the audit is finished. Returns false when
 * another process has the claim, the store sells fast, or this process stops: the next process goes on from the noted
 * progress. Findings raise an alert, which stays until a later night finds none.
 */
export async function auditByNight({ db }: Pick<Deps, 'db'>, due: Night, stopping?: AbortSignal): Promise<boolean> {
  const from = await claim(db, due);
  if (from === 'taken') return false;
  const proof = from === 'finished' ? null : await auditBesideSales(db, due, { from, stopping });
  if (proof === 'waits') return false;
  await finish(db, due, proof);
  return proof !== null;
}

/** Puts off an audit that failed: it is tried again an hour later, from the noted progress. */
export async function putOffFailed(db: Database, due: Night): Promise<void> {
  await note(db, due, { wait: FAILED_WAIT });
}

type AuditRun = { from: Proof; stopping: AbortSignal | undefined };

async function auditBesideSales(db: Database, due: Night, { from, stopping }: AuditRun): Promise<Proof | 'waits'> {
  let proof = from;
  let [lookedAt, notedAt, beganAt] = [Number.NEGATIVE_INFINITY, performance.now(), performance.now()];
  const waitWanted = async () => {
    if (stopping?.aborted) return NO_WAIT;
    if (performance.now() - lookedAt < LOOK_MS) return null;
    lookedAt = performance.now();
    return (await sellsFast(db, due.storeId)) ? SALE_WAIT : null;
  };
  await gatherStatistics(db);
  const proofs = prove(await readingOf(db), due.storeId, { from });
  for (;;) {
    const wait = await waitWanted();
    if (wait !== null) {
      await note(db, due, { proof, wait });
      return 'waits';
    }
    beganAt = performance.now();
    const { value, done } = await proofs.next();
    if (done) return proof;
    const [before, took] = [proof, performance.now() - beganAt];
    proof = value;
    // In the middle of a long rule, rest as long as the range took, so that other processes get as much time as the audit.
    if (proof.rulesDone === before.rulesDone) await pause(took);
    if (performance.now() - notedAt > NOTE_MS) {
      await note(db, due, { proof, wait: CLAIM });
      notedAt = performance.now();
    }
  }
}

/**
 * Claims a store's audit and returns the progress to go on from. `finished`: version N-1 has finished it, but did not set
 * when the next one is due.
 */
async function claim(db: Database, { storeId, night }: Night): Promise<Proof | 'taken' | 'finished'> {
  const [claimed] = await db.query<{ rulesDone: number; after: string | null; found: Finding[] | null }>(
    `INSERT INTO audit (store_id, night, started_at, claimed_until)
     VALUES ($1, $2, app_now(), app_now() + interval '${CLAIM}')
     ON CONFLICT (store_id, night) DO UPDATE SET started_at = excluded.started_at, claimed_until = excluded.claimed_until
       WHERE audit.finished_at IS NULL
         AND ${claimEnd('audit')} <= (SELECT app_now())
     RETURNING rules_done AS "rulesDone", rule_after AS after, found`,
    [storeId, night],
  );
  if (claimed) {
    const { rulesDone, after, found } = claimed;
    return { rulesDone, after: after ?? NOTHING_PROVEN.after, found: found ?? [] };
  }
  const [finished] = await db.query(
    'SELECT 1 FROM audit WHERE store_id = $1 AND night = $2 AND finished_at IS NOT NULL',
    [storeId, night],
  );
  return finished ? 'finished' : 'taken';
}

/** Notes the audit's progress, and for how long no other process may claim it. */
async function note(db: Database, { storeId, night }: Night, { proof, wait }: { proof?: Proof; wait: string }) {
  await db.query(
    `UPDATE audit SET claimed_until = app_now() + $3::interval, rules_done = coalesce($4, rules_done),
            rule_after = coalesce($5, rule_after), found = coalesce($6, found)
     WHERE store_id = $1 AND night = $2 AND finished_at IS NULL`,
    [storeId, night, wait, proof?.rulesDone, proof?.after, proof && JSON.stringify(proof.found)],
  );
}

async function finish(db: Database, { storeId, night }: Night, proof: Proof | null): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `UPDATE store SET audit_due_at = ($2::date + 1 + time '03:00') AT TIME ZONE time_zone WHERE id = $1`,
      [storeId, night],
    );
    await resolveAlert(tx, storeId, { code: LEFT_OUT, subjectId: storeId });
    if (proof === null) return;
    const { found, rulesDone } = proof;
    await tx.query(
      `UPDATE audit SET finished_at = app_now(), findings = $3, found = $4, rules_done = $5, rule_after = NULL,
              claimed_until = NULL
       WHERE store_id = $1 AND night = $2`,
      [storeId, night, found.length, found.length > 0 ? JSON.stringify(found) : null, rulesDone],
    );
    const [first] = found;
    if (!first) return resolveAlert(tx, storeId, { code: FAILED, subjectId: storeId });
    const { code: rule, subject, detail: said, detailCode: detail, detailValues = [] } = first;
    const places = Object.fromEntries(detailValues.map((value, index) => [`${index + 1}`, value]));
    const values = { count: found.length, rule, subject, said, ...(detail && { detail }), ...places };
    await raiseAlert(tx, storeId, { text: FAILED, subjectId: storeId, values, next: AUDIT });
  });
}

const AUDIT: Next = { step: 'audit_books' };

/** Raises an alert for each store whose audit was not done for a whole night. */
export async function alertLeftOut({ db }: Pick<Deps, 'db'>): Promise<void> {
  for (const { storeId, since } of await readLeftOut(db, LEFT_OUT)) {
    const values = { since_on: since.toISOString().slice(0, 10) };
    await raiseAlert(db, storeId, { text: LEFT_OUT, subjectId: storeId, values, next: AUDIT });
  }
}
