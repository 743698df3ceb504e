import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { importWaitlists } from '../../../core/waitlists/commands/import-csv.ts';
import { exportWaitlists } from '../../../protocol/schema/admin-api/waitlist-files.ts';
import { fatesJson } from '../../merchant-json/waitlist-files.ts';
import { addExportVerb } from '../export.ts';
import { readNamedFile } from '../file.ts';
import { formatTable, printable } from '../terminal.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { steepPricesText } from './views.ts';

/** Adds the waitlists as a file, both ways. */
export function addWaitlistFiles(runner: VerbRunner, waitlists: Command): void {
  addExportVerb({ noun: waitlists, runner }, 'export', exportWaitlists);

  const into = waitlists
    .command('import')
    .argument('<file>', 'a CSV as `export` writes it')
    .description('make and change waitlists: rows with a waitlist_id change that one, rows without one make a draft')
    .option('--dry-run', 'say what would become of each row, and keep nothing');
  const { USER: madeBy } = runner.terminal.env;
  defineStoreVerb<{ dryRun?: boolean }>(runner, into, (deps, input) => importVerb(deps, input, madeBy));
}

async function importVerb(
  deps: Deps,
  { store, args: [path = ''], options: { dryRun = false } }: Input<{ dryRun?: boolean }> & { store: Store },
  madeBy: string | undefined,
): Promise<Answer> {
  const fates = await importWaitlists(deps, store, { bytes: await readNamedFile(path), dryRun, madeBy });
  const data = fatesJson(fates, { dryRun, currency: store.currency });
  const rows = data.rows.map(({ line, result, product, variant, error }) => [
    line,
    result,
    product,
    variant,
    error ? printable(sentencesOf(error.errors ?? [error])) : '',
  ]);
  const sums = `${data.created} created, ${data.changed} changed, ${data.unchanged} unchanged, ${data.refused} refused`;
  const table = formatTable(['Line', 'Result', 'Product', 'Variant', 'Because'], rows);
  const steep = fates.flatMap(({ product, steepPrices }) =>
    steepPrices.map((price) => ({ ...price, name: `${product}, ${price.name}` })),
  );
  const text = `${steepPricesText(steep, store, { dryRun })}${table}\n\n${sums}.`;
  return { data, text: dryRun ? `${text} Nothing was kept.` : text, partly: data.refused > 0 };
}

/** What is said of several rows is said once. */
const sentencesOf = (errors: readonly { message: string }[]) =>
  [...new Set(errors.map(({ message }) => message))].join(' ');
