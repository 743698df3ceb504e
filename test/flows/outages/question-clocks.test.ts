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
import { stageEngine } from '../../support/engine-stage.ts';
import { breakDown, passOutage } from '../../support/outages.ts';
import { LATER, moveDates, noticesOf } from '../../support/promises.ts';
import { createOffer, type OfferOptions, shiftClock } from '../../support/shop.ts';

// The days to answer a question about a moved date, and outages that they do not run in.

const { database, engine } = await stageEngine();
const { db } = database;

const HOUR = 3_600;
const DAYS_GIVEN = 14; // unless a store says otherwise

beforeEach(async () => {
  for (const table of ['outage', 'worker_life', 'clock_shift']) await db.query(`DELETE FROM ${table}`);
});

type Asked = Awaited<ReturnType<typeof asked>>;

async function asked(options: Partial<OfferOptions> = {}) {
  const offer = await createOffer(engine, { allocation: 5, ...options });
  const reference = await buyFrom(engine, offer);
  await moveDates({ engine, offer }, LATER);
  return { offer, reference };
}

const pass = (hours: number) => shiftClock(db, hours * HOUR);

async function stateOf({ offer, reference }: Asked) {
  await noteAlive(engine);
  await endSilentQuestions(engine);
  return (await readPreorder(db, offer.storeId, reference)).lines[0]?.state;
}

const noticeOf = async ({ offer, reference }: Asked) => {
  const [notice] = await noticesOf(engine, offer.storeId, reference);
  if (!notice) throw new Error('they were asked');
  return notice;
};

/** The hours until the question is over, as its reader is told. */
async function hoursLeft(one: Asked): Promise<number> {
  const [row] = await db.query<{ now: Date }>('SELECT app_now() AS now');
  return (Number((await noticeOf(one)).answerByAt) - Number(row?.now)) / 3_600_000;
}

describe('the time for an answer', () => {
  test.each(['worker', 'mail'] as const)(
    'does not run out in an outage (%s), nor in two days after it',
    async (kind) => {
      const one = await asked();
      await pass(100);
      const before = await hoursLeft(one);
      await passOutage(db, kind, { hours: 20 * 24 });
      expect(await stateOf(one)).toBe('placed');
      const left = await hoursLeft(one);
      expect(left, 'what was left, and two days').toBeGreaterThanOrEqual(before + 48);
      expect(left, 'to the end of a day').toBeLessThan(before + 48 + 25);
      await pass(left - 1);
      expect(await stateOf(one)).toBe('placed');
      expect(await audit(engine, one.offer.storeId)).toEqual([]);
      await pass(2);
      expect(await stateOf(one)).toBe('cancelled');
    },
  );

  test('runs on while the account takes no payments: an answer needs no money', async () => {
    const one = await asked();
    await breakDown(db, 'account', one.offer.storeId);
    await pass((DAYS_GIVEN + 1) * 24);
    expect(await stateOf(one)).toBe('cancelled');
  });

  test('is not over for whoever comes first after weeks without a worker, nor for two that come at once', async () => {
    const one = await asked();
    await noteAlive(engine);
    await shiftClock(db, 30 * 24 * HOUR, { isOutage: true });
    expect((await noticeOf(one)).open, 'on the page, while none runs').toBe(true);
    await Promise.all([endSilentQuestions(engine), endSilentQuestions(engine)]);
    expect(await stateOf(one)).toBe('placed');
    await pass((await hoursLeft(one)) + 1);
    expect(await stateOf(one)).toBe('cancelled');
  });

  test('lets somebody answer, and leave with everything, as long as it stands still', async () => {
    const [waits, leaves, cancels] = [
      await asked(),
      await asked(),
      await asked({ plan: { ...DEPOSIT, depositRefundable: false } }),
    ];
    await breakDown(db, 'worker');
    await pass(40 * 24);
    const answer = async (one: Asked, choice: 'wait' | 'cancel') => {
      const { id: noticeId, preorderId } = await noticeOf(one);
      const { storeId } = one.offer;
      return answerQuestion(engine, { storeId, preorderId, noticeId, choice, givenBy: 'link' });
    };
    await answer(waits, 'wait');
    expect((await answer(leaves, 'cancel')).lineIds).toHaveLength(1);
    const { preorderId } = await noticeOf(cancels);
    await cancelLines(engine, { storeId: cancels.offer.storeId, preorderId, lineIds: null, reason: 'shopper' });
    const [line] = (await readPreorder(db, cancels.offer.storeId, cancels.reference)).lines;
    expect(line, 'a deposit that is kept otherwise').toMatchObject({ state: 'cancelled', kept: 0 });
    await endOutage(db, { storeId: null, kind: 'worker' });
    await pass(30 * 24);
    expect(await stateOf(waits)).toBe('placed');
  });
});
