import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { endLeftAttempts, forgetCards, resumeMovements, retryCharges } from '../../../src/core/payments/jobs.ts';
import { readLatestAttemptOf } from '../../../src/core/payments/queries.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { cancelUnpaid } from '../../../src/core/preorders/jobs.ts';
import { stepRelease } from '../../../src/core/releases/commands/step.ts';
import { AppError } from '../../../src/domain/error.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { owedOf, preorderOf, type Sold, sell } from '../../support/charges.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { type Core, createCore, shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createRandom, type FaultCounts, type Faults, type Random, withFaults } from '../../support/faults.ts';
import { arrive, startReleaseOf } from '../../support/release.ts';

// CHARGE_RACE_SEEDS=200 runs more histories. CHARGE_RACE_SEEDS=1 CHARGE_RACE_FROM=seed repeats one.
const SEEDS = Number(process.env.CHARGE_RACE_SEEDS ?? 8);
const FROM = Number(process.env.CHARGE_RACE_FROM ?? 1);
const TURNS = 24;
const AT_ONCE = 4;

let database: TestDatabase;
const counts: FaultCounts = { lost: 0, missing: 0, double: 0, late: 0, kill: 0 };
const done = new Set<string>();
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type History = { sold: Sold; engines: Core[]; random: Random };

describe('concurrent charges, cancellations, refunds and payments with lost answers', () => {
  test.each(Array.from({ length: SEEDS }, (_, index) => FROM + index))(
    'leave the money that the line items say in history %i',
    async (seed) => {
      const random = createRandom(seed);
      const faults: Faults = { random, counts, on: false };
      const engines = [1, 2].map(() => createCore(database.db, (provider) => withFaults(provider, faults)));
      const [core] = engines;
      if (!core) throw new Error('no core');
      const plan = {
        plan: 'deposit',
        deposit: { kind: 'percent', value: 3_000 },
        depositRefundable: random.chance(50),
      } as const;
      const card = random.pick(['succeeds', 'charge_declined', 'charge_second_step'] as const);
      const sold = await sell(core, { plan, card, quantity: 3 });
      await arrive(core, sold.offer, 3);
      const releaseId = (await startReleaseOf(core, sold.offer)) ?? '';
      faults.on = true;
      const history: History = { sold, engines, random };
      await ignoreExpected(() => stepRelease(core, { storeId: sold.storeId, releaseId }));
      for (let turn = 0; turn < TURNS; turn += 1) {
        const acts = Array.from({ length: AT_ONCE }, () => random.pick(ACTS));
        await Promise.all(acts.map((act) => ignoreExpected(() => act(history, random.pick(engines)))));
      }
      faults.on = false;
      await comeToRest(core);
      await expectSoundBooks(database.db);
      await Promise.all(engines.map((one) => one.stop()));
      await noteMovements(sold);
    },
  );

  test('meet every kind of fault and movement', async () => {
    for (const fault of ['lost', 'missing', 'double', 'late'] as const) expect(counts[fault], fault).toBeGreaterThan(0);
    expect([...done].sort()).toEqual(
      expect.arrayContaining(['capture done', 'charge done', 'charge failed', 'refund done']),
    );
  });
});

type Act = (history: History, core: Core) => Promise<unknown>;

const ACTS: readonly Act[] = [
  (history, core) => move(history, core),
  (history, core) => move(history, core),
  (history, core) => move(history, core),
  (_, core) => settleSilentAttempts(core),
  cancelOne,
  giveSomeBack,
  (history, core) => payNow(history, core, 'balance'),
  (history, core) => payNow(history, core, 'balance'),
  (history, core) => payNow(history, core, 'card'),
  answerBank,
  async ({ random }, core) => {
    await shiftClock(core.db, random.below(30) * 3_600);
    await retryCharges(core);
  },
  (_, core) => endLeftAttempts(core),
  (_, core) => resumeMovements(core),
  (_, core) => cancelUnpaid(core),
  (_, core) => forgetCards(core),
];

function move({ sold }: History, core: Core): Promise<void> {
  return moveMoney(core, sold.storeId, sold.preorderId);
}

async function cancelOne({ sold, random }: History, core: Core): Promise<void> {
  if (!random.chance(25)) return;
  const line = random.pick((await preorderOf(core, sold)).lines);
  const reason = random.pick(['shopper', 'merchant'] as const);
  await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: [line.id], reason });
}

async function giveSomeBack({ sold, random }: History, core: Core): Promise<void> {
  const line = random.pick((await preorderOf(core, sold)).lines);
  const { storeId, preorderId } = sold;
  const amount = 1 + random.below(3_000);
  await giveBack(core, { storeId, preorderId, lineId: line.id, amount, reason: 'a scratch' });
}

async function payNow({ sold, random }: History, core: Core, purpose: 'balance' | 'card'): Promise<void> {
  const token = tokenOf(
    random.pick(['succeeds', 'second_step', 'declined', 'charge_declined', 'never_answers'] as const),
  );
  const amount = purpose === 'card' ? 0 : await owedOf(core, sold);
  await payPreorder(core, { storeId: sold.storeId, preorderId: sold.preorderId, purpose, amount, token });
}

/** Answers the bank's challenge: the shopper passes it or fails it. */
async function answerBank({ sold, random }: History, core: Core): Promise<void> {
  const attempt = await readLatestAttemptOf(core.db, sold);
  if (attempt?.state !== 'open' || attempt.providerRef === null) return;
  const asked = await settle(core, { storeId: sold.storeId, attemptId: attempt.id });
  if (asked.kind !== 'requires_action') return;
  await core.testProvider.answerChallenge(asked.ref, asked.clientSecret, random.chance(70));
  if (random.chance(50)) await settle(core, { storeId: sold.storeId, attemptId: attempt.id });
}

/** Swallows refusals and unreachable providers, which callers must expect. Rethrows all other errors. */
async function ignoreExpected(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof AppError || (error as Error).name === 'ProviderError') return;
    throw error;
  }
}

/** Moves the clock and runs all jobs and rounds, also for earlier histories, until nothing is under way. */
async function comeToRest(core: Core): Promise<void> {
  const preorders = await core.db.query<{ storeId: string; id: string }>(
    'SELECT store_id AS "storeId", id FROM preorder',
  );
  for (let round = 0; round < 4; round += 1) {
    await shiftClock(core.db, 40 * 60);
    await settleSilentAttempts(core);
    await endLeftAttempts(core);
    await resumeMovements(core);
    await retryCharges(core);
    for (const { storeId, id } of preorders) await moveMoney(core, storeId, id);
  }
}

async function noteMovements({ preorderId }: Sold): Promise<void> {
  const rows = await database.db.query<{ said: string }>(
    `SELECT DISTINCT kind || ' ' || state AS said FROM movement WHERE preorder_id = $1`,
    [preorderId],
  );
  for (const { said } of rows) done.add(said);
}
