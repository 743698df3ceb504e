import { beforeEach, describe, expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { noteAlive } from '../../../src/core/outages/commands/note-alive.ts';
import { endOutage } from '../../../src/core/outages/commands/record.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { buyFrom } from '../../support/buy.ts';
import { DEPOSIT } from '../../support/charges.ts';
import { createOffer, type OfferOptions, shiftClock } from '../../support/core.ts';
import { recordOutage, startOutage } from '../../support/outages.ts';
import { LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

// The days to answer a question about a moved date do not run during outages.

const { database, core } = await useCore();
const { db } = database;

const HOUR = 3_600;
const DAYS_GIVEN = 14; // the default of a store

beforeEach(async () => {
  for (const table of ['outage', 'worker_life', 'clock_shift']) await db.query(`DELETE FROM ${table}`);
});

type AskedPreorder = Awaited<ReturnType<typeof askNew>>;

async function askNew(options: Partial<OfferOptions> = {}) {
  const offer = await createOffer(core, { allocation: 5, ...options });
  const reference = await buyFrom(core, offer);
  await moveDates({ core, offer }, LATER);
  return { offer, reference };
}

const pass = (hours: number) => shiftClock(db, hours * HOUR);

async function stateOf({ offer, reference }: AskedPreorder) {
  await noteAlive(core);
  await endSilentQuestions(core);
  return (await readPreorder(db, offer.storeId, reference)).lines[0]?.state;
}

const noticeOf = async ({ offer, reference }: AskedPreorder) => {
  const [notice] = await noticesOf(core, offer.storeId, reference);
  if (!notice) throw new Error('no question was asked');
  return notice;
};

/** Returns the hours until the deadline that the shopper sees. */
async function hoursLeft(one: AskedPreorder): Promise<number> {
  const [row] = await db.query<{ now: Date }>('SELECT app_now() AS now');
  return (Number((await noticeOf(one)).answerByAt) - Number(row?.now)) / 3_600_000;
}

describe('the time to answer', () => {
  test.each(['worker', 'mail'] as const)('stops during an outage (%s) and for two days after it', async (kind) => {
    const one = await askNew();
    await pass(100);
    const before = await hoursLeft(one);
    await recordOutage(db, kind, { hours: 20 * 24 });
    expect(await stateOf(one)).toBe('placed');
    const left = await hoursLeft(one);
    expect(left, 'the time that was left and two days are not kept').toBeGreaterThanOrEqual(before + 48);
    expect(left, 'the deadline is later than the end of a day').toBeLessThan(before + 48 + 25);
    await pass(left - 1);
    expect(await stateOf(one)).toBe('placed');
    expect(await audit(core, one.offer.storeId)).toEqual([]);
    await pass(2);
    expect(await stateOf(one)).toBe('cancelled');
  });

  test('runs while the account takes no payments, because an answer needs no money', async () => {
    const one = await askNew();
    await startOutage(db, 'account', one.offer.storeId);
    await pass((DAYS_GIVEN + 1) * 24);
    expect(await stateOf(one)).toBe('cancelled');
  });

  test('does not run out after weeks without a worker, also for two workers that start at the same time', async () => {
    const one = await askNew();
    await noteAlive(core);
    await shiftClock(db, 30 * 24 * HOUR, { isOutage: true });
    expect((await noticeOf(one)).open, 'the page shows the question as over while no worker runs').toBe(true);
    await Promise.all([endSilentQuestions(core), endSilentQuestions(core)]);
    expect(await stateOf(one)).toBe('placed');
    await pass((await hoursLeft(one)) + 1);
    expect(await stateOf(one)).toBe('cancelled');
  });

  test('lets a shopper answer or cancel with a full refund while it stands still', async () => {
    const [waits, leaves, cancels] = [
      await askNew(),
      await askNew(),
      await askNew({ plan: { ...DEPOSIT, depositRefundable: false } }),
    ];
    await startOutage(db, 'worker');
    await pass(40 * 24);
    const answer = async (one: AskedPreorder, choice: 'wait' | 'cancel') => {
      const { id: noticeId, preorderId } = await noticeOf(one);
      const { storeId } = one.offer;
      return answerQuestion(core, { storeId, preorderId, noticeId, choice, givenBy: 'link' });
    };
    await answer(waits, 'wait');
    expect((await answer(leaves, 'cancel')).lineIds).toHaveLength(1);
    const { preorderId } = await noticeOf(cancels);
    await cancelLines(core, { storeId: cancels.offer.storeId, preorderId, lineIds: null, reason: 'shopper' });
    const [line] = (await readPreorder(db, cancels.offer.storeId, cancels.reference)).lines;
    expect(line, 'the deposit was kept').toMatchObject({ state: 'cancelled', kept: 0 });
    await endOutage(db, { storeId: null, kind: 'worker' });
    await pass(30 * 24);
    expect(await stateOf(waits)).toBe('placed');
  });
});
