import type { Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { type ImportStep, importCsv } from '../../../core/catalog/commands/import-csv.ts';
import type { ImportReport } from '../../../core/catalog/commands/report-staged.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { PriceWarning } from '../../../domain/catalog-csv-currency.ts';
import { AppError } from '../../../domain/error.ts';
import { importJson } from '../../merchant-json/imports.ts';
import { formatCount, formatFields, formatNextSteps, formatTable, printable } from '../terminal.ts';
import { type Answer, defineStoreVerb, type VerbRunner } from '../verb.ts';

export function addCatalog(runner: VerbRunner, catalog: Command): void {
  const verb = catalog
    .command('import')
    .argument('<file>', 'a file of products: docs/guides/catalogue.md says which')
    .description('add and update products; products that are not in the file stay as they are')
    .option('--dry-run', 'only say what the import would do');
  defineStoreVerb<{ dryRun?: boolean }>(runner, verb, async (deps, { store, options, args: [path = ''] }) => {
    const tell = runner.json ? () => {} : (text: string) => void runner.terminal.writeError(`${text}\n`);
    const { handle, size } = await openFile(path);
    try {
      const input = handle.createReadStream({ autoClose: false });
      const onProgress = createProgress(tell, () => (size > 0 ? input.bytesRead / size : 0));
      const report = await importCsv(deps, store, { input, dryRun: options.dryRun ?? false, onProgress });
      return importAnswer(report, store, path);
    } finally {
      await handle.close();
    }
  });
}

async function openFile(path: string): Promise<{ handle: FileHandle; size: number }> {
  const refused = (reason: string) =>
    new AppError('file_unreadable', `${printable(path)} cannot be read: ${reason}.`, { param: 'file' });
  let handle: FileHandle;
  let stats: Stats;
  try {
    handle = await open(path);
    stats = await handle.stat();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw refused(
      code === 'ENOENT' ? 'there is no such file' : code === 'EACCES' ? 'you have no permission to read it' : `${code}`,
    );
  }
  if (!stats.isDirectory()) return { handle, size: stats.size };
  await handle.close();
  throw refused('it is a folder');
}

const TELL_EVERY_MS = 2_000;

/** Reports progress at most every two seconds, so that a small import prints nothing and a large one shows that it goes on. */
function createProgress(tell: (text: string) => void, read: () => number): (step: ImportStep) => void {
  let reportedAt = Date.now();
  return (step) => {
    if (step.step !== 'waiting' && Date.now() - reportedAt < TELL_EVERY_MS) return;
    reportedAt = Date.now();
    tell(progressText(step, read()));
  };
}

function progressText(step: ImportStep, read: number): string {
  const percent = (share: number) => `${Math.floor(share * 100)} %`;
  if (step.step === 'reading') return `Reading: ${percent(read)}, ${step.rows} rows`;
  if (step.step === 'waiting') return 'Waiting for another import of this store to end';
  if (step.step === 'comparing') return 'Comparing with the catalogue';
  return `Writing: ${percent(step.done / step.total)}`;
}

function importAnswer(report: ImportReport, store: Store, path: string): Answer {
  return { partly: report.issues.length > 0, data: importJson(report), text: reportText(report, store, path) };
}

function reportText(
  { dryRun, rows, prices, products, variants, ids, issues, issuesLeftOut }: ImportReport,
  store: Store,
  path: string,
) {
  const file = printable(basename(path));
  const counts = (amounts: Record<string, number>) =>
    Object.entries(amounts)
      .map(([what, amount]) => `${amount} ${what}`)
      .join(', ');
  const parts = [
    dryRun
      ? `This is what importing ${file} into ${printable(store.name)} would do. Nothing was written.`
      : `${file} was imported into ${printable(store.name)}.`,
    formatFields([
      ['Products', counts(products)],
      ['Variants', counts(variants)],
      ['Rows', counts(rows)],
      ['Prices', pricesText(prices)],
      ['Ids', idsText(ids)],
    ]),
    ...madeText(ids, store),
    ...prices.warnings.map((warning) => `Warning: ${printable(warningText(warning, store))}`),
  ];
  if (issues.length > 0) {
    const more = issuesLeftOut > 0 ? `\n  … and ${formatCount(issuesLeftOut, 'more')}` : '';
    const listed = issues.map((issue) => [issue.line, issue.column, issue.handle, issue.reason]);
    parts.push(`Not taken in\n${formatTable(['Line', 'Column', 'Product', 'Reason'], listed)}${more}`);
  }
  if (!dryRun)
    parts.push(
      formatNextSteps([['See the products of the catalogue:', `./service products list --store ${store.slug}`]]),
    );
  return parts.join('\n\n');
}

function pricesText({ currency, column }: ImportReport['prices']): string {
  return column === null ? 'the file has no column of prices' : `“${column}”, in ${currency}, the store’s currency`;
}

function idsText({ columns, changed }: ImportReport['ids']): string {
  const named = [columns.products, columns.variants].flatMap((name) => (name === null ? [] : [`“${printable(name)}”`]));
  const from = named.length > 0 ? named.join(' and ') : 'the file has no column of ids';
  const { products, variants } = changed;
  if (products + variants === 0) return from;
  return `${from}; ${formatCount(products, 'product')} and ${formatCount(variants, 'variant')} have new ids, and are still found by the earlier ones`;
}

/** Says what works while the platform's ids are not known. */
function madeText({ made }: ImportReport['ids'], { slug }: Store): string[] {
  if (made.products + made.variants === 0) return [];
  const counted = `${formatCount(made.products, 'product')} and ${formatCount(made.variants, 'variant')}`;
  return [
    [
      `The file says no ids for ${counted}, so the service made them. The ids of your platform do not find them yet.`,
      'Until then pages can name a product by its handle (productCode) and a variant by its SKU (sku).',
      `To set the ids, import a file that has them, or use ./service products map --store ${slug}.`,
    ].join('\n'),
  ];
}

function warningText(warning: PriceWarning, { currency }: Store): string {
  if (warning.code === 'other_currency') {
    const { column, currencies, rows } = warning;
    return `“${column}” names ${currencies.join(', ')} in ${formatCount(rows, 'row')}. The amounts were read in ${currency} all the same.`;
  }
  if (warning.code === 'prices_rounded') {
    const { column, rows, example } = warning;
    const where = `“${column}” has more decimals than ${currency} in ${formatCount(rows, 'row')}`;
    return `${where}. These prices were rounded: ${printable(example)}. Is it what you meant?`;
  }
  const names = warning.columns.map((name) => `“${name}”`).join(', ');
  return `${names}: these prices were not read. The store sells in ${currency} alone.`;
}
