import { expect, test } from 'vitest';
import { readMigrations } from '../../../src/platform/migrations.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { seedProduct, seedVariant } from '../../support/platform-contract/under-test.ts';

const own = await useConnectedStore();
const { db } = own;

test('the price of a draft is kept as one that nobody was offered', async () => {
  const kept = () =>
    db.query<{ price: number; now: boolean }>(
      'SELECT price, until IS NULL AS now FROM price_history WHERE store_id = $1 ORDER BY id',
      [own.storeId],
    );
  const { id } = await own.hand.add(seedProduct({ published: false, variants: [seedVariant({ price: 1_000 })] }));
  await own.connect();
  await own.readAll();
  expect(await kept()).toEqual([]);
  const change = async (to: { published: boolean }, price: string) => {
    Object.assign(own.served.shop.products.get(id)?.variants[0] ?? {}, { price });
    await own.hand.change(id, to);
    await own.ask();
  };
  await change({ published: true }, '12.00');
  expect(await kept()).toEqual([{ price: 1_200, now: true }]);
  await change({ published: false }, '11.00');
  expect(await kept()).toEqual([{ price: 1_200, now: false }]);
  await change({ published: true }, '11.00');
  expect(await kept()).toEqual([
    { price: 1_200, now: false },
    { price: 1_100, now: true },
  ]);

  await db.query("UPDATE connection_product SET standing = 'unpublished' WHERE store_id = $1", [own.storeId]);
  await db.query('UPDATE price_history SET until = NULL WHERE store_id = $1 AND price = 1100', [own.storeId]);
  const migrations = await readMigrations();
  await db.query(migrations.find(({ name }) => name.startsWith('0322_'))?.statements ?? '');
  expect((await kept()).map(({ now }) => now)).toEqual([false, false]);
});
