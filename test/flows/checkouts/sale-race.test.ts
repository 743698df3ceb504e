import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments, settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { startOutboxDispatcher } from '../../../src/core/outbox/dispatcher.ts';
import { abandonAttempt } from '../../../src/core/payments/commands/abandon-attempt.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../src/core/payments/queries.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { AppError } from '../../../src/domain/error.ts';
import type { Database } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { TEST_CARDS, testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import {
  createRandom,
  type FaultCounts,
  type Faults,
  type KillableDatabase,
  openKillableDatabase,
  withFaults,
} from '../../support/faults.ts';
import { expectKnownTransitions, recordTransitions } from '../../support/transitions.ts';

// Each history is a few hundred concurrent steps of shoppers, clock, merchant and faults. SALE_RACE_SEEDS=500 runs 500.
const SEEDS = Number(process.env.SALE_RACE_SEEDS ?? 12);
const FROM = Number(process.env.SALE_RACE_FROM ?? 1);
const SHOPPERS = 10;
const TURNS = 16;
const KILLS_MAX = 5; // process kills in one history; more of them would leave little else to fail

let database: TestDatabase;
const counts: FaultCounts = { lost: 0, missing: 0, double: 0, late: 0, kill: 0 };
let abandoned = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  await recordTransitions(database.db);
});
afterAll(() => database.drop());

/** One of two processes that share the database. A kill replaces it with a new one. */
type Process = { core: Core; mortal: KillableDatabase; stopOutbox: () => Promise<void> };

function startProcess(name: string, faults: Faults): Process {
  const mortal = openKillableDatabase(database.url, name, database.db);
  const outbox = startOutboxDispatcher(mortal, createLog('silent'));
  const core = { ...createCore(mortal, (provider) => withFaults(provider, faults)), outbox };
  return { core, mortal, stopOutbox: () => outbox.stop() };
}

async function endProcess({ core, mortal, stopOutbox }: Process): Promise<void> {
  await stopOutbox();
  await core.stop();
  await mortal.close();
}

describe('concurrent sales with faults', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => FROM + index))(
    'keep stock, money and pre-orders consistent in history %i',
    async (seed) => {
      const random = createRandom(seed);
      const faults: Faults = { random, counts, on: false };
      const processes = [startProcess(`race-${seed}-a`, faults), startProcess(`race-${seed}-b`, faults)];
      const offer = await createOffer(createCore(database.db), {
        allocation: 6 + random.below(16),
        limitPerCustomer: random.chance(50) ? 3 : null,
        holdsPerAddressMax: 6,
      });
      faults.on = true;
      const history: History = { offer, random, processes, faults, seed, dead: [], over: false };
      const shopping = Array.from({ length: SHOPPERS }, (_, number) => actAsShopper(history, number));
      const done = Promise.all(shopping).finally(() => {
        history.over = true;
      });
      await Promise.all([done, passTime(history), workAndDie(history)]);
      faults.on = false;
      await comeToRest(history);
      const all = [...history.processes, ...history.dead];
      await Promise.all(all.map((process) => ignoreExpected(() => endProcess(process))));
      await expectSoundBooks(database.db);
      await expectOutboxOnce(database.db);
    },
  );

  test('meet every kind of fault and every kind of movement', async () => {
    for (const [fault, times] of Object.entries(counts)) expect(times, fault).toBeGreaterThan(0);
    expect(abandoned).toBeGreaterThan(0);
    const ways = await database.db.query(`SELECT DISTINCT kind FROM movement WHERE state = 'done' ORDER BY kind`);
    expect(ways).toEqual([{ kind: 'capture' }, { kind: 'refund' }, { kind: 'undo' }]);
  });

  test('make only known state changes, and nearly all of them', async () => {
    const seen = await expectKnownTransitions(database.db);
    expect(seen).toEqual(expect.arrayContaining(EXPECTED_CHANGES));
  });
});

const EXPECTED_CHANGES = [
  ...['created → open', 'open → placed', 'open → cancel_sent', 'cancel_sent → cancelled', 'open → surplus'].map(
    (way) => `attempt: ${way}`,
  ),
  ...['held → completed', 'held → expired', 'held → abandoned'].map((way) => `checkout: ${way}`),
  'preorder_line: placed → cancelled',
];

type History = {
  offer: Offer;
  random: Faults['random'];
  processes: Process[];
  faults: Faults;
  seed: number;
  dead: Process[];
  /** True once all shoppers have finished. */
  over: boolean;
};

const coreOf = ({ random, processes }: History): Core => random.pick(processes).core;

/** Swallows refusals, dead processes and broken connections, which callers must expect. Rethrows all other errors. */
async function ignoreExpected<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return undefined;
    const { message, name } = error as Error;
    if (name === 'ProviderError' || /dead|terminat|connection|Connection|closed/.test(message)) return undefined;
    throw error;
  }
}

async function actAsShopper(history: History, number: number): Promise<void> {
  const { offer, random } = history;
  const email = `shopper-${number % 4}-${history.seed}@example.com`;
  let body = checkoutRequest(offer, { email, quantity: 1 + random.below(3) });
  let key = randomUUID();
  let id: string | undefined;
  let payment = { token: pickCard(random), key: randomUUID() };
  for (let turn = 0; turn < TURNS; turn += 1) {
    const checkoutId = id;
    if (checkoutId === undefined) {
      const shopper = { clientAddress: `192.0.2.${number}`, idempotencyKey: key };
      id = await clickTwice(history, (core) => ignoreExpected(() => makeCheckout(core, body, shopper)));
      if (random.chance(50)) continue; // repeats the request with the same key, whatever the answer was
      key = randomUUID();
      body = { ...body, quantity: 1 + random.below(3) };
      continue;
    }
    const target = { storeId: offer.storeId, checkoutId };
    const core = coreOf(history);
    const step = random.below(100);
    if (step < 45) {
      const { total } = await readTotal(checkoutId);
      const idempotency = { key: payment.key, bodyHash: payment.token };
      await ignoreExpected(() =>
        pay(core, { ...target, token: payment.token, total, marketingConsent: false, idempotency }),
      );
      if (random.chance(60)) payment = { token: pickCard(random), key: randomUUID() };
    } else if (step < 60) {
      const attempt = await readLatestAttempt(database.db, offer.storeId, checkoutId);
      if (attempt) await ignoreExpected(() => settle(core, { storeId: offer.storeId, attemptId: attempt.id }));
    } else if (step < 75) {
      const changed = { ...body, quantity: 1 + random.below(3) };
      await ignoreExpected(() => changeCheckout(core, changed, { ...target, clientAddress: `192.0.2.${number}` }));
    } else if (step < 83) {
      await ignoreExpected(() => endCheckout(core, target, 'abandoned'));
      id = undefined;
    } else if (step < 93) {
      await ignoreExpected(() => cancelSome(history, core, checkoutId));
    } else {
      id = undefined; // the shopper closes the page and returns as a new one
      key = randomUUID();
    }
  }
}

const CARDS = TEST_CARDS.map((card) => testCardToken(card.number));
const GOOD_CARD = testCardToken('4242424242424242');

/** Picks the good card half of the time, because only pre-orders move money. */
function pickCard(random: Faults['random']): string {
  return random.chance(50) ? GOOD_CARD : random.pick(CARDS);
}

/** Sometimes sends a request twice at once, to one or two processes. Both must get the same checkout. */
async function clickTwice(history: History, click: (core: Core) => Promise<string | undefined>) {
  const core = coreOf(history);
  const ids = await Promise.all([click(core), history.random.chance(30) ? click(coreOf(history)) : undefined]);
  const granted = ids.filter((id) => id !== undefined);
  expect(new Set(granted).size).toBeLessThanOrEqual(1);
  return granted[0];
}

async function readTotal(checkoutId: string): Promise<{ total: number }> {
  const [row] = await database.db.query<{ total: number }>('SELECT total FROM checkout WHERE id = $1', [checkoutId]);
  return row ?? { total: 0 };
}

async function cancelSome({ offer, random }: History, core: Core, checkoutId: string): Promise<void> {
  const lines = await database.db.query<{ id: string; preorderId: string }>(
    `SELECT l.id, l.preorder_id AS "preorderId" FROM preorder_line l JOIN preorder p ON p.id = l.preorder_id
     WHERE p.checkout_id = $1 ORDER BY l.position`,
    [checkoutId],
  );
  if (lines.length === 0) return;
  const { preorderId, id } = random.pick(lines);
  await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: random.chance(50) ? [id] : null });
}

/** Moves the clock in jumps of minutes, and runs the sweeps of all processes while everything else goes on. */
async function passTime(history: History): Promise<void> {
  while (!history.over) {
    if (history.random.chance(10)) await shiftClock(database.db, 30 + history.random.below(240));
    const sweeps = history.processes.map(({ core }) =>
      ignoreExpected(async () => {
        await endExpiredHolds(core);
        await endExpiredPayments(core);
        await settleSilentAttempts(core);
      }),
    );
    await Promise.all(sweeps);
  }
}

/** Cancels, abandons, moves money twice at once and kills processes, until some rounds after the shoppers are done. */
async function workAndDie(history: History): Promise<void> {
  for (let after = 0; after < TURNS; after += history.over ? 1 : 0) {
    const preorders = await database.db.query<{ id: string; checkoutId: string }>(
      'SELECT id, checkout_id AS "checkoutId" FROM preorder WHERE store_id = $1',
      [history.offer.storeId],
    );
    const jobs = preorders.flatMap((preorder) => (history.random.chance(30) ? [preorder, preorder] : [preorder]));
    await Promise.all([
      ...jobs.map(({ id }) => ignoreExpected(() => moveMoney(coreOf(history), history.offer.storeId, id))),
      ...preorders
        .filter(() => history.random.chance(8))
        .map(({ checkoutId }) => ignoreExpected(() => cancelSome(history, coreOf(history), checkoutId))),
    ]);
    if (history.random.chance(25)) await abandonOne(history);
    if (history.dead.length < KILLS_MAX && history.random.chance(10)) await killOne(history);
  }
}

/** Abandons a payment while its shopper, its provider and the sweeps may still act on it. */
async function abandonOne(history: History): Promise<void> {
  const { offer, random } = history;
  const attempts = await database.db.query<{ id: string }>(
    `SELECT id FROM attempt WHERE store_id = $1 AND state IN ('open', 'cancel_sent') ORDER BY created_at, id`,
    [offer.storeId],
  );
  if (attempts.length === 0) return;
  const { id } = random.pick(attempts);
  await ignoreExpected(async () => {
    await abandonAttempt(coreOf(history), offer.storeId, id);
    abandoned += 1;
  });
}

async function killOne(history: History): Promise<void> {
  const index = history.random.below(history.processes.length);
  const victim = history.processes[index];
  if (!victim) return;
  history.dead.push(victim);
  history.processes[index] = startProcess(`race-${history.seed}-${history.dead.length}`, history.faults);
  history.faults.counts.kill += 1;
  await victim.mortal.kill();
}

/** Lets the provider answer again, and runs sweeps and jobs until everything has ended by itself. */
async function comeToRest({ offer, processes }: History): Promise<void> {
  const core = processes[0]?.core;
  if (!core) throw new Error('no process is alive');
  for (let round = 0; round < 4; round += 1) {
    await shiftClock(database.db, 1_200);
    await endExpiredHolds(core);
    await endExpiredPayments(core);
    await settleSilentAttempts(core);
  }
  const preorders = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1', [
    offer.storeId,
  ]);
  for (const { id } of preorders) await moveMoney(core, offer.storeId, id);
  const [waiting] = await database.db.query('SELECT 1 FROM hold WHERE store_id = $1', [offer.storeId]);
  expect(waiting).toBeUndefined();
}

/** Checks that two dispatchers, one of them killed, turned every row into exactly one job. */
async function expectOutboxOnce(db: Database): Promise<void> {
  const dispatcher = startOutboxDispatcher(db, createLog('silent'));
  await expect.poll(() => db.query('SELECT 1 FROM outbox WHERE dispatched_at IS NULL')).toEqual([]);
  await dispatcher.stop();
  const differing = await db.query(
    `SELECT coalesce(o.topic, j.topic) AS topic, o.n AS rows, j.n AS jobs
     FROM (SELECT topic, count(*) AS n FROM outbox WHERE topic LIKE ANY ('{%.due,attempt.%}') GROUP BY 1) o
     FULL JOIN (SELECT task_identifier AS topic, count(*) AS n FROM graphile_worker.jobs GROUP BY 1) j USING (topic)
     WHERE o.n IS DISTINCT FROM j.n`,
  );
  expect(differing).toEqual([]);
}
