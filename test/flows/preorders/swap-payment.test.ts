import { afterAll, describe, expect, test } from 'vitest';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { endUnpaidSwaps } from '../../../src/core/preorders/jobs.ts';
import { readHistory } from '../../../src/core/preorders/queries/history.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { shiftClock } from '../../support/core.ts';
import { createSizes, type Sizes } from '../../support/sizes.ts';
import { countHeld, runSwapJobs } from '../../support/swaps.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

const GOOD = testCardToken('4242424242424242');
const DECLINED = testCardToken('4000000000000002');

/** Buys a medium one and asks for the large one, which is held until its additional 20.00 are paid. */
async function askForSwap(offer?: Sizes) {
  const of = offer ?? (await createSizes(core, { units: [9, 9, 9] }));
  const reference = await buyFrom(core, of);
  const { id, lines } = await readPreorder(database.db, of.storeId, reference);
  const key = { storeId: of.storeId, preorderId: id };
  const asked = {
    ...key,
    lineId: lines[0]?.id ?? '',
    variantExternalId: of.sizes.large.variantExternalId,
    now: 2_000,
    later: 0,
  };
  const swapped = await swapVariant(core, asked);
  if (swapped.kind !== 'payment') throw new Error('the swap needs no payment');
  const { swapId } = swapped;
  const pay = (token = GOOD, amount = 2_000) => payPreorder(core, { ...key, purpose: 'swap', swapId, amount, token });
  return {
    offer: of,
    key,
    reference,
    swapId,
    pay,
    asked,
    line: async () => (await readPreorder(database.db, of.storeId, reference)).lines[0],
  };
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

test('swaps the line item and takes exactly the difference once it is paid', async () => {
  const { pay, key, line, offer } = await askForSwap();
  expect(await pay()).toEqual({ kind: 'completed' });
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ variantTitle: 'Large', total: 15_390, paid: 15_390, refunded: 0 });
  expect(await countHeld(database.db, offer)).toBe(0);
  // A second payment and a second job find nothing to do.
  expect(await pay()).toEqual({ kind: 'completed' });
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ paid: 15_390, refunded: 0 });
  // The history still shows the amount of the original pre-order.
  const history = await readHistory(database.db, key.storeId, key.preorderId);
  expect(history.find(({ kind }) => kind === 'placed')?.amount).toBe(13_390);
});

test('changes nothing after a decline, and takes another card', async () => {
  const { pay, key, line, offer, asked } = await askForSwap();
  expect(await pay(DECLINED)).toMatchObject({ kind: 'declined' });
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ variantTitle: 'Medium', total: 13_390, paid: 13_390 });
  expect(await countHeld(database.db, offer)).toBe(1);
  // A payment was begun, so another swap waits for its outcome.
  const small = { ...asked, variantExternalId: offer.sizes.small.variantExternalId, now: 0 };
  expect(await codeOf(swapVariant(core, small))).toBe('payment_in_progress');
  expect(await pay()).toEqual({ kind: 'completed' });
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ variantTitle: 'Large', paid: 15_390 });
});

test('returns an unpaid unit after its time, and refuses a later payment', async () => {
  const { pay, key, line, offer, asked } = await askForSwap();
  await pay(DECLINED);
  await endUnpaidSwaps(core);
  expect(await countHeld(database.db, offer)).toBe(1);
  await shiftClock(database.db, 31 * 60);
  expect(await endUnpaidSwaps(core)).toBe(1);
  expect(await countHeld(database.db, offer)).toBe(0);
  expect(await codeOf(pay())).toBe('line_not_swappable');
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ variantTitle: 'Medium', paid: 13_390 });
  // The shopper may ask for the swap again.
  expect(await swapVariant(core, asked)).toMatchObject({ kind: 'payment' });
  await shiftClock(database.db, 31 * 60);
  await endUnpaidSwaps(core);
});

test('takes nothing when the shopper returns too late from the bank', async () => {
  const { pay, key, line, offer } = await askForSwap();
  expect(await pay(testCardToken('4000002500003155'))).toMatchObject({ kind: 'requires_action' });
  await shiftClock(database.db, 31 * 60);
  await endUnpaidSwaps(core);
  expect(await countHeld(database.db, offer)).toBe(0);
  await runSwapJobs(core, key);
  expect(await line()).toMatchObject({ variantTitle: 'Medium', paid: 13_390, refunded: 0 });
});

test.each(['cancelled', 'released'] as const)(
  'undoes the difference when the line item is %s between payment and swap',
  async (to) => {
    const { pay, key, line, offer } = await askForSwap();
    await pay();
    if (to === 'cancelled') await cancelLines(core, { ...key, lineIds: null });
    else await advanceLines(core, { ...key, to, lineIds: null });
    await runSwapJobs(core, key);
    const left = await line();
    expect(left).toMatchObject({
      variantTitle: 'Medium',
      state: to,
      paid: 13_390,
      refunded: to === 'cancelled' ? 13_390 : 0,
    });
    expect(await countHeld(database.db, offer)).toBe(0);
  },
);

test('refuses another amount, another pre-order and an unknown swap, and takes nothing', async () => {
  const [one, other] = [await askForSwap(), await askForSwap()];
  expect(await codeOf(one.pay(GOOD, 1))).toBe('payment_changed');
  const strange = { ...other.key, purpose: 'swap' as const, swapId: one.swapId, amount: 2_000, token: GOOD };
  expect(await codeOf(payPreorder(core, strange))).toBe('line_not_swappable');
  expect(await codeOf(payPreorder(core, { ...strange, swapId: crypto.randomUUID() }))).toBe('line_not_swappable');
  for (const { key } of [one, other]) await runSwapJobs(core, key);
  await shiftClock(database.db, 31 * 60);
  await endUnpaidSwaps(core);
});

describe('a payment at the same time', () => {
  test('as another payment, a cancellation, a release, the clock and the provider’s event has one outcome', async () => {
    const offer = await createSizes(core, { units: [99, 99, 99] });
    for (let round = 0; round < 12; round += 1) {
      const { pay, key, line, swapId } = await askForSwap(offer);
      const acts = [
        codeOf(pay()),
        codeOf(pay()),
        round % 3 === 0 ? codeOf(cancelLines(core, { ...key, lineIds: null })) : runSwapJobs(core, key),
        round % 4 === 1
          ? codeOf(advanceLines(core, { ...key, to: 'released', lineIds: null }))
          : runSwapJobs(core, key),
      ];
      await Promise.all(acts);
      const [attempt] = await database.db.query<{ id: string }>('SELECT id FROM attempt WHERE preorder_id = $1', [
        key.preorderId,
      ]);
      if (attempt) await Promise.all([1, 2].map(() => settle(core, { storeId: key.storeId, attemptId: attempt.id })));
      if (round % 5 === 2) await shiftClock(database.db, 31 * 60);
      await Promise.all([runSwapJobs(core, key), runSwapJobs(core, key), endUnpaidSwaps(core)]);
      await runSwapJobs(core, key);
      const left = await line();
      const net = (left?.paid ?? 0) - (left?.refunded ?? 0);
      expect(net, `round ${round}`).toBe(left?.state === 'cancelled' ? 0 : left?.total);
      const [swap] = await database.db.query<{ state: string }>('SELECT state FROM line_swap WHERE id = $1', [swapId]);
      if (left?.state === 'placed') expect(swap?.state === 'done').toBe(left.variantTitle === 'Large');
    }
    await shiftClock(database.db, 31 * 60);
    await endUnpaidSwaps(core);
    expect(await countHeld(database.db, offer)).toBe(0);
  });
});
