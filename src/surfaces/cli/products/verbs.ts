import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/products.ts';
import { type Asked, addAskingVerb } from '../asking.ts';
import { formatCount, formatFields, formatNextSteps, formatTable, printable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { catalogueCommand } from './find.ts';
import { addIds } from './ids.ts';
import { addSafety } from './safety.ts';

export function addProducts(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listProducts, text: productsTable });
  addAskingVerb(verbs, 'show <product-id>', { operation: operations.getProduct, text: productText });
  addIds(runner, noun);
  addSafety(runner, noun);
}

async function productsTable(
  products: operations.AdminProduct[],
  store: Store,
  { db, input: { q, limit: _, after: __, sort: ___, ...others } }: Asked<typeof operations.listProducts>,
): Promise<string> {
  if (products.length === 0) {
    if (Object.keys(others).length > 0) return 'No product is like that.';
    if (q?.trim()) return `No product is like “${printable(q.slice(0, 80))}”.`;
    return `The catalogue is empty. Fill it with ${await catalogueCommand(db, store)}.`;
  }
  const rows = products.map(({ product_code, title, id, variants }) => [product_code, title, id, variants.length]);
  return formatTable(['Handle', 'Title', 'Id', 'Variants'], rows);
}

type Named = { id: string; id_made: boolean; earlier_ids: string[] };

function idText({ id, id_made: isMade, earlier_ids: earlier }: Named): string {
  const notes = [...(isMade ? ['made here'] : []), ...(earlier.length > 0 ? [`earlier ${earlier.join(', ')}`] : [])];
  return notes.length > 0 ? `${printable(id)} (${printable(notes.join('; '))})` : printable(id);
}

function productText(product: operations.AdminProduct, store: Store): string {
  const rows = product.variants.map((variant) => [
    variant.title || '(the only one)',
    variant.sku,
    idText(variant),
    variant.price === null ? 'none' : `${variant.price} ${product.currency}`,
    variant.gone ? 'no longer in the catalogue' : '',
  ]);
  const offer = `./service waitlists create --store ${store.slug} --product-id ${product.product_code} --all 100 --ships-from YYYY-MM-DD --ships-until YYYY-MM-DD`;
  return [
    printable(product.title),
    formatFields([
      ['Handle', product.product_code],
      ['Id', idText(product)],
      ['Vendor', product.vendor],
      ['Options', product.option_names.join(', ')],
      ['Has', formatCount(product.variants.length, 'variant')],
    ]),
    formatTable(['Variant', 'SKU', 'Id', 'Price', ''], rows),
    formatNextSteps([['Offer it:', offer]]),
  ].join('\n\n');
}
