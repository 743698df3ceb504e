import type { Command } from 'commander';
import type { Store } from '../../../core/stores/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/waitlist-files.ts';
import { commandFor, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { addExportVerb } from '../export.ts';
import { readNamedFile } from '../file.ts';
import { formatTable, printable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { steepPricesText } from './views.ts';

/** Adds the waitlists as a file, both ways. */
export function addWaitlistFiles(runner: VerbRunner, noun: Command): void {
  addExportVerb({ noun, runner }, 'export', operations.exportWaitlists);

  const { command, inputFrom } = commandFor(noun, 'import <file>', { operation: operations.importWaitlists });
  command.option(...KEY_OPTION);
  defineAskingVerb<Record<string, unknown>>(runner, command, async ({ ask, store }, given) => {
    const { args, options } = given;
    const file = { type: 'text/csv', bytes: await readNamedFile(args[0] ?? '') };
    const { data } = await ask(operations.importWaitlists, inputFrom({ args: [], options }), file);
    return { data, text: importText(data, store), partly: data.refused > 0 };
  });
}

function importText({ dry_run: dryRun, rows, ...data }: operations.AdminWaitlistImport, store: Store): string {
  const table = formatTable(
    ['Line', 'Result', 'Product', 'Variant', 'Because'],
    rows.map(({ line, result, product, variant, error }) => [
      line,
      result,
      product,
      variant,
      error ? printable(sentencesOf(error.errors ?? [error])) : '',
    ]),
  );
  const steep = rows.flatMap(({ product, steep_prices: prices = [] }) =>
    prices.map((price) => ({ ...price, name: `${product}, ${price.variant}` })),
  );
  const sums = `${data.created} created, ${data.changed} changed, ${data.unchanged} unchanged, ${data.refused} refused`;
  return `${steepPricesText(steep, store, { dryRun })}${table}\n\n${sums}.${dryRun ? ' Nothing was kept.' : ''}`;
}

/** What is said of several rows is said once. */
const sentencesOf = (errors: readonly { message: string }[]) =>
  [...new Set(errors.map(({ message }) => message))].join(' ');
