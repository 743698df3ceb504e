import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { createShelfAsker } from '../../../src/core/connections/commands/ask-shelf.ts';
import { readStore } from '../../../src/core/stores/queries.ts';
import type { CommercePlatform } from '../../../src/integrations/commerce/port.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { newSecret } from '../../support/connector-store.ts';
import { checkoutRequest } from '../../support/core.ts';
import { seedProduct, seedVariant } from '../../support/platform-contract/under-test.ts';

const own = await useConnectedStore();
const { core, db } = own;

/** Opens a waitlist, shelf first or not, over a variant that is sold out. Then `onShelf` units come, and nothing tells of them. */
async function sell({ shelfFirst = true, onShelf }: { shelfFirst?: boolean; onShelf: number }) {
  const product = await own.hand.add(seedProduct({ variants: [seedVariant({ inStock: 0 })] }));
  await own.connect();
  await own.readAll();
  const waitlistId = await own.offer(product.id);
  await db.query('UPDATE waitlist SET shelf_first = $2 WHERE id = $1', [waitlistId, shelfFirst]);
  const [variant] = own.served.shop.products.get(product.id)?.variants ?? [];
  Object.assign(variant ?? {}, { in_stock: onShelf });
  const [variantExternalId = ''] = product.variantIds;
  const { publicKey: storeKey } = await readStore(db, own.storeId);
  return { productExternalId: product.id, variantExternalId, storeKey };
}

async function hold(offer: Awaited<ReturnType<typeof sell>>, deps = core): Promise<string> {
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() };
  return makeCheckout(deps, checkoutRequest(offer), shopper).then(
    () => 'held',
    (error) => error.code,
  );
}

async function inStock({ variantExternalId }: { variantExternalId: string }): Promise<unknown> {
  const rows = await db.query('SELECT in_stock FROM variant WHERE store_id = $1 AND external_id = $2', [
    own.storeId,
    variantExternalId,
  ]);
  return rows[0]?.in_stock;
}

test('a unit that came to the shelf is sold from there, though nothing has told of it', async () => {
  const offer = await sell({ onShelf: 2 });
  expect(await hold(offer)).toBe('in_stock');
  expect(await inStock(offer)).toBe(2);
});

test('a shelf that is empty keeps no shopper from pre-ordering', async () => {
  expect(await hold(await sell({ onShelf: 0 }))).toBe('held');
});

test('a waitlist that sells beside the shelf asks nothing', async () => {
  const offer = await sell({ onShelf: 2, shelfFirst: false });
  expect(await hold(offer)).toBe('held');
  expect(await inStock(offer)).toBe(0);
});

test('a platform that refuses to answer keeps no shopper from pre-ordering', async () => {
  const offer = await sell({ onShelf: 2 });
  Object.assign(own.served.shop, { secrets: [newSecret()] });
  expect(await hold(offer)).toBe('held');
});

test('a platform that does not answer is waited for for some seconds, and asked once for a crowd', async () => {
  const offer = await sell({ onShelf: 2 });
  let asked = 0;
  const stock: CommercePlatform['stock'] = () => {
    asked += 1;
    return new Promise(() => {});
  };
  const open: typeof core.platforms.open = (given) => {
    const platform = core.platforms.open(given);
    return platform && { ...platform, stock };
  };
  const askShelf = createShelfAsker({ ...core, platforms: { ...core.platforms, open } });
  const held = await Promise.all([1, 2, 3].map(() => hold(offer, { ...core, askShelf })));
  expect(held).toEqual(['held', 'held', 'held']);
  expect(asked).toBe(1);
});
