import type { Command } from 'commander';
import { hasMadeId, isMadeOf } from '../../../core/catalog/made-ids.ts';
import { listProducts, type Product } from '../../../core/catalog/queries.ts';
import { readConnection } from '../../../core/connections/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import { productJson } from '../../merchant-json/products.ts';
import { formatAmount, formatCount, formatFields, formatNextSteps, formatTable, printable } from '../terminal.ts';
import { limitOption } from '../values.ts';
import { type Answer, defineStoreReading, type VerbRunner } from '../verb.ts';
import { readProduct } from './find.ts';
import { addIds } from './ids.ts';
import { addSafety } from './safety.ts';

const PAGE_DEFAULT = 50;
const PAGE_MAX = 1_000;

type ListOptions = { limit: number; after?: string; search?: string };
type Listed = { store: Store; limit: number; none: string };

export function addProducts(runner: VerbRunner, products: Command): void {
  const list = products
    .command('list')
    .description('list products by handle, in pages')
    .addOption(limitOption(PAGE_MAX, PAGE_DEFAULT))
    .option('--after <handle>', 'show the page after this handle')
    .option('--q <text>', 'only those with it in title or code, or with this SKU');
  defineStoreReading<ListOptions>(runner, list, async ({ db }, { store, options }) => {
    const { limit, after, search } = options;
    const text = search?.trim() || undefined;
    const found = await listProducts(db, store.id, { limit, ...(after !== undefined && { after }), text });
    const none = text
      ? `No product is like “${printable(text.slice(0, 80))}”.`
      : `The catalogue is empty. Fill it with ${await catalogueCommand(db, store)}.`;
    return listAnswer(found, { store, limit, none });
  });

  const show = products
    .command('show')
    .argument('<handle-or-id>', 'the product')
    .description('show one product, with the ids and prices of its variants');
  defineStoreReading(runner, show, async ({ db }, { store, args: [name = ''] }) =>
    showAnswer(await readProduct(db, store, name), store),
  );
  addIds(runner, products);
  addSafety(runner, products);
}

/** Returns the command that brings the store's products in as they are now. */
export async function catalogueCommand(sql: Sql, { id, slug }: Store): Promise<string> {
  const connection = await readConnection(sql, id);
  return connection ? `./service connection sync --store ${slug}` : `./service catalog import FILE.csv --store ${slug}`;
}

function listAnswer(products: Product[], { store, limit, none }: Listed): Answer {
  const rows = products.map((product) => [product.handle, product.title, product.externalId, product.variants.length]);
  const last = products.at(-1);
  const more = last && products.length === limit ? `\n\nMore: --after ${last.handle}` : '';
  return {
    data: products.map((product) => productJson(product, store)),
    text: products.length > 0 ? formatTable(['Handle', 'Title', 'Id', 'Variants'], rows) + more : none,
  };
}

function idText(id: string, isMade: boolean, earlier: readonly string[]): string {
  const notes = [...(isMade ? ['made here'] : []), ...(earlier.length > 0 ? [`earlier ${earlier.join(', ')}`] : [])];
  return notes.length > 0 ? `${printable(id)} (${printable(notes.join('; '))})` : printable(id);
}

function showAnswer(product: Product, store: Store): Answer {
  const rows = product.variants.map((variant) => [
    variant.title || '(the only one)',
    variant.sku,
    idText(variant.externalId, isMadeOf(product, variant), variant.earlierIds),
    variant.price === null ? 'none' : formatAmount(variant.price, store.currency),
    variant.goneAt ? 'no longer in the catalogue' : '',
  ]);
  const offer = `./service waitlists create --store ${store.slug} --product ${product.handle} --all 100 --ships-from YYYY-MM-DD --ships-until YYYY-MM-DD`;
  const text = [
    printable(product.title),
    formatFields([
      ['Handle', product.handle],
      ['Id', idText(product.externalId, hasMadeId(product), product.earlierIds)],
      ['Vendor', product.vendor],
      ['Options', product.optionNames.join(', ')],
      ['Has', formatCount(product.variants.length, 'variant')],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Price', ''], rows),
    formatNextSteps([['Offer it:', offer]]),
  ];
  return { data: productJson(product, store), text: text.join('\n\n') };
}
