import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { addTasks } from '../../../src/core/connections/commands/add-tasks.ts';
import { askForSync } from '../../../src/core/connections/commands/ask.ts';
import { receiveChange } from '../../../src/core/connections/commands/receive.ts';
import { runTask } from '../../../src/core/connections/commands/tasks.ts';
import { askForChanges } from '../../../src/core/connections/jobs.ts';
import { listIssues, readConnection } from '../../../src/core/connections/queries.ts';
import { startBackground } from '../../../src/main/background.ts';
import { useConnectedStore } from '../../support/connected-store.ts';
import { newSecret } from '../../support/connector-store.ts';
import { createTestStore } from '../../support/merchant.ts';
import { seedProduct, seedVariant } from '../../support/platform-contract/under-test.ts';

const own = await useConnectedStore();
const { core, db } = own;

describe('what changes on the platform', () => {
  test('is found by asking, also what happened while nobody asked', async () => {
    const { id } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    await own.hand.change(id, { title: 'Another name' });
    const added = await own.hand.add(seedProduct({ title: 'New' }));
    await own.ask();
    expect((await own.productOf(id))?.title).toBe('Another name');
    expect((await own.productOf(added.id))?.title).toBe('New');
    await own.ask();
    expect((await readConnection(db, own.storeId))?.waiting).toBe(0);
  });

  test('is read once more if news comes while it is read', async () => {
    const { id } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    const { platforms } = core;
    const late = {
      ...platforms,
      open: (given: Parameters<typeof platforms.open>[0]) => {
        const platform = platforms.open(given);
        if (!platform) return null;
        const getProduct = async (one: string) => {
          const read = await platform.getProduct(one);
          await own.hand.change(one, { title: 'Changed while it was read' });
          await db.query('UPDATE connection_task SET due_at = app_now(), news = news + 1 WHERE store_id = $1', [
            own.storeId,
          ]);
          return read;
        };
        return { ...platform, getProduct };
      },
    };
    await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: false, productId: id }));
    await runTask({ ...core, platforms: late });
    expect((await own.productOf(id))?.title).not.toBe('Changed while it was read');
    await own.readAll();
    expect((await own.productOf(id))?.title).toBe('Changed while it was read');
  });

  test('is read of orders first, because a bulk edit brings thousands of products', async () => {
    const { id } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    await db.transaction((tx) => addTasks(tx, own.storeId, [{ what: 'product', id }]));
    await db.transaction((tx) => addTasks(tx, own.storeId, [{ what: 'order', ref: 'unknown-order' }]));
    await runTask(core);
    const left = await db.query(
      'SELECT what FROM connection_task WHERE store_id = $1 AND due_at <= (SELECT app_now()) ORDER BY due_at',
      [own.storeId],
    );
    expect(left).toEqual([{ what: 'product' }]);
    await db.query("DELETE FROM connection_task WHERE store_id = $1 AND what = 'order'", [own.storeId]);
    await own.readAll();
  });

  test('reaches the catalogue by a webhook, whose body is not believed', async () => {
    const { id, variantIds } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    await own.hand.setStock(variantIds[0] ?? '', 77);
    const body = JSON.stringify({ changes: [{ what: 'variant', id: variantIds[0] }], in_stock: 5_000 });
    const signed = own.served.example.sign([own.served.secret], body, new Date());
    const webhook = { hookId: own.storeId, body: Buffer.from(body), headers: signed };
    await receiveChange(core, webhook);
    await own.readAll();
    const stock = await db.query<{ inStock: number }>(
      'SELECT in_stock AS "inStock" FROM variant WHERE store_id = $1 AND external_id = $2',
      [own.storeId, variantIds[0]],
    );
    expect(stock).toEqual([{ inStock: 77 }]);
    await receiveChange(core, webhook);
    expect((await readConnection(db, own.storeId))?.waiting).toBe(0);
    for (const wrong of [
      { ...webhook, hookId: await createTestStore(db) },
      { ...webhook, hookId: 'nothing' },
    ]) {
      await expect(receiveChange(core, wrong)).rejects.toMatchObject({ code: 'invalid_signature' });
    }
    // One that tells nothing, such as a platform's first try of the address, which some do not sign, leaves nothing behind.
    const empty = JSON.stringify({ changes: [] });
    const kept = () => db.query('SELECT id FROM connection_event WHERE store_id = $1', [own.storeId]);
    const before = await kept();
    expect(before).toHaveLength(1);
    const tried = own.served.example.sign([own.served.secret], empty, new Date());
    await receiveChange(core, { hookId: own.storeId, body: Buffer.from(empty), headers: tried });
    expect(await kept()).toEqual(before);
    const forged = own.served.example.sign([newSecret()], body, new Date());
    await expect(receiveChange(core, { ...webhook, headers: forged })).rejects.toMatchObject({
      code: 'invalid_signature',
    });
    expect(await own.productOf(id)).not.toBeNull();
  });

  test('are read at once, because the database tells workers of them, and no clock', async () => {
    const { variantIds } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    vi.useFakeTimers({ toFake: ['setTimeout'] }); // rounds begin once, and no clock begins another
    const background = await startBackground(core);
    try {
      for (const inStock of [70, 77]) {
        await own.hand.setStock(variantIds[0] ?? '', inStock);
        const body = JSON.stringify({ changes: [{ what: 'variant', id: variantIds[0] }] });
        const headers = own.served.example.sign([own.served.secret], body, new Date());
        await receiveChange(core, { hookId: own.storeId, body: Buffer.from(body), headers });
        const isRead = async () =>
          (await db.query('SELECT FROM variant WHERE store_id = $1 AND in_stock = $2', [own.storeId, inStock])).length >
          0;
        for (let tries = 0; tries < 1_000 && !(await isRead()); tries += 1) await pause(10);
        expect(await isRead()).toBe(true);
      }
    } finally {
      await background.stop();
      vi.useRealTimers();
    }
  });

  test('of the shelf is found after a gap, where the platform lists no change for it', async () => {
    const { id, variantIds } = await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    const waitlistId = await own.offer(id);
    await db.query('UPDATE waitlist SET shelf_first = true WHERE id = $1', [waitlistId]);
    const [variant] = own.served.shop.products.get(id)?.variants ?? [];
    Object.assign(variant ?? {}, { in_stock: 41 }); // nothing tells of it
    const inStock = async () => {
      const [row] = await db.query<{ inStock: number }>(
        'SELECT in_stock AS "inStock" FROM variant WHERE store_id = $1 AND external_id = $2',
        [own.storeId, variantIds[0]],
      );
      return row?.inStock;
    };
    await own.ask();
    expect(await inStock()).not.toBe(41);
    await db.query(`UPDATE connection SET next_read_at = app_now() - interval '10 minutes' WHERE store_id = $1`, [
      own.storeId,
    ]);
    await askForChanges(core);
    await own.readAll();
    expect(await inStock()).toBe(41);
  });

  test('begins anew when the platform has forgotten the cursor', async () => {
    await own.hand.add(seedProduct());
    await own.connect();
    await own.readAll();
    own.served.shop.changes.length = 0;
    await own.ask();
    const connection = await readConnection(db, own.storeId);
    expect(connection?.sync).toMatchObject({ state: 'done', listed: 1, unchanged: 1 });
    expect(connection?.failure).toBeNull();
  });
});

describe('a product on a waitlist', () => {
  test('that is unpublished, removed or loses a variant stays on sale, and the merchant is told', async () => {
    const seed = seedProduct({ title: 'Aurora', optionNames: ['Size'] });
    seed.variants = [seedVariant({ optionValues: ['S'] }), seedVariant({ optionValues: ['M'] })];
    const { id } = await own.hand.add(seed);
    await own.connect();
    await own.readAll();
    const waitlistId = await own.offer(id);
    await own.hand.change(id, { published: false });
    await own.ask();
    expect(await own.alerts()).toMatchObject([
      { code: 'product_unpublished', message: expect.stringContaining('Aurora') },
    ]);
    await own.hand.change(id, { published: true });
    await own.ask();
    expect(await own.alerts()).toEqual([]);
    await own.hand.remove(id);
    await own.ask();
    expect((await own.alerts()).map(({ code }) => code)).toEqual(['product_unpublished', 'product_variants_gone']);
    const states = await db.query('SELECT state FROM waitlist WHERE store_id = $1 AND id = $2', [
      own.storeId,
      waitlistId,
    ]);
    expect(states).toEqual([{ state: 'OPEN' }]);
  });

  test('keeps its variant when the platform gives that another id', async () => {
    const seed = seedProduct({ optionNames: ['Size'] });
    seed.variants = [seedVariant({ optionValues: ['S'] }), seedVariant({ optionValues: ['M'] })];
    const { id, variantIds } = await own.hand.add(seed);
    await own.connect();
    await own.readAll();
    const before = await own.productOf(id);
    await own.offer(id);
    const given = await own.hand.replaceVariant(id, variantIds[1] ?? '');
    await own.ask();
    const after = await own.productOf(id);
    expect(after?.variants.map(({ externalId }) => externalId)).toEqual([variantIds[0], given]);
    expect(after?.variants.map((variant) => variant.id)).toEqual(before?.variants.map((variant) => variant.id));
    expect(await own.alerts()).toEqual([]);
  });
});

test('products that cannot be kept are listed with the reason, and the others are read', async () => {
  const good = await own.hand.add(seedProduct({ handle: 'lamp' }));
  const twin = await own.hand.add(seedProduct({ handle: 'lamp' }));
  const foreign = await own.hand.add(seedProduct());
  Object.assign(own.served.shop.products.get(foreign.id) ?? {}, { currency: 'USD' });
  const broken = await own.hand.add(seedProduct());
  Object.assign(own.served.shop.products.get(broken.id) ?? {}, { title: 7 });
  const net = await own.hand.add(seedProduct());
  for (const variant of own.served.shop.products.get(net.id)?.variants ?? [])
    Object.assign(variant, { price: '16.8067' });
  await own.connect();
  await own.readAll();
  const issues = await listIssues(db, own.storeId, { limit: 10 });
  expect(issues.map(({ externalId }) => externalId)).toEqual([twin.id, foreign.id, broken.id, net.id]);
  expect(issues[3]).toMatchObject({ why: { reason: 'platform_price_rounded' } });
  expect((await own.productOf(net.id))?.variants[0]?.price).toBe(1_681);
  expect(await own.productOf(good.id)).not.toBeNull();
  expect((await own.productOf(foreign.id))?.variants[0]?.price).toBeNull();
  expect((await readConnection(db, own.storeId))?.sync).toMatchObject({ listed: 5, created: 3, refused: 2 });
});

test('comparing tells what differs, and writes nothing', async () => {
  const [changed, removed] = [await own.hand.add(seedProduct()), await own.hand.add(seedProduct())];
  await own.connect();
  await own.readAll();
  Object.assign(own.served.shop.products.get(changed.id) ?? {}, { title: 'Another name' });
  own.served.shop.products.delete(removed.id);
  await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: true, productId: undefined }));
  await own.readAll();
  expect((await listIssues(db, own.storeId, { limit: 10 })).map(({ externalId }) => externalId)).toEqual([
    changed.id,
    removed.id,
  ]);
  expect((await own.productOf(changed.id))?.title).toBe('Harbour Lamp');
  await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: false, productId: undefined }));
  await own.readAll();
  expect(await listIssues(db, own.storeId, { limit: 10 })).toEqual([]);
  expect((await readConnection(db, own.storeId))?.sync).toMatchObject({ updated: 1, removed: 1 });
});

test('a dead secret says so, and works again once it is replaced', async () => {
  await own.hand.add(seedProduct());
  await own.connect();
  await own.readAll();
  const next = newSecret();
  Object.assign(own.served.shop, { secrets: [next] });
  await own.ask();
  expect((await readConnection(db, own.storeId))?.deadAt).not.toBeNull();
  expect(await own.alerts()).toMatchObject([{ code: 'connection_refused' }]);
  await own.connect({ secret: next });
  expect(await own.alerts()).toEqual([]);
  expect(await readConnection(db, own.storeId)).toMatchObject({ deadAt: null, failure: null });
});

test('a platform that does not tell changes is read as a whole once a day', async () => {
  const { id } = await own.hand.add(seedProduct());
  await own.connect({ cannot: 'changes' });
  await own.readAll();
  await own.hand.change(id, { title: 'Another name' });
  await own.ask();
  expect((await own.productOf(id))?.title).toBe('Harbour Lamp');
  await db.query(`UPDATE connection_sync SET done_at = done_at - interval '25 hours' WHERE store_id = $1`, [
    own.storeId,
  ]);
  await own.ask();
  expect((await own.productOf(id))?.title).toBe('Another name');
});

test('a platform that is away for a while is asked again later', async () => {
  const { id } = await own.hand.add(seedProduct());
  await own.connect();
  await own.readAll();
  await db.query(`UPDATE connection SET settings = '{"url": "http://127.0.0.1:9"}' WHERE store_id = $1`, [own.storeId]);
  await db.transaction((tx) => askForSync(tx, own.storeId, { dryRun: false, productId: id }));
  await own.readAll();
  expect(await readConnection(db, own.storeId)).toMatchObject({ waiting: 1, deadAt: null });
  await own.connect();
  await db.query('UPDATE connection_task SET due_at = app_now() WHERE store_id = $1', [own.storeId]);
  await own.readAll();
  expect(await readConnection(db, own.storeId)).toMatchObject({ waiting: 0, failure: null });
}, 30_000);
