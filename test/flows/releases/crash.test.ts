import { expect, test } from 'vitest';
import type { Job, JobTopic } from '../../../src/core/jobs/topics.ts';
import { handlerOf } from '../../../src/core/jobs/worker.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { runReleases } from '../../../src/core/releases/jobs.ts';
import { listReleases } from '../../../src/core/releases/queries.ts';
import type { StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { handlersOf } from '../../../src/main/background.ts';
import { followFacts } from '../../../src/main/compose.ts';
import type { Database, Sql } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { arrive, preorderOf, startReleaseOf, statesOf } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();

const CHARGE_DECLINED = '4000000000006348';
const log = createLog('silent');

/**
 * A process dies at its n-th commit: before it, so that nothing happened, or behind it, so that only the answer is
 * lost.
 */
type Death = { at: number; when: 'before' | 'behind' };
class Killed extends Error {}

function mortal(db: Database, { at, when }: Death): Database & { isDead(): boolean } {
  let commits = 0;
  let dead = false;
  const live = async <T>(work: () => Promise<T>): Promise<T> => {
    if (dead) throw new Killed('this process is dead');
    return work();
  };
  const die = () => {
    dead = true;
    throw new Killed(`killed ${when} commit ${at}`);
  };
  const committing = async <T>(
    commit: (sql: Sql) => Promise<T>,
    run: (work: (tx: Sql) => Promise<T>) => Promise<T>,
  ) => {
    const result = await run(async (tx) => {
      const made = await commit({ query: (text, values) => live(() => tx.query(text, values)) });
      commits += 1;
      if (commits === at && when === 'before') die();
      return made;
    });
    if (commits === at && when === 'behind') die();
    return result;
  };
  return {
    ...db,
    isDead: () => dead,
    // A single writing statement is a transaction too. A read commits nothing that could be lost.
    query: <Row>(text: string, values?: readonly unknown[]) =>
      live(() =>
        /^\s*(INSERT|UPDATE|DELETE)/.test(text)
          ? committing((tx) => tx.query<Row>(text, values), db.transaction)
          : db.query<Row>(text, values),
      ),
    transaction: (work) => live(() => committing(work, db.transaction)),
  };
}

/** Runs outbox, releases and jobs until nothing is left or the process is dead. Only rows tell it what to do. */
async function work(worker: Core, isDead: () => boolean): Promise<void> {
  const handlers = handlersOf(worker);
  for (;;) {
    await startOutboxDispatcher(worker.db, log, followFacts('shop@shop.example')).stop();
    const stepped = await runReleases(worker);
    const jobs = await database.db.query<{
      id: string;
      topic: JobTopic;
      payload: Job;
    }>(
      `SELECT j.id::text, t.identifier AS topic, j.payload FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.priority, j.id`,
    );
    if (isDead() || (stepped === 0 && jobs.length === 0)) return;
    for (const { id, topic, payload } of jobs) {
      const ended =
        topic === 'mail.due' ||
        (await handlerOf(
          handlers,
          topic,
        )(payload).then(
          () => true,
          () => isDead(),
        ));
      if (isDead()) return; // the job is still there for the next process
      if (ended) await database.db.query('SELECT graphile_worker.complete_jobs($1::bigint[])', [[id]]);
    }
  }
}

/** The orders of the store's system, each as it was handed over last. */
const handed = new Map<string, StoreOrder>();
const commerce = {
  name: 'memory',
  put: async (order: StoreOrder) => {
    handed.set(order.id, order);
    return { ref: order.id };
  },
};

async function prepare(): Promise<{ offer: Offer; references: string[] }> {
  const offer = await createOffer(core, { allocation: 9, plan: { plan: 'pay_later' } });
  const references = [
    await buyFrom(core, offer, { quantity: 2 }),
    await buyFrom(core, offer, { card: CHARGE_DECLINED }),
    await buyFrom(core, offer),
  ];
  await database.db.query('UPDATE outbox SET dispatched_at = now() WHERE dispatched_at IS NULL');
  await arrive(core, offer, 3);
  handed.clear();
  return { offer, references };
}

/** Returns whether the process died. A process with fewer commits reaches its end. */
async function release(offer: Offer, death: Death): Promise<boolean> {
  const db = mortal(database.db, death);
  const worker: Core = { ...createCore(db, () => core.payments('test', offer.storeId)), commerce };
  await startReleaseOf(worker, offer).catch(() => {});
  await work(worker, db.isDead).catch((error: unknown) => {
    if (!(error instanceof Killed)) throw error;
  });
  return db.isDead();
}

test.each(['before', 'behind'] as const)(
  'a release survives a kill %s any of its commits',
  async (when) => {
    for (let at = 1; ; at += 1) {
      const { offer, references } = await prepare();
      const died = await release(offer, { at, when });
      const next: Core = { ...core, commerce };
      // The process died before the release began, so the merchant starts it again.
      if ((await listReleases(core.db, offer.storeId, { limit: 1 })).length === 0) await startReleaseOf(next, offer);
      await work(next, () => false);
      expect(await statesOf(core, offer, references), `${at}`).toEqual(['released released', 'payment_due', 'placed']);

      const { id: preorderId } = await preorderOf(core, offer, references[1] ?? '');
      await cancelLines(next, { storeId: offer.storeId, preorderId, lineIds: null });
      await work(next, () => false);
      expect(await statesOf(core, offer, references), `${at}`).toEqual(['released released', 'cancelled', 'released']);
      const orders = [...handed.values()].flatMap(({ lines }) => lines.map(({ id }) => id));
      expect(new Set(orders).size, `${at}`).toBe(3);
      expect(orders.length, `${at}`).toBe(3);
      await expectSoundBooks(database.db);
      if (!died) return expect(at).toBeGreaterThan(10);
    }
  },
  300_000,
);
