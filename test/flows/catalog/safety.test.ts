import { expect, test } from 'vitest';
import { setSafety } from '../../../src/core/catalog/commands/safety.ts';
import { saveProduct } from '../../../src/core/catalog/commands/save-product.ts';
import { readSafety, readShownSafety } from '../../../src/core/catalog/queries/safety.ts';
import { findProduct } from '../../../src/core/catalog/queries.ts';
import { createCatalog, type TestCatalog } from '../../support/catalog.ts';
import { useCore } from '../../support/use-core.ts';

// What a file or platform says of the safety of products, and that a person goes before it.

const { database } = await useCore();
const { db } = database;
const deps = { db, answers: { invalidate() {} } as never, outbox: { wake() {} } as never };
const HEADER =
  'Handle,Title,Option1 Name,Option1 Value,Variant Price,Maker name,Maker address,Maker email,Warnings,Warnings (de)';
const MAKER = { name: 'Aurora AB', address: 'Storgatan 1', contact: 'a@aurora.example' };

async function keyOf({ storeId }: TestCatalog, handle = 'shirt') {
  const product = await findProduct(db, storeId, { handle });
  return { storeId, productId: product?.id ?? '' };
}

test('a file says who made a product, the next one changes or clears it, and one without columns says nothing', async () => {
  const catalog = await createCatalog(db);
  const rows = ['shirt,Shirt,Size,S,10,,,,,', 'shirt,,,M,10,Aurora AB,Storgatan 1,a@aurora.example,Hot.,Heiß.'];
  await catalog.load([HEADER, ...rows].join('\n'));
  const key = await keyOf(catalog);
  const said = { maker: MAKER, responsible: null, warnings: { en: 'Hot.', de: 'Heiß.' } };
  expect(await readSafety(db, key)).toEqual({ hand: null, catalogue: said });
  await catalog.load('Handle,Title,Option1 Name,Option1 Value,Variant Price\nshirt,Shirt,Size,S,10\nshirt,,,M,10');
  expect((await readSafety(db, key)).catalogue).toEqual(said);
  await setSafety(deps, key, { ...said, warnings: {} });
  await catalog.load([HEADER, 'shirt,Shirt,Size,S,10,Other,,,,', 'shirt,,,M,10,,,,,'].join('\n'));
  expect((await readSafety(db, key)).catalogue?.maker).toEqual({ name: 'Other', address: '', contact: '' });
  expect((await readShownSafety(db, key))?.maker).toEqual(MAKER);
  await catalog.load([HEADER, 'shirt,Shirt,Size,S,10,,,,,', 'shirt,,,M,10,,,,,'].join('\n'));
  expect((await readSafety(db, key)).catalogue).toBeNull();
});

test('a file changes the parties and languages alone that it has columns for', async () => {
  const catalog = await createCatalog(db);
  await catalog.load([HEADER, 'shirt,Shirt,Size,S,10,Aurora AB,Storgatan 1,a@aurora.example,Hot.,Heiß.'].join('\n'));
  const key = await keyOf(catalog);
  const load = async (columns: string, ...cells: string[]) => {
    const rows = cells.map((cell, line) => `shirt,${line === 0 ? 'Shirt' : ''},Size,${line},10,${cell}`);
    await catalog.load([`Handle,Title,Option1 Name,Option1 Value,Variant Price,${columns}`, ...rows].join('\n'));
    return (await readSafety(db, key)).catalogue;
  };
  const said = { maker: MAKER, responsible: null, warnings: { en: 'Hot.', de: 'Heiß.' } };
  expect(await load('Warnings (fr)', '', 'Chaud.')).toEqual({ ...said, warnings: { ...said.warnings, fr: 'Chaud.' } });
  expect(await load('Warnings (fr)', '')).toEqual(said);
  expect(await load('Warnings', '')).toEqual({ ...said, warnings: { de: 'Heiß.' } });
  expect(await load('Maker e-mail,Warnings (de)', ',')).toBeNull();
});

test('a platform says it with the product, of its own store', async () => {
  const [mine, theirs] = [await createCatalog(db), await createCatalog(db)];
  const product = {
    externalId: '1',
    handle: 'shirt',
    title: 'Shirt',
    descriptionHtml: '',
    vendor: '',
    imageUrl: null,
    optionNames: [],
    variants: [
      {
        externalId: '2',
        sku: '',
        optionValues: [],
        price: 1_000,
        compareAtPrice: null,
        imageUrl: null,
        inStock: 0,
        oversellEnabled: false,
      },
    ],
  };
  const safety = { maker: MAKER, responsible: MAKER, warnings: {} };
  await saveProduct({ db }, mine.storeId, { ...product, safety });
  await saveProduct({ db }, theirs.storeId, product);
  expect(await readShownSafety(db, await keyOf(mine))).toEqual(safety);
  expect(await readShownSafety(db, await keyOf(theirs))).toBeNull();
  await saveProduct({ db }, mine.storeId, product);
  expect(await readShownSafety(db, await keyOf(mine))).toEqual(safety);
  await saveProduct({ db }, mine.storeId, { ...product, safety: { maker: null, responsible: null, warnings: {} } });
  expect(await readShownSafety(db, await keyOf(mine))).toBeNull();
});
