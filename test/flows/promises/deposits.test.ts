import { expect, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { answerQuestion } from '../../../src/core/promises/commands/answer.ts';
import { endSilentQuestions } from '../../../src/core/promises/commands/silence.ts';
import { DEPOSIT, moneyOf, preorderOf, type Sold, sell } from '../../support/charges.ts';
import { shiftClock } from '../../support/core.ts';
import { LATER, moveDates, noticesOf, SOON } from '../../support/promises.ts';
import { useCore } from '../../support/use-core.ts';

const { core } = await useCore();

// A deposit of 20 % of 129.00 and 4.90 delivery, which a shopper who cancels does not get back.
const KEPT = { plan: { ...DEPOSIT, depositRefundable: false } };

const LEAVING: Record<string, (sold: Sold) => Promise<unknown>> = {
  'by answering the question': async ({ storeId, preorderId, reference }) => {
    const noticeId = (await noticesOf(core, storeId, reference)).at(-1)?.id ?? '';
    await answerQuestion(core, { storeId, preorderId, noticeId, choice: 'cancel', givenBy: 'link' });
  },
  'by silence': async () => {
    await shiftClock(core.db, 20 * 86_400);
    await endSilentQuestions(core);
    await shiftClock(core.db, -20 * 86_400);
  },
  'through the status page': ({ storeId, preorderId }) => cancelLines(core, { storeId, preorderId, lineIds: null }),
};

test.each(Object.entries(LEAVING))(
  'refunds a kept deposit to a shopper who leaves %s while asked',
  async (_, leave) => {
    const sold = await sell(core, KEPT);
    await moveDates({ core, offer: sold.offer }, LATER);
    await leave(sold);
    await moveMoney(core, sold.storeId, sold.preorderId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 2_678 }]);
    expect((await preorderOf(core, sold)).lines[0]?.kept).toBe(0);
    expect(await audit(core, sold.storeId)).toEqual([]);
  },
);

test('keeps the deposit when nothing was asked, or when the question is over', async () => {
  const [told, waited] = [await sell(core, KEPT), await sell(core, KEPT)];
  await moveDates({ core, offer: told.offer }, SOON);
  await moveDates({ core, offer: waited.offer }, LATER);
  const noticeId = (await noticesOf(core, waited.storeId, waited.reference)).at(-1)?.id ?? '';
  const { storeId, preorderId } = waited;
  await answerQuestion(core, { storeId, preorderId, noticeId, choice: 'wait', givenBy: 'status_page' });
  await shiftClock(core.db, 20 * 86_400);
  await endSilentQuestions(core);
  for (const sold of [told, waited]) {
    await cancelLines(core, { storeId: sold.storeId, preorderId: sold.preorderId, lineIds: null });
    await moveMoney(core, sold.storeId, sold.preorderId);
    expect(await moneyOf(core, sold)).toEqual([{ state: 'cancelled', paid: 2_678, refunded: 0 }]);
    expect((await preorderOf(core, sold)).lines[0]?.kept).toBe(2_678);
  }
  await shiftClock(core.db, -20 * 86_400);
});
