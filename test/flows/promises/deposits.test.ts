import { expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { DEPOSIT, moneyOf, preorderOf, type Sold, sell } from '../../support/charges.ts';
import { stageEngine } from '../../support/engine-stage.ts';
import { LATER, moveDates, noticesOf, SOON } from '../../support/promises.ts';
import { shiftClock } from '../../support/shop.ts';

const { engine } = await stageEngine();

// A deposit of 20 % of 129.00 and 4.90 delivery, which a shopper who cancels does not get back.
const KEPT = { plan: { ...DEPOSIT, depositRefundable: false } };

const LEAVING: Record<string, (sold: Sold) => Promise<unknown>> = {
  'by answering the question': async ({ storeId, preorderId, reference }) => {
    const noticeId = (await noticesOf(engine, storeId, reference)).at(-1)?.id ?? '';
    await answerQuestion(engine, { storeId, preorderId, noticeId, choice: 'cancel', givenBy: 'link' });
  },
  'by silence': async () => {
    await shiftClock(engine.db, 20 * 86_400);
    await endSilentQuestions(engine);
    await shiftClock(engine.db, -20 * 86_400);
  },
  'through the status page': ({ storeId, preorderId }) => cancelLines(engine, { storeId, preorderId, lineIds: null }),
};

test.each(Object.entries(LEAVING))(
  'refunds a kept deposit to a shopper who leaves %s while asked',
  async (_, leave) => {
    const sold = await sell(engine, KEPT);
    await moveDates({ engine, offer: sold.offer }, LATER);
    await leave(sold);
    await moveMoney(engine, sold.storeId, sold.preorderId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 2_678 }]);
    expect((await preorderOf(engine, sold)).lines[0]?.kept).toBe(0);
    expect(await audit(engine, sold.storeId)).toEqual([]);
  },
);

test('keeps the deposit when nothing was asked, or when the question is over', async () => {
  const [told, waited] = [await sell(engine, KEPT), await sell(engine, KEPT)];
  await moveDates({ engine, offer: told.offer }, SOON);
  await moveDates({ engine, offer: waited.offer }, LATER);
  const noticeId = (await noticesOf(engine, waited.storeId, waited.reference)).at(-1)?.id ?? '';
  const { storeId, preorderId } = waited;
  await answerQuestion(engine, { storeId, preorderId, noticeId, choice: 'wait', givenBy: 'status_page' });
  await shiftClock(engine.db, 20 * 86_400);
  await endSilentQuestions(engine);
  for (const sold of [told, waited]) {
    await cancelLines(engine, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: null });
    await moveMoney(engine, sold.storeId, sold.preorderId);
    expect(await moneyOf(engine, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 0 }]);
    expect((await preorderOf(engine, sold)).lines[0]?.kept).toBe(2_678);
  }
  await shiftClock(engine.db, -20 * 86_400);
});
