import { afterAll, describe, expect, test } from 'vitest';
import { giveBack } from '../../../src/core/payments/commands/give-back.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { type SwapRequest, swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { endUnpaidSwaps } from '../../../src/core/preorders/jobs.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { moveUnits } from '../../../src/core/stock/commands.ts';
import type { MailMessage } from '../../../src/integrations/mail/port.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { shiftClock } from '../../support/core.ts';
import { sendMails } from '../../support/mails.ts';
import { refused } from '../../support/refusal.ts';
import { createSizes, type Sizes, type SizesOptions } from '../../support/sizes.ts';
import { attemptsOf, countHeld, runSwapJobs } from '../../support/swaps.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

const GOOD = testCardToken('4242424242424242');
const DECLINED = testCardToken('4000000000000002');
const SECOND_STEP = testCardToken('4000002500003155');
const PRICES: [number, number, number] = [10_000, 12_900, 14_900];
const MORE = 2_000;
const LATE = 31 * 60;

/** Buys three medium ones. */
async function buyThree(options: SizesOptions | Sizes = {}) {
  const offer = 'sizes' in options ? options : await createSizes(core, { prices: PRICES, ...options });
  const reference = await buyFrom(core, offer, { quantity: 3 });
  const { id: preorderId, lines } = await readPreorder(database.db, offer.storeId, reference);
  const key = { storeId: offer.storeId, preorderId };
  const lineIds = lines.map(({ id }) => id);
  const asks = (count: number): SwapRequest => ({
    ...key,
    lineId: lineIds[0] ?? '',
    alsoLineIds: lineIds.slice(1, count),
    variantExternalId: offer.sizes.large.variantExternalId,
    now: MORE * count,
    later: 0,
  });
  const swap = async (request: SwapRequest) => {
    const swapped = await swapVariant(core, request);
    if (swapped.kind !== 'payment') throw new Error('the swap needs no payment');
    return swapped.swapId;
  };
  const lines3 = async () => (await readPreorder(database.db, offer.storeId, reference)).lines;
  return {
    offer,
    reference,
    key,
    lineIds,
    asks,
    swap,
    pay: (swapId: string, amount = 3 * MORE, token = GOOD) =>
      payPreorder(core, { ...key, purpose: 'swap', swapId, amount, token }),
    jobs: () => runSwapJobs(core, key),
    held: () => countHeld(database.db, offer),
    titles: async () => (await lines3()).map(({ variantTitle }) => variantTitle),
    net: async () => (await lines3()).map(({ paid, refunded }) => paid - refunded),
    totals: async () => (await lines3()).map(({ state, total }) => (state === 'cancelled' ? 0 : total)),
  };
}

const MEDIUM = ['Medium', 'Medium', 'Medium'];
const LARGE = ['Large', 'Large', 'Large'];

test('three are held together, paid with one payment, and confirmed with one mail', async () => {
  const outgoing: MailMessage[] = [];
  const deps = { ...core, mail: { send: async (message: MailMessage) => void outgoing.push(message) } };
  const { asks, swap, pay, jobs, key, held, titles, net, totals, offer } = await buyThree();
  await sendMails(deps);
  outgoing.length = 0;
  const swapId = await swap(asks(3));
  expect([await titles(), await held()]).toEqual([MEDIUM, 3]);
  expect(await pay(swapId)).toEqual({ kind: 'completed' });
  await jobs();
  expect([await titles(), await held()]).toEqual([LARGE, 0]);
  expect(await net()).toEqual(await totals());
  expect(await attemptsOf(database.db, key)).toEqual([{ state: 'placed', amount: 3 * MORE }]);
  await sendMails(deps);
  expect(outgoing).toHaveLength(1);
  expect(outgoing[0]?.text).toMatch(/3 × .*3 × /s);
  expect(outgoing[0]?.text).toContain('It costs €60.00 more than before.');
  // What is asked or paid again finds it done.
  expect(await pay(swapId)).toEqual({ kind: 'completed' });
  expect(await swapVariant(core, asks(3))).toEqual({ kind: 'done' });
  // Back again: the refund of all three is told by the mail about the swap alone.
  outgoing.length = 0;
  const back = { ...asks(3), variantExternalId: offer.variantExternalId, now: -3 * MORE };
  expect(await swapVariant(core, back)).toEqual({ kind: 'done' });
  await jobs();
  await sendMails(deps);
  expect(outgoing.map(({ text }) => /€60\.00 less/.test(text))).toEqual([true]);
  expect(await net()).toEqual(await totals());
});

test('a decline changes nothing, and another card pays for the same units', async () => {
  const { asks, swap, pay, jobs, held, titles, net, totals, key } = await buyThree();
  const swapId = await swap(asks(3));
  expect(await pay(swapId, 3 * MORE, DECLINED)).toMatchObject({ kind: 'declined' });
  await jobs();
  expect([await titles(), await held()]).toEqual([MEDIUM, 3]);
  expect(await swap(asks(3))).toBe(swapId);
  await expect(swap(asks(2))).rejects.toEqual(refused('payment_in_progress'));
  expect(await pay(swapId)).toEqual({ kind: 'completed' });
  await jobs();
  expect([await titles(), await held()]).toEqual([LARGE, 0]);
  expect(await net()).toEqual(await totals());
  expect(await attemptsOf(database.db, key)).toEqual([{ state: 'placed', amount: 3 * MORE }]);
});

test.each([
  ['after nothing', null],
  ['after a decline', DECLINED],
  ['while the bank asks', SECOND_STEP],
])('all units go back once the time to pay is over, %s', async (_, token) => {
  const { asks, swap, pay, jobs, held, titles, net, totals } = await buyThree();
  const swapId = await swap(asks(3));
  if (token !== null) await pay(swapId, 3 * MORE, token);
  await endUnpaidSwaps(core);
  expect(await held()).toBe(3);
  await shiftClock(database.db, LATE);
  expect(await endUnpaidSwaps(core)).toBe(1);
  expect(await held()).toBe(0);
  await expect(pay(swapId)).rejects.toEqual(refused('line_not_swappable'));
  await jobs();
  expect([await titles(), await net()]).toEqual([MEDIUM, await totals()]);
});

test('the provider’s message alone completes it, whatever became of the page', async () => {
  const { asks, swap, pay, jobs, held, titles, net, totals, key } = await buyThree();
  const asked = await pay(await swap(asks(3)), 3 * MORE, SECOND_STEP);
  if (asked.kind !== 'requires_action') throw new Error(`it is ${asked.kind}`);
  await core.testProvider.answerChallenge(asked.ref, asked.clientSecret, true);
  const [attempt] = await database.db.query<{ id: string }>('SELECT id FROM attempt WHERE preorder_id = $1', [
    key.preorderId,
  ]);
  await settle(core, { storeId: key.storeId, attemptId: attempt?.id ?? '' });
  // It is paid, so the end of the time to pay takes nothing away.
  await shiftClock(database.db, LATE);
  await endUnpaidSwaps(core);
  await jobs();
  expect([await titles(), await held()]).toEqual([LARGE, 0]);
  expect(await net()).toEqual(await totals());
});

test.each(['cancelled', 'released'] as const)(
  'none is swapped where one is %s meanwhile, and all is undone',
  async (to) => {
    const { asks, swap, pay, jobs, held, titles, net, totals, key, lineIds } = await buyThree();
    const leave = () =>
      to === 'cancelled'
        ? cancelLines(core, { ...key, lineIds: lineIds.slice(1, 2) })
        : advanceLines(core, { ...key, to, lineIds: lineIds.slice(1, 2) });
    await pay(await swap(asks(3)));
    await leave();
    await jobs();
    expect([await titles(), await held()]).toEqual([MEDIUM, 0]);
    expect(await net()).toEqual(await totals());
  },
);

test('nothing is charged for line items of which one no longer waits', async () => {
  const { asks, swap, pay, jobs, held, key, lineIds } = await buyThree();
  const swapId = await swap(asks(3));
  await cancelLines(core, { ...key, lineIds: lineIds.slice(2) });
  await expect(pay(swapId)).rejects.toEqual(refused('line_not_swappable'));
  expect(await attemptsOf(database.db, key)).toEqual([]);
  await jobs();
  await shiftClock(database.db, LATE);
  await endUnpaidSwaps(core);
  expect(await held()).toBe(0);
});

test('what was given back meanwhile is not charged', async () => {
  const { asks, swap, pay, jobs, titles, net, totals, key, lineIds } = await buyThree();
  const swapId = await swap(asks(3));
  await giveBack(core, { ...key, lineId: lineIds[1] ?? '', amount: 500, reason: 'Sorry.' });
  await pay(swapId);
  await jobs();
  expect(await titles()).toEqual(LARGE);
  const [first = 0, second = 0, third = 0] = await totals();
  expect(await net()).toEqual([first, second - 500, third]);
});

test('clicks at once hold the units once, and another number replaces them before a payment', async () => {
  const { asks, swap, jobs, held, offer } = await buyThree({ units: [9, 9, 3] });
  const ids = await Promise.all([1, 2, 3].map(() => swap(asks(3))));
  expect(new Set(ids).size).toBe(1);
  expect(await held()).toBe(3);
  const two = await swap(asks(2));
  expect(ids).not.toContain(two);
  expect(await held()).toBe(2);
  await swap({ ...asks(1), alsoLineIds: [asks(1).lineId.toUpperCase()] });
  expect(await held()).toBe(1);
  expect(
    await swapVariant(core, { ...asks(3), variantExternalId: offer.sizes.small.variantExternalId, now: -8_700 }),
  ).toEqual({
    kind: 'done',
  });
  await jobs();
  expect(await held()).toBe(0);
});

test('holds nothing where too few are left for all of them', async () => {
  const { asks, swap, held } = await buyThree({ units: [9, 9, 2] });
  await expect(swap(asks(3))).rejects.toEqual(refused('sold_out', { data: { left: 2 } }));
  await expect(swap({ ...asks(2), now: MORE })).rejects.toEqual(refused('swap_changed'));
  expect(await held()).toBe(0);
  await swap(asks(2));
  expect(await held()).toBe(2);
});

test('refuses to pay for some while others cost nothing or less', async () => {
  const { asks, swap, pay, jobs, held, titles, offer } = await buyThree({ prices: [13_900, 12_900, 14_900] });
  await pay(await swap(asks(1)), MORE);
  await jobs();
  const mixed = { ...asks(3), variantExternalId: offer.sizes.small.variantExternalId };
  const refusal = refused('invalid_parameter', { param: 'alsoLineItemIds' });
  await expect(swapVariant(core, { ...mixed, now: 1_000 })).rejects.toEqual(refusal);
  expect([await titles(), await held()]).toEqual([['Large', 'Medium', 'Medium'], 0]);
});

test('where code of before has ended the first by itself, the others end too and nothing is charged', async () => {
  const { asks, swap, pay, jobs, held, titles, key, offer } = await buyThree();
  const swapId = await swap(asks(3));
  await database.db.transaction(async (tx) => {
    await tx.query(`UPDATE line_swap SET state = 'dropped', ended_at = app_now() WHERE id = $1`, [swapId]);
    const large = { ...offer, variantId: offer.sizes.large.variantId };
    const [unit] = await tx.query<{ batchId: string }>(
      'SELECT batch_id AS "batchId" FROM unit WHERE waitlist_id = $1 AND variant_id = $2',
      [offer.waitlistId, large.variantId],
    );
    const { storeId, waitlistId, variantId } = large;
    const sourceId = asks(1).lineId;
    const batchId = unit?.batchId ?? '';
    await moveUnits(tx, [{ storeId, waitlistId, batchId, variantId, held: -1, sold: 0, reason: 'swap', sourceId }]);
  });
  await expect(pay(swapId)).rejects.toEqual(refused('line_not_swappable'));
  await jobs();
  await shiftClock(database.db, LATE);
  await endUnpaidSwaps(core);
  expect([await titles(), await held()]).toEqual([MEDIUM, 0]);
  expect(await attemptsOf(database.db, key)).toEqual([]);
});

describe('a payment at the same time', () => {
  test('as other payments, a cancellation, a release, the clock and the provider’s event has one outcome for all', async () => {
    const offer = await createSizes(core, { prices: PRICES, units: [99, 99, 99] });
    for (let round = 0; round < 12; round += 1) {
      const { asks, swap, pay, jobs, titles, net, totals, key, lineIds } = await buyThree(offer);
      const swapId = await swap(asks(3));
      const one = { ...key, lineIds: lineIds.slice(round % 3, (round % 3) + 1) };
      await Promise.allSettled([
        pay(swapId),
        pay(swapId),
        round % 3 === 0 ? cancelLines(core, one) : jobs(),
        round % 4 === 1 ? advanceLines(core, { ...one, to: 'released' }) : jobs(),
      ]);
      const ids = await database.db.query<{ id: string }>('SELECT id FROM attempt WHERE preorder_id = $1', [
        key.preorderId,
      ]);
      await Promise.all([...ids, ...ids].map(({ id }) => settle(core, { storeId: key.storeId, attemptId: id })));
      if (round % 5 === 2) await shiftClock(database.db, LATE);
      await Promise.all([jobs(), jobs(), endUnpaidSwaps(core)]);
      await jobs();
      expect(await net(), `round ${round}`).toEqual(await totals());
      expect(new Set(await titles()).size, `round ${round}`).toBe(1);
    }
    await shiftClock(database.db, LATE);
    await endUnpaidSwaps(core);
    expect(await countHeld(database.db, offer)).toBe(0);
  });
});
