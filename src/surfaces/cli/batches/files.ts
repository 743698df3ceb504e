import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import type { DeliveryFate } from '../../../core/releases/commands/import-deliveries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { readNamedFile } from '../file.ts';
import { formatTable, printable } from '../terminal.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';

type ImportOptions = { dryRun?: boolean; connection?: boolean };

/** Adds deliveries: the purchase orders of the connected platform, or of a file. */
export function addDeliveryFiles(runner: VerbRunner, batches: Command): void {
  const into = batches
    .command('import')
    .argument('[file]', 'a CSV with delivery, product, variant, units, arrived, ships_from, ships_until')
    .description('make batches of deliveries, and bring known ones up to date; a moved date is only shown')
    .option('--connection', 'read the purchase orders of the connected platform instead of a file')
    .option('--dry-run', 'say what would become of each delivery, and keep nothing');
  defineStoreVerb<ImportOptions>(runner, into, importVerb);
}

async function importVerb(
  deps: Deps,
  { store, args: [path], options: { dryRun = false, connection = false } }: Input<ImportOptions> & { store: Store },
): Promise<Answer> {
  if (connection === (path !== undefined)) {
    throw new AppError('invalid_parameter', 'Give a file, or --connection for the connected platform.', {
      param: 'file',
    });
  }
  const fates = await importFrom(path, { deps, store, dryRun });
  const rows = fates.map((fate) => [
    fate.lines.join(', '),
    fate.result,
    printable(fate.delivery),
    printable(fate.product),
    fate.error ? printable(fate.error.message) : moveText(fate),
  ]);
  const count = (result: DeliveryFate['result']) => fates.filter((fate) => fate.result === result).length;
  const sums = `${count('created')} created, ${count('changed')} changed, ${count('unchanged')} unchanged, ${count('refused')} refused.`;
  const kept = dryRun ? ' Nothing was kept.' : '';
  const text = [
    formatTable(['Lines', 'Result', 'Delivery', 'Product', ''], rows),
    ...movesText(fates, store),
    sums + kept,
  ];
  const data = fates.map(fateJson);
  return { data, text: text.join('\n\n'), partly: count('refused') > 0 };
}

/** Loads what reads deliveries, which the other verbs of batches do without. */
async function importFrom(
  path: string | undefined,
  { deps, store, dryRun }: { deps: Deps; store: Store; dryRun: boolean },
) {
  if (path === undefined) {
    const { readDeliveries } = await import('../../../core/connections/commands/read-deliveries.ts');
    return readDeliveries(deps, store, { dryRun });
  }
  const { importDeliveries } = await import('../../../core/releases/commands/import-deliveries.ts');
  return importDeliveries(deps, store, { bytes: await readNamedFile(path), dryRun });
}

const fateJson = ({ lines, delivery, product, result, batchId, move, error }: DeliveryFate) => ({
  lines,
  delivery,
  product,
  result,
  batch_id: batchId,
  move: move && {
    from: move.window.from,
    until: move.window.until,
    shoppers_told: move.told,
    shoppers_asked: move.asked,
  },
  error: error && { code: error.code, message: error.message, param: error.info.param ?? null },
});

function moveText({ move }: DeliveryFate): string {
  if (!move) return '';
  const { before, window, told, asked } = move;
  return `Not moved from ${before.from}–${before.until} to ${window.from}–${window.until}: ${told} told, ${asked} asked.`;
}

/** A person moves a date, with the reason that shoppers read. */
function movesText(fates: readonly DeliveryFate[], { slug }: Store): string[] {
  const moves = fates.flatMap(({ batchId, move }) =>
    move && batchId
      ? [
          `./service promises move ${batchId} --store ${slug} --ships-from ${move.window.from} --ships-until ${move.window.until} --reason "…"`,
        ]
      : [],
  );
  return moves.length === 0 ? [] : [['Dates that it would move:', ...moves].join('\n')];
}
