import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDiscount } from '../../src/core/discounts/commands.ts';
import { GUESS_LIMITS } from '../../src/surfaces/limits.ts';
import { createCheckoutClient, createSmallStore, ownAddress, shippingStep } from '../support/checkout-client.ts';
import { type StoreOptions, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
});
afterAll(() => system.stop());

async function createStoreWithCode(
  settings: StoreOptions['store'] = {},
): Promise<{ store: StoreWithWaitlist; code: string }> {
  const store = await createSmallStore(system, 500, { store: settings });
  const code = await createDiscount(system.deps, store.storeId, {
    code: 'summer',
    kind: 'percent',
    value: 1_000,
  });
  return { store, code };
}

/** Tries a code and resolves with the status. */
async function tryCode(store: StoreWithWaitlist, discountCode: string | null, address: string): Promise<number> {
  const email = `${randomUUID().slice(0, 8)}@shopper.example`;
  return (await client.reserve({ ...shippingStep(store), email, discountCode }, { address })).status;
}

const guesses = (store: StoreWithWaitlist, count: number, address: () => string) =>
  Promise.all(Array.from({ length: count }, () => tryCode(store, randomUUID().slice(0, 12), address())));

const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length;

test('a client with too many wrong codes is refused every code for a while, even the right one', async () => {
  const { store, code } = await createStoreWithCode();
  const { burst } = GUESS_LIMITS.wrongCodes;
  const address = ownAddress();
  expect(countOf(await guesses(store, burst, () => address), 404)).toBe(burst);
  expect(countOf(await guesses(store, 10, () => address), 429)).toBe(10);
  expect(await tryCode(store, code, address)).toBe(429);
  expect(await tryCode(store, null, address)).toBe(201); // a checkout without a code goes on
  expect(await tryCode(store, code, ownAddress())).toBe(201); // other clients are not limited
});

test('right codes do not count', async () => {
  const { store, code } = await createStoreWithCode();
  const address = ownAddress();
  for (let round = 0; round < 15; round += 1) expect(await tryCode(store, code, address)).toBe(201);
  expect(await tryCode(store, 'winter', address)).toBe(404);
});

test('right codes do not count while their requests are in progress', async () => {
  const { store, code } = await createStoreWithCode({ liveHoldsPerAddressMax: 1_000 });
  const address = ownAddress();
  const count = 2 * GUESS_LIMITS.wrongCodes.burst;
  const statuses = await Promise.all(Array.from({ length: count }, () => tryCode(store, code, address)));
  expect(countOf(statuses, 201)).toBe(count);
});

test('many addresses together cannot guess the codes of a store', async () => {
  const [{ store }, other] = [await createStoreWithCode(), await createStoreWithCode()];
  const { burst } = GUESS_LIMITS.wrongCodesOfStore;
  const statuses: number[] = [];
  // The limit refills while a slow machine asks, so the test asks until one is refused.
  while (countOf(statuses, 429) === 0 && statuses.length < 3 * burst) {
    statuses.push(...(await guesses(store, 50, ownAddress)));
  }
  expect(countOf(statuses, 404)).toBeGreaterThanOrEqual(burst);
  expect(countOf(statuses, 429)).toBeGreaterThan(0);
  expect(await tryCode(other.store, other.code, ownAddress())).toBe(201);
});
