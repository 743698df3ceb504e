import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { finishSteps, runImport, undoImport } from '../../../core/imports/commands/act.ts';
import { recordGivenBack } from '../../../core/imports/commands/given-back.ts';
import { stageImport } from '../../../core/imports/commands/stage.ts';
import {
  type Import,
  listImports,
  listRows,
  ROW_FATES,
  type RowFate,
  readImport,
} from '../../../core/imports/queries.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { ImportKind } from '../../../domain/import-file.ts';
import { toDecimal } from '../../../domain/money.ts';
import { movingInJson, movingRowJson } from '../../merchant-json/moving-in.ts';
import { printable } from '../terminal.ts';
import { limitOption } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { importsTable, importText, progressLine } from './views.ts';

type InStore<Options> = Input<Options> & { store: Store };
type StartOptions = { dryRun?: boolean; raise?: boolean; mails?: boolean; paid?: 'all' | 'none' };

const ROWS_DEFAULT = 50;
const ROWS_MAX = 1_000;

/** Adds the imports of what was kept elsewhere. */
export function addImports(runner: VerbRunner, imports: Command): void {
  addStart(runner, imports.command('preorders'), 'preorders');
  addStart(runner, imports.command('waitlists'), 'waitlists');

  const list = imports.command('list').description('the newest first');
  defineStoreReading(runner, list, async ({ db }, { store }) => {
    const found = await listImports(db, store.id);
    return { data: found.map(movingInJson), text: found.length > 0 ? importsTable(found, store) : 'No imports.' };
  });

  const show = imports
    .command('show')
    .argument('<import>', 'its id')
    .addOption(new Option('--fate <fate>', 'only rows with it').choices(ROW_FATES))
    .addOption(limitOption(ROWS_MAX, ROWS_DEFAULT))
    .description('show how far it is, and what became of its rows');
  defineStoreReading<{ fate?: RowFate; limit: number }>(runner, show, ({ db }, { store, args: [id = ''], options }) =>
    answerOf(db, { storeId: store.id, importId: id }, options),
  );

  const run = imports.command('run').argument('<import>', 'its id').description('bring in what a dry run found ready');
  defineStoreVerb(runner, run, (deps, input) => actVerb(deps, runner, { ...input, act: runImport }));
  const givenBack = imports
    .command('given-back')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('record that you gave back what was paid before the move, where it was paid');
  defineStoreVerb(runner, givenBack, async (deps, { store, args: [reference = ''] }) => {
    const { id } = await readPreorder(deps.db, store.id, reference);
    const amount = await recordGivenBack(deps, { storeId: store.id, preorderId: id });
    const data = { reference, given_back: toDecimal(amount, store.currency), currency: store.currency };
    return { data, text: `${data.given_back} ${data.currency} are recorded as given back.` };
  });
  const undo = imports
    .command('undo')
    .argument('<import>', 'its id')
    .description('take back what nothing has happened to since');
  defineStoreVerb(runner, undo, (deps, input) => actVerb(deps, runner, { ...input, act: undoImport }));
}

/** Adds a verb that takes a file in: `imports preorders FILE`, and `preorders import FILE`. */
export function addStart(runner: VerbRunner, command: Command, kind: ImportKind): void {
  const start = command
    .argument('<file>', 'a CSV, or JSON of the hosted service’s private API (docs/guides/moving-in.md)')
    .description(`bring in ${kind === 'preorders' ? 'pre-orders' : 'waitlists'} that were kept elsewhere`)
    .option('--dry-run', 'say what would become of each row, and bring in nothing');
  if (kind === 'preorders') {
    start
      .option('--raise', 'raise allocations as rows need it, and add deliveries with the promised days')
      .option('--mails', 'send a confirmation to each shopper')
      .addOption(
        new Option('--paid <part>', 'what was paid by rows that do not say it (default: they are refused)').choices([
          'all',
          'none',
        ]),
      );
  }
  defineStoreVerb<StartOptions>(runner, start, (deps, input) => startVerb(deps, runner, { ...input, kind }));
}

async function startVerb(
  deps: Deps,
  runner: VerbRunner,
  { store, kind, args: [path = ''], options }: InStore<StartOptions> & { kind: ImportKind },
): Promise<Answer> {
  await checkReadable(path);
  const { dryRun = false, raise: raises = false, mails = false, paid = null } = options;
  const importId = await stageImport(deps, store.id, {
    kind,
    format: path.toLowerCase().endsWith('.json') ? 'json' : 'csv',
    name: basename(path),
    input: createReadStream(path),
    dryRun,
    raises,
    mails,
    paid,
    madeBy: runner.terminal.env.USER ?? 'command line',
  });
  return follow(deps, runner, { storeId: store.id, importId });
}

async function actVerb(
  deps: Deps,
  runner: VerbRunner,
  { store, args: [importId = ''], act }: InStore<unknown> & { act: typeof runImport },
): Promise<Answer> {
  const key = { storeId: store.id, importId };
  await act(deps, key);
  return follow(deps, runner, key);
}

type Key = { storeId: string; importId: string };

/** Takes the steps here, so that the command works without a worker, and tells how far it is. */
async function follow(deps: Deps, { terminal, json }: VerbRunner, key: Key): Promise<Answer> {
  let said = '';
  await finishSteps(deps, key, async () => {
    const line = json ? '' : progressLine(await readImport(deps.db, key));
    if (line !== '' && line !== said) await terminal.writeError(line);
    said = line;
  });
  return answerOf(deps.db, key, { limit: ROWS_DEFAULT });
}

async function answerOf(db: Deps['db'], key: Key, page: { fate?: RowFate; limit: number }): Promise<Answer> {
  const found: Import = await readImport(db, key);
  const own = { ...key, importId: found.id };
  // What needs a person stands first, unless other rows were asked for.
  const fate = page.fate ?? (found.fates.refused ? 'refused' : undefined);
  const rows = await listRows(db, own, { after: 0, limit: page.limit, fate });
  return {
    data: { ...movingInJson(found), row_list: rows.map(movingRowJson) },
    text: importText(found, rows),
    partly: (found.fates.refused ?? 0) + (found.fates.kept ?? 0) > 0,
  };
}

async function checkReadable(path: string): Promise<void> {
  await access(path).catch(() => {
    throw new AppError('file_unreadable', `${printable(path)} cannot be read.`, { param: 'file' });
  });
}
