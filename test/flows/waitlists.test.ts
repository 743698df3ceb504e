import { afterAll, expect, test } from 'vitest';
import { openWaitlist } from '../../src/features/waitlists/commands/state.ts';
import { readWaitlist } from '../../src/features/waitlists/queries.ts';
import { createTestDatabase } from '../support/database.ts';
import { createTestProduct, createTestStore, createTestWaitlist } from '../support/merchant.ts';

const { db, drop } = await createTestDatabase();
afterAll(drop);
const provider = { name: 'test' } as never;
const deps = { db, paymentsFor: () => provider };

test('a waitlist copies the prices of the catalogue, keeps its units in the ledger, and opens', async () => {
  const storeId = await createTestStore(db);
  const product = await createTestProduct(db, storeId, { prices: [12900, 14900] });
  const id = await createTestWaitlist(db, { storeId, product });
  const draft = await readWaitlist(db, storeId, id);
  expect(draft).toMatchObject({ state: 'DRAFT', open: false, promise: { version: 1, from: '2030-06-10' } });
  expect(draft.variants.map((variant) => [variant.price, variant.compareAtPrice, variant.allocated])).toEqual([
    [12900, null, 10],
    [14900, null, 10],
  ]);
  await openWaitlist(deps, storeId, id);
  expect(await readWaitlist(db, storeId, id)).toMatchObject({ state: 'OPEN', open: true });
});
