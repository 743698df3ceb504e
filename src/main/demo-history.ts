import { setTimeout as pause } from 'node:timers/promises';
import { DEMO_STORE } from '../../demo/catalogue.ts';
import { PARKA } from '../../demo/history/offers.ts';
import { type HistoryClock, liveHistory } from '../../demo/history/story.ts';
import { findProduct } from '../core/catalog/queries.ts';
import type { Deps } from '../core/deps.ts';
import { countJobs, listJobs } from '../core/jobs/queries.ts';
import { startJobs } from '../core/jobs/worker.ts';
import { readWaitingRows } from '../core/outbox/queries.ts';
import { listPreorders } from '../core/preorders/queries/list.ts';
import { findStoreBySlug, readClock, type Store } from '../core/stores/queries.ts';
import type { Sql } from '../platform/db.ts';
import { moveClock } from '../platform/moved-clock.ts';
import { handlersOf, roundsOf } from './background.ts';

// A day of the history waits no longer for what follows from it. A charge that fails is tried again for days.
const SETTLE_MS_MAX = 10_000;
const LOOK_MS = 15;
const LEFT_TOLD_MAX = 5;
const DAY_MS = 86_400_000;
// In the middle of a working day, wherever the store is.
const HOUR_OF_DAY = 11;

/**
 * Gives the demo store months of past, once, before anything else runs: with the commands, the jobs and the rules of the product,
 * while the database's clock stands in the past. Its mails are written and go nowhere. Payments go to the test provider, whose
 * cards need no server. Does nothing when the store has a history, or a part of one.
 * `onBegin` is called before it begins.
 */
export async function giveHistory(deps: Deps, onBegin: () => void = () => {}): Promise<void> {
  const { db } = deps;
  // A process that ended in the middle left the clock in the past.
  await moveClock(db, 0);
  const store = await findStoreBySlug(db, DEMO_STORE.slug);
  if (!store || (await hasPast(db, store))) return;
  onBegin();
  const past: Deps = {
    ...deps,
    mail: { send: async () => {} },
    paymentsFor: async ({ id }) => deps.payments('test', id),
  };
  const jobs = await startJobs({ db: deps.lookups, log: deps.log }, handlersOf({ ...past, db: deps.lookups }));
  try {
    const clock = await createClock(past, store);
    await liveHistory(past, store, clock);
    // What has come due since the last day of the history, such as the next try of a charge.
    await moveClock(db, 0);
    await clock.settle();
  } catch (error) {
    deps.log.warn({ err: error }, 'the history of the demo store is not complete');
  } finally {
    await jobs.stop();
    await moveClock(db, 0);
  }
}

/** Whether the store has a history, or pre-orders of somebody who tried it before. */
async function hasPast(sql: Sql, { id }: Store): Promise<boolean> {
  if ((await findProduct(sql, id, { externalId: PARKA.id })) !== null) return true;
  return (await listPreorders(sql, id, { limit: 1 })).length > 0;
}

// What a worker does about payments as days go by.
const ROUNDS = ['resumeMovements', 'retryCharges', 'cancelUnpaid'] as const;

async function createClock(deps: Deps, store: Store): Promise<HistoryClock> {
  const { db, outbox } = deps;
  const rounds = roundsOf(deps);
  const { today, now } = await readClock(db, store.id);
  const settle = async () => {
    for (const name of ROUNDS) await rounds[name]?.run();
    const until = performance.now() + SETTLE_MS_MAX;
    outbox.wake();
    while (performance.now() < until) {
      const { waiting, running } = await countJobs(db, store.id);
      if (waiting + running + (await readWaitingRows(db)).count === 0) return;
      await pause(LOOK_MS);
    }
    const left = await listJobs(db, store.id, { limit: LEFT_TOLD_MAX });
    deps.log.warn(
      {
        left: left.map(({ topic, state, reason }) => ({ topic, state, reason })),
        rows: (await readWaitingRows(db)).count,
      },
      'the history goes on before all is done',
    );
  };
  return {
    today,
    settle,
    async goTo(day) {
      const noon = Date.parse(`${today}T${HOUR_OF_DAY}:00:00Z`) + day * DAY_MS;
      await moveClock(db, (noon - now.getTime()) / 1_000);
    },
  };
}
