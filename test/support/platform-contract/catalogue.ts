import { expect, test } from 'vitest';
import type {
  CommercePlatform,
  DeliveryPage,
  PlatformChange,
  PlatformProduct,
} from '../../../src/integrations/commerce/port.ts';
import { type ContractOptions, type PlatformUnderTest, seedProduct, seedVariant, testIf } from './under-test.ts';

export function catalogueContract(
  options: ContractOptions,
  open: (currency?: string) => Promise<PlatformUnderTest>,
): void {
  const { can, titleKept = (title: string) => title } = options;

  test('says whose account it is', async () => {
    const { platform, currency } = await open();
    const shop = await platform.check();
    expect(shop).toMatchObject({ currency, missingScopes: [] });
    expect(shop.id).not.toBe('');
  });

  test('refuses credentials that are dead, everywhere', async () => {
    const { withDeadCredentials: dead } = await open();
    for (const ask of [() => dead.check(), () => dead.listProducts(null), () => dead.getProduct('1')]) {
      await expect(ask()).rejects.toMatchObject({ name: 'CommerceError', kind: 'unauthorised' });
    }
  });

  test('reads a product as it is, with HTML in its title as text', async () => {
    const { platform, hand } = await open();
    const seed = seedProduct({ title: '<b>Jacke</b> & "Söhne" ✒️ <script>alert(1)</script>', optionNames: ['Size'] });
    const skus = options.uniqueSkus ? ['ONCE', 'OTHER', ''] : ['TWICE', 'TWICE', ''];
    seed.variants = [
      seedVariant({ optionValues: ['S'], sku: skus[0] ?? '', inStock: 0 }),
      seedVariant({ optionValues: ['M'], sku: skus[1] ?? '', inStock: 7, price: 9_950 }),
      seedVariant({ optionValues: ['L'], sku: '' }),
    ];
    const { id, variantIds } = await hand.add(seed);
    const product = await platform.getProduct(id);
    expect(product).toMatchObject({ externalId: id, handle: seed.handle, published: true });
    expect(product?.title).toBe(titleKept(seed.title));
    expect(product?.optionNames).toEqual(['Size']);
    expect(product?.variants.map(({ externalId }) => externalId)).toEqual(variantIds);
    expect(product?.variants.map(({ sku }) => sku)).toEqual(skus);
    expect(product?.variants.map(({ price }) => price)).toEqual([8_900, 9_950, 8_900]);
    expect(product?.variants.map(({ optionValues }) => optionValues)).toEqual([['S'], ['M'], ['L']]);
    if (can.stock) expect(product?.variants.map(({ inStock }) => inStock)).toEqual([0, 7, 3]);
  });

  test.each(options.currencies)('reads prices in %s to the smallest unit', async (currency) => {
    const { platform, hand } = await open(currency);
    const { id } = await hand.add(seedProduct({ variants: [seedVariant({ price: 12_340 })] }));
    const product = await platform.getProduct(id);
    expect(product?.currency).toBe(currency);
    expect(product?.variants[0]?.price).toBe(12_340);
  });

  const { manyVariants: many = 2_000 } = options;
  test(`reads ${many} variants`, async () => {
    const { platform, hand } = await open();
    const sizes = Array.from({ length: many }, (_, nth) =>
      seedVariant({ optionValues: [`Size ${nth}`], sku: `S-${nth}` }),
    );
    const { id } = await hand.add(seedProduct({ optionNames: ['Size'], variants: sizes }));
    const product = await platform.getProduct(id);
    expect(product?.variants).toHaveLength(many);
    expect(new Set(product?.variants.map(({ externalId }) => externalId)).size).toBe(many);
  });

  test('lists every product once, page by page, also if one is added on the way', async () => {
    const { platform, hand } = await open();
    const ids = [];
    for (let nth = 0; nth < 60; nth += 1) ids.push((await hand.add(seedProduct({ title: `Lamp ${nth}` }))).id);
    const listed = await listAll(platform, async () => void (await hand.add(seedProduct({ title: 'Late' }))));
    const known = listed.map(({ externalId }) => externalId);
    expect(new Set(known).size).toBe(known.length);
    expect(known).toEqual(expect.arrayContaining(ids));
  });

  test('knows unpublished products as such, and removed ones no longer', async () => {
    const { platform, hand } = await open();
    const { id } = await hand.add(seedProduct());
    await hand.change(id, { published: false });
    expect(await platform.getProduct(id)).toMatchObject({ externalId: id, published: false });
    await hand.remove(id);
    expect(await platform.getProduct(id)).toBeNull();
    expect(await platform.getProduct('999999999')).toBeNull();
  });

  test('shows a variant that has another id now', async () => {
    const { platform, hand } = await open();
    const seed = seedProduct({ optionNames: ['Size'] });
    seed.variants = [seedVariant({ optionValues: ['S'] }), seedVariant({ optionValues: ['M'] })];
    const { id, variantIds } = await hand.add(seed);
    const given = await hand.replaceVariant(id, variantIds[1] ?? '');
    const product = await platform.getProduct(id);
    expect(given).not.toBe(variantIds[1]);
    expect(product?.variants.map(({ externalId }) => externalId).sort()).toEqual([variantIds[0], given].sort());
  });

  testIf(can.stock)('tells the stock of the variants that it knows', async () => {
    const { platform, hand } = await open();
    const { variantIds } = await hand.add(seedProduct());
    await hand.setStock(variantIds[0] ?? '', 12);
    expect(await platform.stock([...variantIds, '999999999'])).toEqual([{ variantId: variantIds[0], inStock: 12 }]);
    expect(await platform.stock([])).toEqual([]);
  });

  testIf(can.changes)('tells what changed since a cursor, and nothing from before', async () => {
    const { platform, hand } = await open();
    const before = await hand.add(seedProduct());
    await hand.settle?.();
    const { cursor } = await platform.changes(null);
    expect((await platform.changes(cursor)).changes).toEqual([]);
    const added = await hand.add(seedProduct());
    await hand.change(added.id, { title: 'Another name' });
    const first = await changesSince(platform, cursor);
    expect(productsIn(first.changes)).toEqual([added.id]);
    await hand.change(before.id, { published: false });
    await hand.remove(added.id);
    const second = await changesSince(platform, first.cursor);
    expect(productsIn(second.changes)).toEqual([added.id, before.id].sort());
  });

  testIf(can.changes && can.stock)('tells that stock changed', async () => {
    const { platform, hand } = await open();
    const { id, variantIds } = await hand.add(seedProduct());
    const { cursor } = await platform.changes(null);
    await hand.setStock(variantIds[0] ?? '', 40);
    const { changes } = await changesSince(platform, cursor);
    const named = changes.filter(
      (one) => (one.what === 'variant' && one.id === variantIds[0]) || (one.what === 'product' && one.id === id),
    );
    expect(named).not.toEqual([]);
  });

  testIf(can.deliveries)('tells which units are on their way, and which have arrived', async () => {
    const { platform, hand } = await open();
    const { id: productId, variantIds } = await hand.add(seedProduct());
    const name = `PO-${productId}`;
    const line = { productId, variantId: variantIds[0] ?? '', units: 40, arrived: 0 };
    const told = async () => {
      const found = [];
      for (let cursor: string | null = null; ; ) {
        const page: DeliveryPage | undefined = await platform.deliveries?.(cursor);
        found.push(...(page?.deliveries ?? []));
        if (!page?.next) return found.filter((one) => one.name === name);
        cursor = page.next;
      }
    };
    const first = { name, ships: null, lines: [line] };
    await hand.putDelivery?.(first);
    expect(await told()).toEqual([first]);
    const second = { name, ships: { from: '2030-06-10', until: '2030-06-15' }, lines: [{ ...line, arrived: 12 }] };
    await hand.putDelivery?.(second);
    expect(await told()).toEqual([second]);
  });

  testIf(can.changes)('says when it has forgotten a cursor', async () => {
    const { platform } = await open();
    await expect(platform.changes('no cursor of this platform')).rejects.toMatchObject({ name: 'CommerceError' });
  });
}

async function listAll(platform: CommercePlatform, onFirstPage: () => Promise<void>): Promise<PlatformProduct[]> {
  const products: PlatformProduct[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page = await platform.listProducts(cursor);
    if (pages === 0) await onFirstPage();
    expect(page.unreadable).toEqual([]);
    products.push(...page.products);
    if (page.next === null) return products;
    cursor = page.next;
  }
  throw new Error('the pages never end');
}

async function changesSince(
  platform: CommercePlatform,
  cursor: string,
): Promise<{ changes: PlatformChange[]; cursor: string }> {
  const changes: PlatformChange[] = [];
  for (let at = cursor; ; ) {
    const page = await platform.changes(at);
    changes.push(...page.changes);
    if (!page.more) return { changes, cursor: page.cursor };
    at = page.cursor;
  }
}

function productsIn(changes: readonly PlatformChange[]): string[] {
  return [...new Set(changes.flatMap((one) => (one.what === 'product' ? [one.id] : [])))].sort();
}
