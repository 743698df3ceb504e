import { afterAll, beforeAll, expect, test } from 'vitest';
import { countUnfinished } from '../../../src/core/accounts/queries.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { buyFrom, placeFrom } from '../../support/buy.ts';
import { payByLink, sellAndRelease } from '../../support/charges.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createEngine, createOffer, type Engine, type Offer } from '../../support/shop.ts';

let database: TestDatabase;
let engine: Engine;
let answers = true;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = createEngine(database.db, (provider) => ({
    ...provider,
    async refund(...asked) {
      if (answers) return provider.refund(...asked);
      throw new ProviderError('unreachable', 'no answer');
    },
  }));
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

const unfinished = (storeId: string) => countUnfinished(database.db, storeId, 'test');

async function cancel({ storeId }: Offer, reference: string) {
  const { id: preorderId } = await readPreorder(database.db, storeId, reference);
  await cancelLines(engine, { storeId, preorderId, lineIds: null });
  return () => moveMoney(engine, storeId, preorderId);
}

test('counts a cancelled pre-order until its money is refunded', async () => {
  const offer = await createOffer(engine, { allocation: 3 });
  expect(await unfinished(offer.storeId)).toBe(0);
  const move = await cancel(offer, await buyFrom(engine, offer));
  expect(await unfinished(offer.storeId)).toBe(1);
  answers = false;
  await expect(move()).rejects.toThrow('no answer');
  expect(await unfinished(offer.storeId)).toBe(1);
  answers = true;
  await move();
  expect(await unfinished(offer.storeId)).toBe(0);
});

test('counts a cancelled authorisation until it is undone', async () => {
  const offer = await createOffer(engine, { allocation: 3 });
  const move = await cancel(offer, await placeFrom(engine, offer));
  expect(await unfinished(offer.storeId)).toBe(1);
  await move();
  expect(await unfinished(offer.storeId)).toBe(0);
});

test('counts a later payment although the deposit was paid at another provider', async () => {
  const sold = await sellAndRelease(engine, { card: 'charge_declined' });
  await payByLink(engine, sold);
  await database.db.query(
    `UPDATE attempt SET provider = 'elsewhere' WHERE id = (SELECT attempt_id FROM preorder WHERE id = $1)`,
    [sold.preorderId],
  );
  expect(await unfinished(sold.storeId)).toBe(1);
});
