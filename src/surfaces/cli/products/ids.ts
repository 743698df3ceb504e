import { createReadStream } from 'node:fs';
import type { Command } from 'commander';
import { type Mapped, mapIds } from '../../../core/catalog/commands/map-ids.ts';
import { AppError } from '../../../domain/error.ts';
import { type IdMapping, readMappingRows } from '../../../domain/id-mapping-csv.ts';
import { readCsv } from '../../../platform/csv.ts';
import { findId } from '../../../protocol/schema/admin-api/products.ts';
import { mappingFrom } from '../../merchant-json/ids.ts';
import { addAskingVerb } from '../asking.ts';
import { formatCount, printable } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';

type MapOptions = { id?: string; code?: string; variant?: string[]; file?: string };

/** Adds `map` and `check`, which are about the platform's ids of products and variants. */
export function addIds(runner: VerbRunner, products: Command): void {
  const map = products
    .command('map')
    .argument('[handle-or-id]', 'the product; not with --file')
    .description('give products and variants the ids of your platform; the earlier ids still find them')
    .option('--id <id>', 'the product’s id on your platform')
    .option('--code <handle>', 'the product’s handle on your platform')
    .option('--variant <variant=id>', 'a variant’s id, SKU or title, and its id on your platform; repeatable', collect)
    .option('--file <csv>', 'many at once: columns product, product_id, product_code, variant, variant_id');
  defineStoreVerb<MapOptions>(runner, map, async (deps, { store, options, args: [name] }) => {
    const mappings = options.file === undefined ? [mappingOf(name, options)] : await mappingsIn(options.file, name);
    return mapAnswer(await mapIds(deps, store.id, await mappingFrom(deps.db, store, mappings)));
  });

  addAskingVerb({ noun: products, runner }, 'check', {
    operation: findId,
    text: ({ message, why }) =>
      printable(why === 'ids_made' ? `${message} To map them: ./service products map.` : message),
    isPartly: ({ found }) => found === null,
  });
}

function mappingOf(name: string | undefined, { id, code, variant = [] }: MapOptions): IdMapping {
  if (name === undefined)
    throw new AppError('missing_parameter', 'Name a product, or a file: --file.', { param: 'product' });
  if (id === undefined && code === undefined && variant.length === 0) {
    throw new AppError('missing_parameter', 'Say which id is new: --id, --variant or --code.', { param: 'id' });
  }
  const variants = variant.map((text) => {
    const { name, value } = parseAssignment(text, 'variant');
    return { variant: name, id: value };
  });
  return { product: name, id, product_code: code, variants };
}

async function mappingsIn(path: string, name: string | undefined): Promise<IdMapping[]> {
  if (name !== undefined)
    throw new AppError('invalid_parameter', 'Name either a product or a file.', { param: 'file' });
  const rows = [];
  for await (const { cells, line } of readCsv(createReadStream(path))) rows.push({ cells, line });
  return readMappingRows(rows);
}

function mapAnswer(mapped: Mapped): Answer {
  const { products, variants } = mapped;
  const text = `${formatCount(products, 'product')} and ${formatCount(variants, 'variant')} have new ids. The earlier ids still find them.`;
  const same = 'All of them have these ids already. Nothing was changed.';
  return { data: mapped, text: products + variants > 0 ? text : same };
}
