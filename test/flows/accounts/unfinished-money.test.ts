import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUnfinished } from '../../../src/core/accounts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { payByLink, sellAndRelease } from '../../support/charges.ts';
import { type Core, createCore, createOffer, type Offer } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let core: Core;
let answers = true;

beforeAll(async () => {
  database = await createTestDatabase();
  core = createCore(database.db, (provider) => ({
    ...provider,
    async refund(...asked) {
      if (answers) return provider.refund(...asked);
      throw new ProviderError('unreachable', 'no answer');
    },
  }));
});
afterAll(async () => {
  await core.stop();
  await database.drop();
});

const unfinished = (storeId: string) => countUnfinished(database.db, storeId, 'test');

async function cancel({ storeId }: Offer, reference: string) {
  const { id: preorderId } = await readPreorder(database.db, storeId, reference);
  await cancelLines(core, { storeId, preorderId, lineIds: null });
  return () => moveMoney(core, storeId, preorderId);
}

test('counts a cancelled pre-order until its money is refunded', async () => {
  const offer = await createOffer(core, { allocation: 3 });
  expect(await unfinished(offer.storeId)).toBe(0);
  const move = await cancel(offer, await buyFrom(core, offer));
  expect(await unfinished(offer.storeId)).toBe(1);
  answers = false;
  await expect(move()).rejects.toThrow('no answer');
  expect(await unfinished(offer.storeId)).toBe(1);
  answers = true;
  await move();
  expect(await unfinished(offer.storeId)).toBe(0);
});

test('counts a cancelled authorisation until it is undone', async () => {
  const offer = await createOffer(core, { allocation: 3 });
  const move = await cancel(offer, await placeFrom(core, offer));
  expect(await unfinished(offer.storeId)).toBe(1);
  await move();
  expect(await unfinished(offer.storeId)).toBe(0);
});

test('counts a later payment although the deposit was paid at another provider', async () => {
  const sold = await sellAndRelease(core, { card: 'charge_declined' });
  await payByLink(core, sold);
  await database.db.query(
    `UPDATE attempt SET provider = 'elsewhere' WHERE id = (SELECT attempt_id FROM preorder WHERE id = $1)`,
    [sold.preorderId],
  );
  expect(await unfinished(sold.storeId)).toBe(1);
});
