import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import { REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { createCheckoutClient, createSmallShop, ownAddress, shippingStep } from '../support/checkout-client.ts';
import { type Shop, type ShopOptions, type System, startSystem } from '../support/system.ts';

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
});
afterAll(() => system.stop());

async function openShop(store: ShopOptions['store'] = {}): Promise<{ shop: Shop; code: string }> {
  const shop = await createSmallShop(system, 500, { store });
  const code = await createDiscount(system.deps, shop.storeId, {
    code: 'summer',
    kind: 'percent',
    value: 1_000,
    minimum: 0,
    startsAt: null,
    endsAt: null,
    usesMax: null,
    productId: null,
    waitlistId: null,
  });
  return { shop, code };
}

/** What one try of a code is answered: its status. */
async function tryCode(shop: Shop, discountCode: string | null, address: string): Promise<number> {
  const email = `${randomUUID().slice(0, 8)}@shopper.example`;
  return (await client.reserve({ ...shippingStep(shop), email, discountCode }, { address })).status;
}

const guesses = (shop: Shop, count: number, address: () => string) =>
  Promise.all(Array.from({ length: count }, () => tryCode(shop, randomUUID().slice(0, 12), address())));

const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

test('who was wrong too often tries no code for a while, not even the right one', async () => {
  const { shop, code } = await openShop();
  const { burst } = REQUEST_LIMITS.wrongCodes;
  const address = ownAddress();
  expect(countOf(await guesses(shop, burst, () => address), 404)).toBe(burst);
  expect(countOf(await guesses(shop, 10, () => address), 429)).toBe(10);
  expect(await tryCode(shop, code, address)).toBe(429);
  expect(await tryCode(shop, null, address)).toBe(201); // buying goes on without one
  expect(await tryCode(shop, code, ownAddress())).toBe(201); // and others are not kept waiting
});

test('right codes do not count, however often they are sent', async () => {
  const { shop, code } = await openShop();
  const address = ownAddress();
  for (let round = 0; round < 15; round += 1) expect(await tryCode(shop, code, address)).toBe(201);
  expect(await tryCode(shop, 'winter', address)).toBe(404);
});

test('right codes do not count while they are on their way either', async () => {
  const { shop, code } = await openShop({ liveHoldsPerAddressMax: 1_000 });
  const address = ownAddress();
  const count = 2 * REQUEST_LIMITS.wrongCodes.burst;
  const statuses = await Promise.all(Array.from({ length: count }, () => tryCode(shop, code, address)));
  expect(countOf(statuses, 201)).toBe(count);
});

test('many addresses together do not guess the codes of a store either', async () => {
  const [{ shop }, other] = [await openShop(), await openShop()];
  const { burst } = REQUEST_LIMITS.wrongCodesOfStore;
  const statuses: number[] = [];
  // A slow machine lets some more in by the second: it asks until one is refused.
  while (countOf(statuses, 429) === 0 && statuses.length < 3 * burst) {
    statuses.push(...(await guesses(shop, 50, ownAddress)));
  }
  expect(countOf(statuses, 404)).toBeGreaterThanOrEqual(burst);
  expect(countOf(statuses, 429)).toBeGreaterThan(0);
  expect(await tryCode(other.shop, other.code, ownAddress())).toBe(201);
});
