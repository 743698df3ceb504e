import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import { updateWaitlist } from '../../src/core/waitlists/commands/update.ts';
import type { CheckoutView } from '../../src/protocol/schema/frame-api.ts';
import { expectSoundBooks } from '../support/books.ts';
import {
  createCheckoutClient,
  createSmallStore,
  expectRefusal,
  ownAddress,
  shippingStep,
} from '../support/checkout-client.ts';
import { shiftClock } from '../support/core.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let store: StoreWithWaitlist;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  store = await createStoreWithWaitlist(system);
});
afterAll(async () => {
  await expectSoundBooks(system.db, false);
  await system.stop();
});

describe('a checkout', () => {
  test('is created with its hold, read, changed and abandoned', async () => {
    const body = shippingStep(store, { quantity: 2, lineItemProperties: [{ name: 'engraving', value: 'Ada' }] });
    const made = await client.hold(body);
    expect(made).toMatchObject({
      state: 'held',
      variantId: body.variantId,
      quantity: 2,
      email: body.email,
      address: body.address,
      lineItemProperties: body.lineItemProperties,
      waitlistId: store.waitlistId,
      preorder: null,
      currency: 'EUR',
      subtotal: 25_800,
      shipping: 490,
      tax: 4_198,
      total: 26_290,
      pricesIncludeTax: true,
      paymentPending: false,
    });
    expect(made.holdMsLeft).toBeGreaterThan(590_000);
    expect(made.consentText).toContain('€262.90');

    const read = await client.read(made);
    expect(read.data).toEqual({ ...made, holdMsLeft: expect.any(Number) });
    expect(read.data.holdMsLeft).toBeLessThanOrEqual(made.holdMsLeft ?? 0);

    const changed = await client.change(made, { ...body, quantity: 1, email: 'other@shopper.example' });
    expect(changed).toMatchObject({ status: 200, data: { id: made.id, secret: made.secret, quantity: 1 } });
    expect(changed.data).toMatchObject({ email: 'other@shopper.example', total: 13_390 });

    const left = await client.abandon(made);
    expect(left).toMatchObject({ status: 200, data: { state: 'abandoned', holdMsLeft: null } });
    expect((await client.abandon(made)).data.state).toBe('abandoned');
    expectRefusal(await client.change(made, body), 409, { code: 'checkout_not_held' });
    expectRefusal(await client.pay(made, 'succeeds'), 409, { code: 'checkout_not_held' });
  });

  test('moves to another variant of the store with its units', async () => {
    const [first, second] = store.product.variants;
    const made = await client.hold(shippingStep(store));
    const moved = await client.change(made, shippingStep(store, { variantId: second?.externalId ?? '' }));
    expect(moved.data).toMatchObject({ variantId: second?.externalId, subtotal: 14_900 });
    const units = await system.db.query<{ variant_id: string; held: number }>(
      'SELECT variant_id, held FROM unit WHERE waitlist_id = $1',
      [store.waitlistId],
    );
    expect(units.find((unit) => unit.variant_id === first?.id)?.held).toBe(0);
    expect(units.find((unit) => unit.variant_id === second?.id)?.held).toBe(1);
    await client.abandon(made);
  });

  test('accepts the variant’s id in every form', async () => {
    const id = store.product.variants[0]?.externalId ?? '';
    for (const variantId of [`gid://shopify/ProductVariant/${id}`, btoa(`gid://shopify/ProductVariant/${id}`)]) {
      const made = await client.hold(shippingStep(store, { variantId }));
      expect(made.variantId).toBe(id);
      await client.abandon(made);
    }
  });
});

describe('the same Idempotency-Key', () => {
  test('makes one checkout, also when it is sent repeatedly or in parallel', async () => {
    const [body, key] = [shippingStep(store), randomUUID()];
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.reserve(body, { key })));
    answers.push(await client.reserve(body, { key }));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    expect(new Set(answers.map(({ data }) => `${data.id} ${data.secret}`)).size).toBe(1);
    expectRefusal(await client.reserve({ ...body, quantity: 2 }, { key }), 422, {
      code: 'idempotency_mismatch',
      param: 'Idempotency-Key',
    });
    const [made] = answers;
    if (made) await client.abandon(made.data);
  });

  test('makes a separate checkout in another store', async () => {
    const other = await createStoreWithWaitlist(system);
    const key = randomUUID();
    const here = await client.reserve(shippingStep(store), { key });
    const there = await client.reserve(shippingStep(other), { key });
    expect([here.status, there.status]).toEqual([201, 201]);
    expect(here.data.id).not.toBe(there.data.id);
    await client.abandon(here.data);
  });

  test('refuses a country to which the store ships, but this waitlist does not', async () => {
    const own = await createStoreWithWaitlist(system, { waitlist: { countries: ['FR'] } });
    expectRefusal(await client.reserve(shippingStep(own)), 422, {
      code: 'country_not_shipped',
      param: 'address.country',
    });
    const target = { storeId: own.storeId, waitlistId: own.waitlistId };
    await expect(updateWaitlist(system.deps, target, { countries: ['XX'] })).rejects.toMatchObject({
      code: 'country_not_shipped',
    });
    await updateWaitlist(system.deps, target, { countries: [] });
    expect((await client.reserve(shippingStep(own))).status).toBe(201);
  });

  test('can be used again after a refusal', async () => {
    const key = randomUUID();
    const body = shippingStep(store);
    const far = { ...body, address: { ...body.address, country: 'AT', postalCode: '1010' } };
    expectRefusal(await client.reserve(far, { key }), 422, { code: 'country_not_shipped', param: 'address.country' });
    const made = await client.reserve(body, { key });
    expect(made.status).toBe(201);
    await client.abandon(made.data);
  });
});

describe('only with a checkout’s secret can a client', () => {
  const doors: [string, string, string, object | undefined][] = [
    ['reads', 'GET', '', undefined],
    ['changes', 'PUT', '', {}],
    ['gives up', 'POST', '/abandon', undefined],
    ['settles', 'POST', '/settle', undefined],
    ['pays', 'POST', '/payments', { token: 'x', termsAccepted: true, marketingConsent: false, total: 13_390 }],
  ];

  test.each(doors)('%s it', async (...[, method, path, body]) => {
    const mine = await client.hold(shippingStep(store));
    const theirs = await client.hold(shippingStep(store));
    const sent = method === 'PUT' ? shippingStep(store) : body;
    const knock = (id: string, secret: string | undefined) =>
      client.call<CheckoutView>(method, `/api/checkouts/${id}${path}`, { secret, body: sent, key: randomUUID() });
    const wrong = [undefined, '', 'x'.repeat(43), mine.secret, theirs.secret.slice(0, -1), `${theirs.secret}A`];
    const answers = await Promise.all(wrong.map((secret) => knock(theirs.id, secret)));
    answers.push(await knock(randomUUID(), mine.secret), await knock('no-id', mine.secret), await knock('%00', ''));
    for (const answer of answers) {
      if (answer.status === 400) continue; // an id with a NUL
      expectRefusal(answer, 401, { code: 'invalid_checkout_secret' });
      expect(answer.text).not.toContain(theirs.email);
    }
    expect((await client.read(theirs)).data).toMatchObject({ state: 'held', email: theirs.email });
    await Promise.all([client.abandon(mine), client.abandon(theirs)]);
  });
});

describe('stores are isolated:', () => {
  test('a checkout is found in its own store only, or when the page names no store', async () => {
    const other = await createStoreWithWaitlist(system);
    const made = await client.hold(shippingStep(store));
    const { secret } = made;
    const read = (query: string) => client.call<CheckoutView>('GET', `/api/checkouts/${made.id}${query}`, { secret });
    expect((await read(`?key=${store.storeKey}`)).data).toMatchObject({ id: made.id, state: 'held' });
    expect((await read('')).data).toMatchObject({ id: made.id, state: 'held' });
    for (const key of [other.storeKey, randomUUID(), '', 'no-key', '%00']) {
      const answer = await read(`?key=${key}`);
      expect(answer.text).not.toContain(made.email);
      expect(answer.status).toBe(key === '%00' ? 400 : 401);
    }
    await client.abandon(made);
  });

  test('a variant of another store is unknown, for a new checkout and for a changed one', async () => {
    const other = await createStoreWithWaitlist(system);
    const foreign = shippingStep(store, { variantId: other.product.variants[0]?.externalId ?? '' });
    const unknown = { code: 'unknown_variant', param: 'variantId' };
    expectRefusal(await client.reserve(foreign), 422, unknown);
    const made = await client.hold(shippingStep(store));
    expectRefusal(await client.change(made, foreign), 422, unknown);
    expectRefusal(await client.change(made, shippingStep(other)), 422, unknown);
    expectRefusal(await client.reserve(shippingStep(store, { variantId: 'nobody-knows' })), 422, unknown);
    expect((await client.read(made)).data.state).toBe('held');
    await client.abandon(made);
  });

  test('an unknown key has another error than an unknown variant, and tries are limited', async () => {
    const refused = { code: 'invalid_api_key', param: 'key' };
    const mistaken = { address: ownAddress() };
    expectRefusal(await client.reserve(shippingStep(store, { key: randomUUID() }), mistaken), 401, refused);
    expectRefusal(await client.reserve(shippingStep(store, { key: store.storeId }), mistaken), 401, refused);
    const codes = new Set<string>();
    const tryOne = () => client.reserve(shippingStep(store, { key: randomUUID() }), mistaken);
    // In parallel: one after the other, the limit would refill as fast as a slow machine asks.
    for (let round = 0; round < 100 && !codes.has('rate_limited'); round += 1) {
      for (const { error } of await Promise.all(Array.from({ length: 25 }, tryOne))) codes.add(error?.code ?? '');
    }
    expect([...codes]).toEqual(['invalid_api_key', 'rate_limited']);
  });

  test('live holds of one address count per store', async () => {
    const limits = { store: { liveHoldsPerAddressMax: 1 } };
    const [one, two] = [await createSmallStore(system, 9, limits), await createSmallStore(system, 9, limits)];
    const address = ownAddress();
    await client.hold(shippingStep(one), { address });
    await client.hold(shippingStep(two), { address });
    expectRefusal(await client.reserve(shippingStep(one), { address }), 422, { code: 'too_many_holds' });
  });
});

describe('a refusal tells what the shopper can do', () => {
  test('sold_out: the units left', async () => {
    const small = await createSmallStore(system, 2);
    const refused = await client.reserve(shippingStep(small, { quantity: 3 }));
    expectRefusal(refused, 409, { code: 'sold_out', data: { left: 2 } });
    await client.hold(shippingStep(small, { quantity: 2 }));
  });

  test('held_by_others: the units left, and when more may come back', async () => {
    const small = await createSmallStore(system, 2);
    const made = await client.hold(shippingStep(small));
    const refused = await client.reserve(shippingStep(small, { quantity: 2 }));
    expectRefusal(refused, 409, { code: 'held_by_others', data: { left: 1, back_at: expect.any(String) } });
    const backAt = Date.parse(String(refused.error.data?.back_at));
    expect(Math.abs(backAt - Date.now() - (made.holdMsLeft ?? 0))).toBeLessThan(5_000);
  });

  test('limit_per_customer: the limit and the rest of it, ignoring the case of the e-mail', async () => {
    const small = await createSmallStore(system, 9, { waitlist: { limitPerCustomer: 2 } });
    const email = 'Ada@Shopper.example';
    const made = await client.hold(shippingStep(small, { email }));
    const second = shippingStep(small, { email: ' ada@shopper.EXAMPLE ', quantity: 2 });
    expectRefusal(await client.reserve(second), 422, { code: 'limit_per_customer', data: { limit: 2, left: 1 } });
    expect((await client.change(made, { ...second })).status).toBe(200); // the checkout's own hold does not count against it
    expectRefusal(await client.change(made, { ...second, quantity: 3 }), 422, { data: { limit: 2, left: 2 } });
  });

  test('too_many_holds: for one e-mail in the store', async () => {
    const small = await createSmallStore(system, 9, { store: { liveHoldsPerEmailMax: 2 } });
    const body = shippingStep(small);
    const made = await client.hold(body);
    await client.hold(body);
    expectRefusal(await client.reserve(body), 422, { code: 'too_many_holds' });
    await client.abandon(made);
    await client.hold(body);
  });

  test('waitlist_not_open: paused, closed, or without a waitlist', async () => {
    const paused = await createSmallStore(system, 9);
    const [body, key] = [shippingStep(paused), randomUUID()];
    const made = await client.hold(body, { key });
    await changeWaitlistState(system.deps, paused, 'pause');
    expectRefusal(await client.reserve(shippingStep(paused)), 409, { code: 'waitlist_not_open' });
    expectRefusal(await client.change(made, body), 409, { code: 'waitlist_not_open' });
    expect((await client.reserve(body, { key })).data.id).toBe(made.id); // a hold from before is still answered
    expect((await client.pay(made, 'succeeds')).data.outcome).toBe('completed'); // and can be paid
    await changeWaitlistState(system.deps, paused, 'close');
    expectRefusal(await client.reserve(shippingStep(paused)), 409, { code: 'waitlist_not_open' });
  });

  test('checkout_not_held: the hold has expired', async () => {
    const made = await client.hold(shippingStep(store));
    await shiftClock(system.db, 601);
    expectRefusal(await client.pay(made, 'succeeds'), 409, { code: 'checkout_not_held' });
    await expect.poll(async () => (await client.read(made)).data.state, { timeout: 20_000 }).toBe('expired');
  });

  test('rate_limited: when to retry', async () => {
    const address = ownAddress();
    const ask = () => client.call('GET', `/api/checkouts/${randomUUID()}`, { address });
    const askMany = async () =>
      (await Promise.all(Array.from({ length: 25 }, ask))).find(({ status }) => status === 429);
    let limited = await askMany();
    // The limit refills while a slow machine asks, so the test asks until it is refused.
    for (let round = 0; round < 100 && !limited; round += 1) limited = await askMany();
    if (!limited) throw new Error('never rate limited');
    expectRefusal(limited, 429, { code: 'rate_limited', data: { retry_after: expect.any(Number) } });
    expect(limited.headers.get('retry-after')).toMatch(/^\d+$/);
    expect((await client.call('GET', `/api/checkouts/${randomUUID()}`)).status).toBe(401); // other clients are not limited
  });
});
