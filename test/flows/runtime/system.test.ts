import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

let system: System;
beforeAll(async () => {
  system = await startSystem();
});
afterAll(() => system.stop());

test('answers as a whole service over its own database', async () => {
  const { storeKey, product, waitlistId } = await createStoreWithWaitlist(system);
  const query = new URLSearchParams({ api_key: storeKey, product_id: product.externalId });
  const response = await fetch(`${system.baseUrl}/api/v1/availability?${query}`);
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    meta: { result: 'success' },
    data: { id: product.externalId, available_stock: 20, variants: [{ waitlist_id: waitlistId }, {}] },
  });
  expect((await fetch(`${system.baseUrl}/health/ready`)).status).toBe(200);
  expect(await system.mails()).toEqual([]);
});
