import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endExpiredHolds } from '../../src/core/checkouts/jobs.ts';
import { createDiscount, endDiscount, type NewDiscount } from '../../src/core/discounts/commands.ts';
import { readDiscount } from '../../src/core/discounts/queries.ts';
import { type TaxDestination, type TaxService, TaxServiceError } from '../../src/integrations/tax/port.ts';
import type { CheckoutRequest } from '../../src/protocol/schema/frame-api.ts';
import { createCheckoutClient, createSmallStore, expectRefusal, shippingStep } from '../support/checkout-client.ts';
import { shiftClock } from '../support/core.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
let store: StoreWithWaitlist;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  store = await createSmallStore(system, 500);
});
afterAll(() => system.stop());

const TERMS: Omit<NewDiscount, 'code'> = { kind: 'percent', value: 1_000 };

async function makeCode(terms: Partial<NewDiscount> = {}, storeId = store.storeId): Promise<string> {
  return createDiscount(system.deps, storeId, { ...TERMS, code: randomUUID().slice(0, 13), ...terms });
}

const ask = (discountCode: unknown, changes: Partial<CheckoutRequest> = {}) =>
  client.reserve({ ...shippingStep(store, changes), discountCode });

const usesOf = async (code: string) => {
  const { placed, held } = await readDiscount(system.db, store.storeId, code);
  return { placed, held };
};

describe('a discount code', () => {
  test('lowers the price of the goods in any spelling, and is kept with each line item', async () => {
    const code = await makeCode({ code: 'summer-10' });
    expect(code).toBe('SUMMER-10');
    const made = await client.hold({ ...shippingStep(store, { quantity: 3 }), discountCode: ' Summer-10 ' });
    expect(made).toMatchObject({ subtotal: 38_700, discount: 3_870, discountCode: code, shipping: 490, total: 35_320 });
    expect(await usesOf(code)).toEqual({ placed: 0, held: 1 });
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed');
    expect(await usesOf(code)).toEqual({ placed: 1, held: 0 });
    const [kept] = await system.db.query(
      `SELECT o.discount, o.discount_code, (SELECT sum(l.discount)::int FROM preorder_line l
         WHERE l.store_id = o.store_id AND l.preorder_id = o.id) AS lines FROM preorder o WHERE o.checkout_id = $1`,
      [made.id],
    );
    expect(kept).toEqual({ discount: 3_870, discount_code: code, lines: 3_870 });
  });

  test('is added to a hold, changed and removed again', async () => {
    const [one, two] = [await makeCode(), await makeCode({ kind: 'amount', value: 500 })];
    const body = shippingStep(store);
    const made = await client.hold(body);
    const changed = await client.change(made, { ...body, discountCode: one });
    expect(changed.data).toMatchObject({ discountCode: one, discount: 1_290, total: 12_100, dueNow: 12_100 });
    expect((await client.change(made, { ...body, discountCode: two })).data).toMatchObject({ discount: 500 });
    expect([await usesOf(one), await usesOf(two)]).toEqual([
      { placed: 0, held: 0 },
      { placed: 0, held: 1 },
    ]);
    expectRefusal(await client.change(made, { ...body, discountCode: 'nothing' }), 404, { code: 'discount_not_found' });
    expect((await client.read(made)).data).toMatchObject({ state: 'held', discountCode: two, total: 12_890 });
    const removed = await client.change(made, { ...body, discountCode: null });
    expect(removed.data).toMatchObject({ discountCode: null, discount: 0, total: 13_390 });
    expect(await usesOf(two)).toEqual({ placed: 0, held: 0 });
    await client.abandon(made);
  });

  test('removed twice in parallel is removed once', async () => {
    const code = await makeCode();
    const body = shippingStep(store);
    const made = await client.hold({ ...body, discountCode: code });
    await Promise.all(Array.from({ length: 6 }, () => client.change(made, { ...body, discountCode: null })));
    expect((await client.read(made)).data).toMatchObject({ discount: 0, discountCode: null });
    expect(await usesOf(code)).toEqual({ placed: 0, held: 0 });
    await client.abandon(made);
  });

  test('applies only within its period, to its product and above its minimum', async () => {
    const other = await createSmallStore(system, 10);
    const soon = new Date(Date.now() + 3_600_000);
    const refusals: [string, number, object][] = [
      [await makeCode({ startsAt: soon }), 404, { code: 'discount_not_found' }],
      [await makeCode({}, other.storeId), 404, { code: 'discount_not_found' }],
      [await makeCode({ minimum: 12_901 }), 422, { code: 'discount_minimum', data: { minimum: 12_901 } }],
    ];
    const ended = await makeCode();
    await endDiscount(system.deps, store.storeId, ended);
    await endDiscount(system.deps, store.storeId, ended);
    refusals.push([ended, 422, { code: 'discount_expired' }]);
    for (const [code, status, error] of refusals) {
      expectRefusal(await ask(code), status, { param: 'discountCode', ...error });
    }
    const own = await makeCode({
      externalProductId: store.product.externalId,
      waitlistId: store.waitlistId,
      minimum: 12_900,
    });
    expect((await ask(own)).status).toBe(201);
    const twin = await createSmallStore(system, 10);
    const foreign = await makeCode({ externalProductId: twin.product.externalId }, twin.storeId);
    await system.db.query(
      `INSERT INTO discount (store_id, id, code, kind, value, product_id)
       SELECT $1, gen_random_uuid(), 'SOMETHING-ELSE', 'percent', 1000, id FROM product WHERE store_id = $1 AND id <> $2`,
      [store.storeId, store.product.id],
    );
    expectRefusal(await ask(foreign), 404, { code: 'discount_not_found' });
    const notFound = { code: 'discount_not_found' };
    await expect(readDiscount(system.db, store.storeId, foreign)).rejects.toMatchObject(notFound);
    await expect(endDiscount(system.deps, store.storeId, foreign)).rejects.toMatchObject(notFound);
    // A code cannot be for what another store has.
    await expect(makeCode({ externalProductId: twin.product.id })).rejects.toMatchObject({ code: 'product_not_found' });
    await expect(makeCode({ waitlistId: twin.waitlistId })).rejects.toMatchObject({ code: 'waitlist_not_found' });
  });

  test('for another waitlist of the store is refused with that reason', async () => {
    const [row] = await system.db.query<{ id: string }>(
      `INSERT INTO waitlist (store_id, id, product_id, state) VALUES ($1, gen_random_uuid(), $2, 'DRAFT') RETURNING id`,
      [store.storeId, store.product.id],
    );
    const code = await makeCode({ waitlistId: row?.id ?? null });
    expectRefusal(await ask(code), 422, { code: 'discount_not_applicable', param: 'discountCode' });
  });

  test('with two uses goes to two of many parallel checkouts, and comes back if they do not pay', async () => {
    const code = await makeCode({ usesMax: 2 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask(code)));
    const held = answers.filter(({ status }) => status === 201).map(({ data }) => data);
    expect(held).toHaveLength(2);
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      expectRefusal(answer, 422, { code: 'discount_used_up', param: 'discountCode' });
    }
    const [first, second] = held;
    if (!first || !second) throw new Error('fewer than two holds');
    // A checkout with the code keeps it when it changes anything else.
    const again = await client.change(first, { ...shippingStep(store, { quantity: 2 }), discountCode: code });
    expect(again.data).toMatchObject({ discountCode: code, discount: 2_580 });
    await client.pay(again.data, 'succeeds');
    await client.abandon(second);
    expect(await usesOf(code)).toEqual({ placed: 1, held: 0 });
    expect((await ask(code)).status).toBe(201);
    expectRefusal(await ask(code), 422, { code: 'discount_used_up' });
    // The hold has expired, so its use is free again.
    await shiftClock(system.db, 3_600);
    // A row that is locked just then waits for the next round.
    const ended = () => endExpiredHolds(system.deps).then(() => usesOf(code));
    await expect.poll(ended).toEqual({ placed: 1, held: 0 });
    await system.db.query('DELETE FROM clock_shift');
  });

  test.each([
    ['', 404, 'discount_not_found'],
    ['%', 404, 'discount_not_found'],
    ["' OR 1=1 --", 404, 'discount_not_found'],
    ['A'.repeat(200), 404, 'discount_not_found'],
    ['A'.repeat(201), 400, 'invalid_parameter'],
    [5, 400, 'invalid_parameter'],
    [['A'], 400, 'invalid_parameter'],
    [{ code: 'A' }, 400, 'invalid_parameter'],
  ])('that is %j is refused', async (code, status, error) => {
    expectRefusal(await ask(code), status, { code: error });
  });
});

test('a free checkout is placed without a card and without a call to the provider', async () => {
  const free = await createSmallStore(system, 5, { store: { shipping: [{ country: 'DE', amount: 0 }] } });
  const code = await makeCode({ value: 10_000 }, free.storeId);
  const made = await client.hold({ ...shippingStep(free), discountCode: code });
  expect(made).toMatchObject({ subtotal: 12_900, discount: 12_900, total: 0, dueNow: 0 });
  expect(made.consentText).toContain('costs nothing');
  expect((await client.pay(made, 'succeeds', { token: 'none' })).data.outcome).toBe('completed');
  const [kept] = await system.db.query(
    `SELECT (SELECT count(*)::int FROM payment_method m WHERE m.store_id = o.store_id AND m.preorder_id = o.id) AS cards,
            (SELECT provider FROM attempt a WHERE a.store_id = o.store_id AND a.id = o.attempt_id) AS provider
     FROM preorder o WHERE o.checkout_id = $1`,
    [made.id],
  );
  expect(kept).toEqual({ cards: 0, provider: 'free' });
});

describe('tax', () => {
  const canada = (region: string, postalCode: string): Partial<CheckoutRequest> => ({
    address: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      line1: '1 Rue',
      line2: '',
      city: 'Somewhere',
      phoneNumber: '',
      country: 'CA',
      region,
      postalCode,
    },
  });
  const store = {
    pricesIncludeTax: false,
    shipping: [{ country: 'CA', amount: 1_000 }],
    tax: [
      { country: 'CA', millionths: 50_000 },
      { country: 'CA', region: 'QC', millionths: 149_750 },
      { country: 'CA', region: 'YT', millionths: 0 },
    ],
  };

  test('is the rate of the region if it has one, else that of the country', async () => {
    const northern = await createSmallStore(system, 50, { store });
    const priceIn = async (region: string, postalCode: string) => {
      const { tax, total } = await client.hold(shippingStep(northern, canada(region, postalCode)));
      return { tax, total };
    };
    expect(await priceIn('QC', 'H2X 1Y4')).toEqual({ tax: 2_082, total: 15_982 });
    expect(await priceIn('ON', 'M5V 2T6')).toEqual({ tax: 695, total: 14_595 });
    expect(await priceIn('YT', 'Y1A 1A1')).toEqual({ tax: 0, total: 13_900 });
  });

  test('may come from a service, before the hold', async () => {
    const northern = await createSmallStore(system, 50, { store });
    const { tax } = system.deps;
    const asked: TaxDestination[] = [];
    const service: TaxService = {
      name: 'elsewhere',
      async ask(destination) {
        asked.push(destination);
        if (destination.postalCode.startsWith('M')) throw new TaxServiceError('the line is dead');
        return (table) => (table.region ?? 0) + 10_000;
      },
    };
    Object.assign(system.deps, { tax: service });
    try {
      const made = await client.hold(shippingStep(northern, canada('QC', 'H2X 1Y4')));
      expect(made.tax).toBe(Math.round((13_900 * 159_750) / 1_000_000));
      expect(asked).toEqual([
        { storeId: northern.storeId, country: 'CA', region: 'QC', postalCode: 'H2X 1Y4', city: 'Somewhere' },
      ]);
      const refused = await client.reserve(shippingStep(northern, canada('ON', 'M5V 2T6')));
      expectRefusal(refused, 503, { code: 'unavailable' });
      expect(refused.text).not.toContain('the line is dead');
      const holds = await system.db.query('SELECT 1 FROM hold WHERE store_id = $1', [northern.storeId]);
      expect(holds).toHaveLength(1);
    } finally {
      Object.assign(system.deps, { tax });
    }
  });
});

test.each([
  { currency: 'JPY', price: 129, dueNow: 26, later: 103 },
  { currency: 'KWD', price: 129_000, dueNow: 25_800, later: 103_200 },
])('a deposit in $currency is whole minor units', async ({ currency, price, dueNow, later }) => {
  const store = { currency, shipping: [{ country: 'DE', amount: 0 }] };
  const waitlist = { plan: { deposit: { kind: 'percent' as const, value: 2_000 } } };
  const foreign = await createSmallStore(system, 5, { prices: [price], store, waitlist });
  const made = await client.hold(shippingStep(foreign));
  expect({ total: made.total, dueNow: made.dueNow, later: made.total - made.dueNow }).toEqual({
    total: price,
    dueNow,
    later,
  });
});
