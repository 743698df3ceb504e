import { setTimeout as sleep } from 'node:timers/promises';
import { audit } from '../../src/core/audits/commands.ts';
import { shiftClock } from '../support/core.ts';
import type { ShopperTally } from './shoppers.ts';
import type { Stage } from './stage.ts';

/** What must be zero after a fault, and what is left of the books' other rules. */
export type Verdict = {
  told: number;
  lost: number;
  oversold: number;
  chargedTwice: number;
  heldForEver: number;
  internalErrors: number;
  unavailable: number;
  unanswered: number;
  /** Jobs that are not done, processes that ended, broken rules of the audit: in words. */
  faults: string[];
};

const REST_MS = 300_000; // in which nothing of it became less
const LOOK_MS = 250;
const LATER_S = 30 * 60; // longer than any hold lives, and any claim of a process that was killed

/**
 * Waits until all work is done and all holds are over, and counts. The shoppers have left. Half an hour passes at once, and jobs that failed
 * do not wait for their next try.
 */
export async function judge(stage: Stage, seen: ShopperTally): Promise<Verdict> {
  const faults: string[] = [];
  const wait = async (what: string, countLeft: () => Promise<number>) => {
    let [fewest, until] = [Number.POSITIVE_INFINITY, 0];
    for (let left = await countLeft(); left > 0; left = await countLeft()) {
      if (left < fewest) [fewest, until] = [left, performance.now() + REST_MS];
      if (performance.now() > until) return void faults.push(`${left} ${what}`);
      await sleep(LOOK_MS);
    }
  };
  const countJobs = async () => {
    await stage.db.query(TRY_NOW);
    return count(stage, JOBS_LEFT);
  };
  await shiftClock(stage.db, LATER_S);
  await wait('jobs are left', countJobs);
  await wait('units are held', () => count(stage, HELD));
  await wait('jobs are left after the holds', countJobs);
  for (const { process } of [...stage.services, stage.worker]) {
    if (process.child.exitCode !== null) faults.push(`a process ended: ${process.output().slice(-500)}`);
  }
  for (const { process } of stage.services) {
    const lines = process.output().split('\n');
    faults.push(...lines.filter((line) => line.includes('"code":"internal_error"')).slice(0, 3));
  }
  for (const { id } of await stage.db.query<{ id: string }>('SELECT id FROM store')) {
    for (const finding of await audit(stage.core, id)) faults.push(`audit: ${JSON.stringify(finding)}`);
  }
  const { tooMuch: chargedTwice, missing } = await comparePayments(stage);
  if (missing > 0) faults.push(`${missing} pre-orders are not paid`);
  const statuses = [...seen.statuses];
  const sum = (is: (status: number) => boolean) =>
    statuses.filter(([status]) => is(status)).reduce((all, [, times]) => all + times, 0);
  return {
    told: seen.told.length,
    lost: await countLost(stage, seen.told),
    oversold: await count(stage, OVERSOLD),
    chargedTwice,
    heldForEver: await count(stage, HELD),
    internalErrors: sum((status) => status >= 500 && status !== 503),
    unavailable: sum((status) => status === 503),
    unanswered: seen.unanswered,
    faults,
  };
}

const JOBS_LEFT = `SELECT (SELECT count(*) FROM graphile_worker._private_jobs) + (SELECT count(*) FROM outbox WHERE dispatched_at IS NULL) AS n`;
export const TRY_NOW = `UPDATE graphile_worker._private_jobs SET run_at = now()
  WHERE run_at > now() + interval '1 second' AND attempts > 0 AND locked_at IS NULL`;
const HELD = 'SELECT coalesce(sum(held), 0) AS n FROM unit';
const OVERSOLD = `SELECT count(*) AS n FROM unit u WHERE u.allocated < (
  SELECT count(*) FROM preorder_line l
  WHERE l.store_id = u.store_id AND l.waitlist_id = u.waitlist_id AND l.variant_id = u.variant_id AND l.state <> 'cancelled')`;

async function count({ db }: Stage, sql: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql);
  return Number(row?.n);
}

async function countLost({ db }: Stage, told: readonly string[]): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    'SELECT count(*) AS n FROM unnest($1::text[]) AS told(reference) WHERE NOT EXISTS (SELECT 1 FROM preorder p WHERE p.reference = told.reference)',
    [told],
  );
  return Number(row?.n);
}

/**
 * Compares the bank's own books with the pre-orders. `tooMuch` are payments that the bank should not have taken: a second one of a
 * checkout, one without a pre-order, one of another amount than the pre-order's. `missing` are pre-orders that nobody paid.
 */
async function comparePayments({ db, bank }: Stage): Promise<{ tooMuch: number; missing: number }> {
  const taken = await bank.books.query<{ ref: string; amount: number }>(
    `SELECT data ->> 'payment_intent' AS ref, sum((data ->> 'amount_captured')::bigint - (data ->> 'amount_refunded')::bigint) AS amount
     FROM fake_stripe.object WHERE type = 'charge' GROUP BY 1 HAVING sum((data ->> 'amount_captured')::bigint - (data ->> 'amount_refunded')::bigint) > 0`,
  );
  const owed = await db.query<{ ref: string; total: number }>(
    `SELECT a.provider_ref AS ref, sum(l.total) AS total FROM preorder p
     JOIN attempt a ON a.store_id = p.store_id AND a.id = p.attempt_id
     JOIN preorder_line l ON l.store_id = p.store_id AND l.preorder_id = p.id AND l.state <> 'cancelled'
     GROUP BY 1`,
  );
  const totals = new Map(owed.map(({ ref, total }) => [ref, Number(total)]));
  const refs = new Set(taken.map(({ ref }) => ref));
  return {
    tooMuch: taken.filter(({ ref, amount }) => totals.get(ref) !== Number(amount)).length,
    missing: owed.filter(({ ref }) => !refs.has(ref)).length,
  };
}
