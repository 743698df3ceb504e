import { afterAll, describe, expect, test } from 'vitest';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { advanceLines } from '../../../src/core/preorders/commands/advance.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { type SwapRequest, swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { changeWaitlistState } from '../../../src/core/waitlists/commands/state.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { createSizes, type Size, type Sizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
afterAll(() => expectSoundBooks(database.db));

const read = ({ storeId }: Sizes, reference: string) => readPreorder(database.db, storeId, reference);

/** Buys medium ones, and returns a function that builds swap requests for the first line item. */
async function buy(offer: Sizes, quantity = 1) {
  const reference = await buyFrom(core, offer, { quantity });
  const { id, lines } = await read(offer, reference);
  const [line] = lines;
  if (!line) throw new Error('no line item was bought');
  const base = { storeId: offer.storeId, preorderId: id, lineId: line.id };
  const to = ({ variantExternalId }: Size, now = 0, later = 0): SwapRequest => ({
    ...base,
    variantExternalId,
    now,
    later,
  });
  return { reference, id, line, lines, to };
}

async function unitsOf({ waitlistId }: Sizes) {
  const rows = await database.db.query<{ title: string; held: number; sold: number }>(
    `SELECT v.title, sum(u.held)::int AS held, sum(u.sold)::int AS sold
     FROM unit u JOIN variant v ON v.store_id = u.store_id AND v.id = u.variant_id
     WHERE u.waitlist_id = $1 GROUP BY v.title`,
    [waitlistId],
  );
  return Object.fromEntries(rows.map(({ title, held, sold }) => [title, [held, sold]]));
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'ok',
    (error: { code?: string }) => error.code,
  );

test('swaps the units in one transaction at the same price, and keeps place, date and reference', async () => {
  const offer = await createSizes(core);
  const { reference, id, line, to } = await buy(offer, 2);
  const before = await read(offer, reference);
  expect(await swapVariant(core, to(offer.sizes.small))).toEqual({ kind: 'done' });
  const after = await read(offer, reference);
  expect(after).toEqual({
    ...before,
    updatedAt: expect.any(Date),
    lines: [
      {
        ...before.lines[0],
        variantTitle: 'Small',
        sku: 'BOR-S',
        variantId: offer.sizes.small.variantId,
        variantExternalId: offer.sizes.small.variantExternalId,
      },
      before.lines[1],
    ],
  });
  expect(await unitsOf(offer)).toEqual({ Small: [0, 1], Medium: [0, 1], Large: [0, 0] });
  await moveMoney(core, offer.storeId, id);
  expect((await read(offer, reference)).lines).toEqual(after.lines);
  // A repeated request finds the swap done.
  expect(await swapVariant(core, to(offer.sizes.small))).toEqual({ kind: 'done' });
  const swaps = await database.db.query(
    'SELECT line_id, state, from_title, to_title, due_now, due_later FROM line_swap WHERE preorder_id = $1',
    [id],
  );
  expect(swaps).toEqual([
    { line_id: line.id, state: 'done', from_title: 'Medium', to_title: 'Small', due_now: 0, due_later: 0 },
  ]);
  const told = await database.db.query(
    `SELECT topic FROM outbox WHERE subject_id = $1 AND topic IN ('preorder.swapped', 'money.due') ORDER BY id`,
    [id],
  );
  expect(told.map(({ topic }) => topic).slice(-2)).toEqual(['money.due', 'preorder.swapped']);
});

test('refunds the difference to the cent, and charges it again when swapped back', async () => {
  const offer = await createSizes(core, { prices: [9_999, 12_900, 14_900] });
  const { reference, id, to } = await buy(offer, 3);
  const before = await read(offer, reference);
  expect(await swapVariant(core, to(offer.sizes.small, -2_901))).toEqual({ kind: 'done' });
  await moveMoney(core, offer.storeId, id);
  const after = await read(offer, reference);
  expect(after.total).toBe(before.total - 2_901);
  expect(after.subtotal).toBe(before.subtotal - 2_901);
  expect(after.shipping).toBe(before.shipping);
  expect(after.tax).toBe(after.lines.reduce((sum, { tax }) => sum + tax, 0));
  expect(after.lines.map(({ paid, refunded }) => paid - refunded)).toEqual(after.lines.map(({ total }) => total));
  expect(await codeOf(swapVariant(core, to(offer.sizes.medium)))).toBe('swap_changed');
});

test('puts a dearer price on the balance, and refunds the part of a deposit above a cheaper price', async () => {
  const plan = { plan: 'deposit', deposit: { kind: 'percent', value: 2_000 } } as const;
  const offer = await createSizes(core, { plan, prices: [1_000, 12_900, 14_900] });
  const { reference, id, to } = await buy(offer);
  expect(await swapVariant(core, to(offer.sizes.large, 0, 2_000))).toEqual({ kind: 'done' });
  await moveMoney(core, offer.storeId, id);
  const dearer = await read(offer, reference);
  expect(dearer).toMatchObject({ total: 15_390, dueNow: 2_678, lines: [{ paid: 2_678, refunded: 0, total: 15_390 }] });
  expect(await swapVariant(core, to(offer.sizes.small, -1_188, -12_712))).toEqual({ kind: 'done' });
  await moveMoney(core, offer.storeId, id);
  expect(await read(offer, reference)).toMatchObject({
    total: 1_490,
    dueNow: 1_490,
    lines: [{ paid: 2_678, refunded: 1_188 }],
  });
});

describe('a swap that needs a payment', () => {
  test('holds the unit and changes nothing else, until the shopper asks for another swap', async () => {
    const offer = await createSizes(core, { units: [1, 5, 1] });
    const { reference, to } = await buy(offer);
    const before = await read(offer, reference);
    expect(await swapVariant(core, to(offer.sizes.large, 2_000))).toMatchObject({ kind: 'payment' });
    expect(await read(offer, reference)).toEqual(before);
    expect(await unitsOf(offer)).toEqual({ Small: [0, 0], Medium: [0, 1], Large: [1, 0] });
    const other = await buy(offer);
    expect(await codeOf(swapVariant(core, other.to(offer.sizes.large, 2_000)))).toBe('sold_out');
    // A repeated request gets the same swap. Another request replaces it, and its unit returns.
    const again = await swapVariant(core, to(offer.sizes.large, 2_000));
    expect(again).toEqual(await swapVariant(core, to(offer.sizes.large, 2_000)));
    expect(await swapVariant(core, to(offer.sizes.small))).toEqual({ kind: 'done' });
    expect(await unitsOf(offer)).toEqual({ Small: [0, 1], Medium: [0, 1], Large: [0, 0] });
  });
});

describe('a swap between deliveries', () => {
  test('keeps the date while its own batch has units, and takes the other batch’s date otherwise', async () => {
    const offer = await createSizes(core, { units: [0, 5, 1], later: [5, 5, 5], prices: [12_900, 12_900, 12_900] });
    const { reference, to } = await buy(offer, 2);
    const before = await read(offer, reference);
    await swapVariant(core, to(offer.sizes.large));
    const [, second] = before.lines;
    await swapVariant(core, { ...to(offer.sizes.small), lineId: second?.id ?? '' });
    const windows = (await read(offer, reference)).lines.map(({ promise }) => promise.from);
    expect(windows).toEqual(['2030-06-10', '2030-09-01']);
  });
});

describe('refuses, and changes nothing, for', () => {
  test.each([
    ['an unknown line item', 'line_not_found', (r: SwapRequest) => ({ ...r, lineId: crypto.randomUUID() })],
    ['a malformed line item', 'line_not_found', (r: SwapRequest) => ({ ...r, lineId: "' OR 1=1 --" })],
    ['an unknown variant', 'variant_not_found', (r: SwapRequest) => ({ ...r, variantExternalId: '0' })],
    ['another amount than was shown', 'swap_changed', (r: SwapRequest) => ({ ...r, now: -1 })],
    ['another amount later', 'swap_changed', (r: SwapRequest) => ({ ...r, later: 1 })],
  ])('%s', async (_, expected, change) => {
    const offer = await createSizes(core);
    const { reference, to } = await buy(offer);
    const before = await read(offer, reference);
    expect(await codeOf(swapVariant(core, change(to(offer.sizes.small))))).toBe(expected);
    expect(await read(offer, reference)).toEqual(before);
    expect(await unitsOf(offer)).toEqual({ Small: [0, 0], Medium: [0, 1], Large: [0, 0] });
  });

  test('a foreign line item, a variant of another product and a sold-out variant', async () => {
    const offer = await createSizes(core, { units: [0, 5, 5] });
    const elsewhere = await createSizes(core, { storeOf: offer });
    const [mine, theirs] = [await buy(offer), await buy(offer)];
    expect(await codeOf(swapVariant(core, { ...mine.to(offer.sizes.large), lineId: theirs.line.id }))).toBe(
      'line_not_found',
    );
    expect(await codeOf(swapVariant(core, mine.to(elsewhere.sizes.small)))).toBe('variant_not_found');
    expect(await codeOf(swapVariant(core, mine.to(offer.sizes.small)))).toBe('sold_out');
  });

  test('a released, sent or cancelled line item, and a paused waitlist', async () => {
    const offer = await createSizes(core);
    const { id, to } = await buy(offer);
    await changeWaitlistState(core, offer, 'pause');
    expect(await codeOf(swapVariant(core, to(offer.sizes.small)))).toBe('waitlist_not_open');
    const target = { storeId: offer.storeId, preorderId: id };
    await advanceLines(core, { ...target, to: 'released', lineIds: null });
    expect(await codeOf(swapVariant(core, to(offer.sizes.small)))).toBe('line_not_swappable');
    await cancelLines(core, { ...target, lineIds: null });
    expect(await codeOf(swapVariant(core, to(offer.sizes.small)))).toBe('line_not_swappable');
    await moveMoney(core, offer.storeId, id);
  });
});

describe('concurrent swaps', () => {
  test('give the last unit to one shopper', async () => {
    const offer = await createSizes(core, { units: [1, 9, 9] });
    const shoppers = await Promise.all(Array.from({ length: 6 }, () => buy(offer)));
    const results = await Promise.all(shoppers.map(({ to }) => codeOf(swapVariant(core, to(offer.sizes.small)))));
    expect(results.filter((result) => result === 'ok')).toHaveLength(1);
    expect(new Set(results)).toEqual(new Set(['ok', 'sold_out']));
    expect(await unitsOf(offer)).toMatchObject({ Small: [0, 1], Medium: [0, 5] });
  });

  test('with cancellations and releases have one outcome each, and the counters agree', async () => {
    const offer = await createSizes(core, { units: [50, 50, 50], prices: [10_000, 12_900, 14_900] });
    for (let round = 0; round < 12; round += 1) {
      const { id, reference, to } = await buy(offer);
      const target = { storeId: offer.storeId, preorderId: id };
      const acts = [
        codeOf(swapVariant(core, to(offer.sizes.small, -2_900))),
        codeOf(swapVariant(core, to(offer.sizes.small, -2_900))),
        round % 2 ? codeOf(cancelLines(core, { ...target, lineIds: null })) : moveMoney(core, offer.storeId, id),
        round % 3 ? codeOf(advanceLines(core, { ...target, to: 'released', lineIds: null })) : 'ok',
      ];
      const results = await Promise.all(acts);
      expect(
        results.filter((result) => result === undefined || result === 'internal_error').length,
      ).toBeLessThanOrEqual(1);
      await moveMoney(core, offer.storeId, id);
      const { lines } = await read(offer, reference);
      const [line] = lines;
      expect(['Small', 'Medium']).toContain(line?.variantTitle);
      const net = (line?.paid ?? 0) - (line?.refunded ?? 0);
      expect(net).toBe(line?.state === 'cancelled' ? 0 : line?.total);
    }
  });

  test('there and back between two line items never deadlock', async () => {
    const offer = await createSizes(core, { units: [9, 9, 9], prices: [12_900, 12_900, 12_900] });
    const shoppers = await Promise.all(Array.from({ length: 4 }, () => buy(offer)));
    const { small, medium, large } = offer.sizes;
    const rounds = [small, large, medium, small, large];
    const results = await Promise.all(
      shoppers.map(async ({ to }, index) => {
        const ended: unknown[] = [];
        for (const step of rounds.keys()) {
          const size = rounds[(step + index) % rounds.length] ?? small;
          ended.push(await codeOf(swapVariant(core, to(size))));
        }
        return ended;
      }),
    );
    expect(new Set(results.flat())).toEqual(new Set(['ok']));
  });
});
