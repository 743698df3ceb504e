import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { updateStore } from '../../src/core/stores/commands.ts';
import type { CheckoutView, Price, PriceRequest } from '../../src/protocol/schema/frame-api.ts';
import { GUESS_LIMITS } from '../../src/surfaces/limits.ts';
import {
  createCheckoutClient,
  createSmallStore,
  expectRefusal,
  ownAddress,
  shippingStep,
} from '../support/checkout-client.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

// What a wallet asks before and after its shopper approves. Everything else goes the way of a card.

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
let store: StoreWithWaitlist;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  store = await createSmallStore(system, 500);
});
afterAll(() => system.stop());

const wanted = (changes: Partial<PriceRequest> = {}): PriceRequest => ({
  key: store.storeKey,
  variantId: store.product.variants[0]?.externalId ?? '',
  quantity: 1,
  country: 'DE',
  region: '',
  postalCode: '10115',
  city: 'Berlin',
  discountCode: null,
  checkoutId: null,
  ...changes,
});

const ask = (changes: Partial<PriceRequest> = {}, address = ownAddress()) =>
  client.call<Price>('POST', '/api/prices', { body: wanted(changes), address });

const amountsOf = ({ subtotal, discount, shipping, tax, total, dueNow }: CheckoutView | Price) => ({
  subtotal,
  discount,
  shipping,
  tax,
  total,
  dueNow,
});

async function makeCode(usesMax: number | null = null): Promise<string> {
  const code = randomUUID().slice(0, 13);
  return createDiscount(system.deps, store.storeId, { code, kind: 'percent', value: 1_000, usesMax });
}

describe('a price before anything is held', () => {
  test.each([
    ['at home', {}],
    ['in another country, twice', { country: 'FR', postalCode: '75001', city: 'Paris', quantity: 2 }],
  ])('is what the hold costs: %s', async (_, changes) => {
    const { status, data } = await ask(changes);
    expect(status).toBe(200);
    const { country, postalCode, city, quantity } = wanted(changes);
    const step = shippingStep(store, { quantity });
    const held = await client.hold({ ...step, address: { ...step.address, country, postalCode, city } });
    expect(amountsOf(data)).toEqual(amountsOf(held));
    const rows = await system.db.query('SELECT 1 FROM hold WHERE store_id = $1 AND checkout_id <> $2', [
      store.storeId,
      held.id,
    ]);
    await client.abandon(held);
    expect(rows).toEqual([]);
  });

  test('counts a discount code, and a use of the shopper’s own checkout not against it', async () => {
    const code = await makeCode(1);
    expect((await ask({ discountCode: code })).data.discount).toBe(1_290);
    const held = await client.hold({ ...shippingStep(store), discountCode: code });
    expectRefusal(await ask({ discountCode: code }), 422, { code: 'discount_used_up' });
    expect(amountsOf((await ask({ discountCode: code, checkoutId: held.id })).data)).toEqual(amountsOf(held));
    await client.abandon(held);
  });

  test('is refused where the store does not ship, for an unknown variant, key or code, and for bad input', async () => {
    expectRefusal(await ask({ country: 'US' }), 422, { code: 'country_not_shipped', param: 'address.country' });
    expectRefusal(await ask({ country: 'ZZ' }), 422, { code: 'country_not_shipped' });
    expectRefusal(await ask({ variantId: 'none' }), 422, { code: 'unknown_variant' });
    expectRefusal(await ask({ key: randomUUID() }), 401, { code: 'invalid_api_key' });
    expectRefusal(await ask({ discountCode: 'none' }), 404, { code: 'discount_not_found' });
    expectRefusal(await ask({ quantity: 0 }), 400, { code: 'invalid_parameter' });
    expectRefusal(await ask({ checkoutId: 'x' }), 400, { code: 'invalid_parameter' });
  });

  test('does not help to guess discount codes', async () => {
    const address = ownAddress();
    const guesses = Array.from({ length: GUESS_LIMITS.wrongCodes.burst }, () =>
      ask({ discountCode: randomUUID().slice(0, 12) }, address),
    );
    expect((await Promise.all(guesses)).every(({ status }) => status === 404)).toBe(true);
    expect((await ask({ discountCode: await makeCode() }, address)).status).toBe(429);
  });
});

describe('a payment by a wallet', () => {
  test('keeps the text that was agreed to before the wallet opened, and the last press counts', async () => {
    const byWallet = await client.hold(shippingStep(store));
    const paid = await client.pay(byWallet, 'succeeds', { byWallet: true });
    const kept = await readPreorder(system.db, store.storeId, paid.data.checkout.preorder?.reference ?? '');
    expect(kept.consentText).toBe(byWallet.walletConsent);
    expect(kept.consentText).not.toBe(byWallet.consentText);

    const byCard = await client.hold(shippingStep(store));
    expect((await client.pay(byCard, 'declined', { byWallet: true })).data.outcome).toBe('declined');
    const later = await client.pay(byCard, 'succeeds');
    const reference = later.data.checkout.preorder?.reference ?? '';
    expect((await readPreorder(system.db, store.storeId, reference)).consentText).toBe(byCard.consentText);
  });

  test('stores no answer to the box for marketing, which was not shown', async () => {
    const asking = await createSmallStore(system, 10);
    await updateStore(system.deps, asking.storeId, { marketingBox: 'ask' });
    const held = await client.hold(shippingStep(asking));
    expect(held.marketing).not.toBeNull();
    expect((await client.pay(held, 'succeeds', { byWallet: true })).data.outcome).toBe('completed');
    const [contact] = await system.db.query(
      'SELECT marketing_decided_at AS at FROM checkout_contact WHERE store_id = $1 AND checkout_id = $2',
      [asking.storeId, held.id],
    );
    expect(contact).toEqual({ at: null });
  });
});
