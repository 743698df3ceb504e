import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import { listAlerts } from '../../../src/core/alerts/queries.ts';
import type { Job, JobTopic } from '../../../src/core/jobs/topics.ts';
import { handlerOf } from '../../../src/core/jobs/worker.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { prepareManyOrders } from '../../../src/core/releases/commands/order.ts';
import { listStoreOrders } from '../../../src/core/releases/queries.ts';
import { createFileCommerce } from '../../../src/integrations/commerce/files.ts';
import { type CommerceConnector, CommerceError, type StoreOrder } from '../../../src/integrations/commerce/port.ts';
import { handlersOf } from '../../../src/main/background.ts';
import { keepBooksSound } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { type Core, createOffer } from '../../support/core.ts';
import { createMarkedPerson, findMarks, type Somebody } from '../../support/footprint.ts';
import { recordMails } from '../../support/mails.ts';
import { preorderOf } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

// One job makes the orders of many pre-orders. A failure of one must not affect the others.

const { database, core } = await useCore();
const folder = await mkdtemp(join(tmpdir(), 'orders-'));
afterEach(() => database.db.query('DELETE FROM graphile_worker._private_jobs'));
keepBooksSound(() => database.db);
afterAll(() => rm(folder, { recursive: true, force: true }));

type Buyer = { id: string; reference: string; who: Somebody };

/** Sells and releases paid pre-orders, whose facts are dispatched. */
async function sellAndRelease(count: number) {
  const offer = await createOffer(core, { allocation: 9 });
  const { storeId } = offer;
  const buyers: Buyer[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    const who = createMarkedPerson();
    const { id, reference } = await preorderOf(core, offer, await buyFrom(core, offer, who.person));
    await advanceLines(core, { storeId, preorderId: id, to: 'released', lineIds: null });
    buyers.push({ id, reference, who });
  }
  await dispatchAll();
  return { storeId, buyers, preorderIds: buyers.map(({ id }) => id) };
}

async function cancel(storeId: string, preorderId: string): Promise<void> {
  await cancelLines(core, { storeId, preorderId, lineIds: null });
  await moveMoney(core, storeId, preorderId);
}

const dispatchAll = () => database.db.query('UPDATE outbox SET dispatched_at = app_now() WHERE dispatched_at IS NULL');

/** Returns a store's system that answers as given for some orders, and what it was handed (`puts`). */
function createStoreSystem(answers: Record<string, () => Promise<unknown> | undefined> = {}) {
  const puts: StoreOrder[] = [];
  const commerce: CommerceConnector = {
    name: 'shop',
    async put(order) {
      puts.push(order);
      await answers[order.reference]?.();
      return { ref: `SO-${order.reference}` };
    },
  };
  return { puts, core: { ...core, commerce } };
}

const failing = (kind: CommerceError['kind'], message: string) => () =>
  Promise.reject(new CommerceError(kind, message));

/** Reads the store's orders by the reference of their pre-order. */
async function ordersOf(storeId: string) {
  const orders = await listStoreOrders(database.db, storeId, { limit: 50 });
  return Object.fromEntries(orders.map(({ reference, ...order }) => [reference, order]));
}

type Queued = { topic: JobTopic; payload: Job };
const jobsOf = (storeId: string) =>
  database.db.query<Queued>(
    `SELECT t.identifier AS topic, j.payload FROM graphile_worker._private_jobs j
     JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE j.payload->>'storeId' = $1 AND t.identifier LIKE 'order%' ORDER BY j.id`,
    [storeId],
  );

async function runJobs(worker: Core, storeId: string): Promise<void> {
  const jobs = await jobsOf(storeId);
  await database.db.query('DELETE FROM graphile_worker._private_jobs');
  for (const { topic, payload } of jobs) await handlerOf(handlersOf(worker), topic)(payload);
}

test('hands over the other orders when one is refused, one cannot be sent and one breaks the connector', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(5);
  const [bad, away, odd, ...good] = buyers.map(({ reference }) => reference);
  const strict = createStoreSystem({
    [bad ?? '']: failing('refused', 'unknown SKU AUR-M'),
    [away ?? '']: failing('unreachable', 'no answer within 10 s'),
    [odd ?? '']: () => Promise.reject(new TypeError('no such field')),
  });
  await prepareManyOrders(strict.core, { storeId, preorderIds });
  expect(strict.puts).toHaveLength(5);
  const before = await ordersOf(storeId);
  for (const reference of good) {
    expect(before[reference]).toMatchObject({ state: 'handed_over', externalRef: `SO-${reference}`, attempts: 1 });
  }
  expect(before[bad ?? '']).toMatchObject({ state: 'refused', failure: 'unknown SKU AUR-M', attempts: 1 });
  expect(before[away ?? '']).toMatchObject({ state: 'waiting', failure: 'no answer within 10 s', attempts: 1 });
  expect(before[odd ?? '']).toMatchObject({ state: 'waiting', failure: null, attempts: 0 });
  expect(await listAlerts(database.db, storeId, { resolved: false })).toMatchObject([
    { code: 'store_order_refused', message: expect.stringContaining(bad ?? '') },
  ]);
  // Orders that failed get a job of their own. The refused one waits for the merchant.
  const again = await jobsOf(storeId);
  expect(again.map(({ topic, payload }) => `${topic} ${payload.subjectId}`).sort()).toEqual(
    [buyers[1], buyers[2]].map((buyer) => `order.due ${buyer?.id}`).sort(),
  );
  await expect(runJobs(strict.core, storeId)).rejects.toThrow();
  await prepareManyOrders(createStoreSystem().core, { storeId, preorderIds });
  const after = await ordersOf(storeId);
  expect(Object.values(after).filter(({ state }) => state === 'handed_over')).toHaveLength(4);
  expect(after[bad ?? '']).toMatchObject({ state: 'refused', attempts: 1 });
});

test('hands over the other orders when one cannot be created', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(3);
  await database.db.query(
    `CREATE FUNCTION refuse_order() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN IF NEW.preorder_id = '${buyers[1]?.id}' THEN RAISE 'not this one'; END IF; RETURN NEW; END $$`,
  );
  await database.db.query(
    'CREATE TRIGGER refuse_order BEFORE INSERT ON store_order FOR EACH ROW EXECUTE FUNCTION refuse_order()',
  );
  const storeSystem = createStoreSystem();
  await prepareManyOrders(storeSystem.core, { storeId, preorderIds });
  const jobs = await jobsOf(storeId);
  expect(jobs.map(({ payload }) => payload.subjectId).sort()).toEqual([...preorderIds].sort());
  const outcomes = await Promise.allSettled(
    jobs.map(({ topic, payload }) => handlerOf(handlersOf(storeSystem.core), topic)(payload)),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await database.db.query('DROP FUNCTION refuse_order CASCADE');
  expect(Object.keys(await ordersOf(storeId)).sort()).toEqual(
    [buyers[0], buyers[2]].map((buyer) => buyer?.reference).sort(),
  );
});

test('makes one order of each pre-order when workers overlap, and hands over its last state', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(4);
  let cancelled = false;
  const [first] = buyers;
  const { puts, core: slow } = createStoreSystem({
    [first?.reference ?? '']: async () => {
      if (cancelled) return;
      cancelled = true; // this happens while the answers are on their way
      await cancel(storeId, first?.id ?? '');
    },
  });
  const orders = [preorderIds, [...preorderIds].reverse(), preorderIds.slice(1, 3)];
  await Promise.all(orders.map((some) => prepareManyOrders(slow, { storeId, preorderIds: some })));
  expect(await jobsOf(storeId)).toEqual([]);
  expect(new Set(puts.map(({ id }) => id)).size).toBe(4);
  expect(puts.findLast(({ reference }) => reference === first?.reference)?.lines).toMatchObject([{ cancelled: true }]);
  expect(Object.values(await ordersOf(storeId)).map(({ state }) => state)).toEqual(Array(4).fill('handed_over'));
  const told = await database.db.query<{ preorderId: string }>(
    `SELECT subject_id AS "preorderId" FROM outbox WHERE store_id = $1 AND topic = 'order.moved'`,
    [storeId],
  );
  const others = told.filter(({ preorderId }) => preorderId !== first?.id);
  expect(others.map(({ preorderId }) => preorderId).sort()).toEqual(preorderIds.slice(1).sort());
});

test('keeps nothing of persons who are erased during the handover', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(3);
  const files = createFileCommerce(join(folder, 'orders'));
  const [taken, refused, other] = buyers;
  const commerce: CommerceConnector = {
    ...files,
    async put(order) {
      const answer = await files.put(order);
      const buyer = buyers.find(({ reference }) => reference === order.reference);
      if (buyer === undefined || buyer === other) return answer;
      await erase(core, { storeId, email: buyer.who.email }, { openToo: true });
      if (buyer === refused) throw new CommerceError('refused', `there is no ${JSON.stringify(order.address)}`);
      return answer;
    },
  };
  await prepareManyOrders({ ...core, commerce }, { storeId, preorderIds });
  const orders = await ordersOf(storeId);
  expect(orders[other?.reference ?? '']).toMatchObject({ state: 'handed_over' });
  expect(await readdir(join(folder, 'orders'))).toEqual([`${orders[other?.reference ?? '']?.id}.json`]);
  expect(await findMarks(database.db, [taken?.who.mark ?? '', refused?.who.mark ?? ''])).toEqual([]);
  expect(await listAlerts(database.db, storeId, { resolved: false })).toEqual([]);
  expect(await jobsOf(storeId)).toEqual([]);
});

test('tells cancellations of erased persons without their data, and nothing else of them', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(3);
  const [cancelled, refused, kept] = buyers;
  const refusal = failing('refused', 'it was sent already');
  const { puts: first, core: worker } = createStoreSystem();
  await prepareManyOrders(worker, { storeId, preorderIds });
  expect(first).toHaveLength(3);
  await dispatchAll();
  for (const { who } of buyers) await erase(core, { storeId, email: who.email }, { openToo: true });
  for (const buyer of [cancelled, refused]) await cancel(storeId, buyer?.id ?? '');

  const { puts: again, core: refusing } = createStoreSystem({ [refused?.reference ?? '']: refusal });
  await prepareManyOrders(refusing, { storeId, preorderIds });
  await prepareManyOrders(refusing, { storeId, preorderIds }); // nothing has changed since
  expect(again.map(({ reference }) => reference).sort()).toEqual([cancelled?.reference, refused?.reference].sort());
  for (const order of again) {
    expect(order).toMatchObject({ email: null, address: null, lines: [{ cancelled: true, properties: null }] });
  }
  const orders = await ordersOf(storeId);
  expect(orders[cancelled?.reference ?? '']).toMatchObject({ state: 'handed_over' });
  expect(orders[refused?.reference ?? '']).toMatchObject({ state: 'refused', failure: 'it was sent already' });
  expect(orders[kept?.reference ?? '']).toMatchObject({ state: 'handed_over' });
  expect(
    await findMarks(
      database.db,
      buyers.map(({ who }) => who.mark),
    ),
  ).toEqual([]);
});

test('queues one job for changes of the same moment, and an erasure waits for it', async () => {
  const { storeId, buyers, preorderIds } = await sellAndRelease(3);
  const [first] = buyers;
  const person = { storeId, email: first?.who.email ?? '' };
  await database.db.query('UPDATE outbox SET dispatched_at = NULL WHERE store_id = $1', [storeId]);
  await recordMails(core);
  const [job, ...more] = await jobsOf(storeId);
  expect(more).toEqual([]);
  expect(job).toMatchObject({ topic: 'orders.due', payload: { storeId, subjectId: storeId } });
  const detail = job?.payload.detail as Job<'orders.due'>['detail'] | undefined;
  expect([...(detail?.preorderIds ?? [])].sort()).toEqual([...preorderIds].sort());

  // An erasure comes while the worker hands over the order.
  const asked: unknown[] = [];
  const { core: worker } = createStoreSystem({
    [first?.reference ?? '']: async () => {
      asked.push(await erase(core, person, { openToo: true }).catch(({ code }) => code));
    },
  });
  if (!job) throw new Error('no job');
  await handlerOf(handlersOf(worker), job.topic)(job.payload);
  expect(asked).toEqual(['job_running']);
  await database.db.query('DELETE FROM graphile_worker._private_jobs');

  for (const preorderId of preorderIds) await cancel(storeId, preorderId);
  await recordMails(core);
  const jobs = await jobsOf(storeId);
  expect(jobs.map(({ topic, payload }) => `${topic} ${payload.subjectId}`).sort()).toEqual(
    preorderIds.map((id) => `order.due ${id}`).sort(),
  );
  await expect(erase(core, person, { openToo: true })).rejects.toMatchObject({ code: 'job_running' });
  await runJobs(worker, storeId);
  await dispatchAll();
  await erase(core, person, { openToo: true });
});
