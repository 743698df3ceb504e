import type { Command } from 'commander';
import type { Basics, Deps } from '../../../core/deps.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { moveBatch, previewMove } from '../../../core/promises/commands/move.ts';
import { EVIDENCE_COLUMNS, evidenceRows } from '../../../core/promises/export.ts';
import { listNotices, listPromises, readPromise } from '../../../core/promises/queries.ts';
import { readBatch } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import { answerForShopper } from '../../../protocol/schema/admin-api/preorder-acts.ts';
import { noticeJson } from '../../merchant-json/notices.ts';
import { movePreviewJson, promiseJson } from '../../merchant-json/promises.ts';
import { addAskingVerb } from '../asking.ts';
import { addExportOptions, type ExportOptions, writeExport } from '../export.ts';
import { formatCount, formatNextSteps } from '../terminal.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { previewText, promisesTable, promiseText } from './views.ts';

type MoveOptions = { shipsFrom: string; shipsUntil: string; reason?: string; by?: string; dryRun?: boolean };
type FilterOptions = { waitlist?: string; preorder?: string; batch?: string };
type InStore<Options> = Input<Options> & { store: Store };

// How many notices of a promise `show` lists; `export` has all.
const NOTICES_SHOWN = 50;

/** Adds the merchant's verbs for promises: move a date, see which shoppers were told of it, and what they answered. */
export function addPromises(runner: VerbRunner, promises: Command): void {
  const move = promises
    .command('move')
    .argument('<batch>', 'its id, see ./service batches list')
    .description('promise another ship window, and tell or ask the shoppers who wait')
    .requiredOption('--ships-from <day>', 'such as 2026-06-10')
    .requiredOption('--ships-until <day>', 'such as 2026-06-15')
    .option('--reason <text>', 'why, for shoppers to read; required while shoppers wait')
    .option('--by <name>', 'who moves it, for the evidence (default: your user name)')
    .option('--dry-run', 'say how many would be told and asked, and change nothing');
  defineStoreVerb<MoveOptions>(runner, move, (deps, input) => moveVerb(runner, deps, input));

  const list = promises
    .command('list')
    .description('the newest first, with how many were told and asked, and what they answered')
    .option('--waitlist <id>', 'only those of the waitlist')
    .option('--batch <id>', 'only those of the batch');
  defineStoreReading<FilterOptions>(runner, list, listVerb);

  const show = promises
    .command('show')
    .argument('<promise>', 'its id')
    .description('show one promise, and which pre-orders were told of it');
  defineStoreReading(runner, show, showVerb);

  addAskingVerb({ noun: promises, runner }, 'answer <reference> <choice>', {
    operation: answerForShopper,
    text: ({ reference, changed_lines: lines }, _, { input }) =>
      `${reference}: ${input.choice === 'wait' ? 'waits' : `cancelled ${formatCount(lines.length, 'line item')}`}.`,
  });

  const exporting = promises
    .command('export')
    .description('write the evidence: a row for every notice, with its mail, answer and times')
    .option('--waitlist <id>', 'only of the waitlist')
    .option('--preorder <reference>', 'only of the pre-order');
  defineStoreReading<FilterOptions & ExportOptions>(
    runner,
    addExportOptions(exporting),
    async ({ db }, { store, options }) => {
      const { preorder } = options;
      const preorderId = preorder === undefined ? undefined : (await readPreorder(db, store.id, preorder)).id;
      const filter = { waitlistId: await waitlistOf(db, store, options), preorderId };
      return writeExport(runner, options, { columns: EVIDENCE_COLUMNS, pages: evidenceRows(db, store.id, filter) });
    },
  );
}

async function moveVerb(
  { terminal }: VerbRunner,
  deps: Deps,
  { store, options, args }: InStore<MoveOptions>,
): Promise<Answer> {
  const key = { storeId: store.id, batchId: args[0] ?? '' };
  const { shipsFrom: from, shipsUntil: until, reason, by = terminal.env.USER ?? '' } = options;
  const request = { shipWindow: { from, until }, reason, madeBy: by };
  const preview = await previewMove(deps, key, request);
  const told = preview.told + preview.asked;
  if (options.dryRun) {
    return {
      data: { moved: false, ...movePreviewJson(preview) },
      text: `${previewText(preview, { done: false })}\n\nNothing was changed.`,
    };
  }
  const { moved } = await moveBatch(deps, key, request);
  const [promise] = await listPromises(deps.db, store.id, { batchId: key.batchId });
  const next = formatNextSteps([['See who answered:', `./service promises show ${promise?.id} --store ${store.slug}`]]);
  const text = [
    previewText(preview, { done: true }),
    ...(moved && told > 0 ? ['The service mails them now.', next] : []),
  ];
  return {
    data: { moved, ...movePreviewJson(preview), promise: promise && promiseJson(promise) },
    text: text.join('\n\n'),
  };
}

async function listVerb({ db }: Basics, { store, options }: InStore<FilterOptions>): Promise<Answer> {
  const waitlistId = await waitlistOf(db, store, options);
  const batchId = options.batch === undefined ? undefined : (await readBatch(db, store.id, options.batch)).id;
  const promises = await listPromises(db, store.id, { waitlistId, batchId });
  return {
    data: promises.map(promiseJson),
    text: promises.length > 0 ? promisesTable(promises, store) : 'No promises yet.',
  };
}

async function showVerb({ db }: Basics, { store, args: [id = ''] }: InStore<unknown>): Promise<Answer> {
  const promise = await readPromise(db, store.id, id);
  const notices = await listNotices(db, store.id, { promiseId: promise.id, limit: NOTICES_SHOWN });
  const all = promise.told + promise.asked;
  const more =
    all > notices.length ? `\n\nThe first ${notices.length} of ${all}: ./service promises export has all.` : '';
  return {
    data: { ...promiseJson(promise), notices: notices.map(noticeJson) },
    text: promiseText(promise, notices, store) + more,
  };
}

async function waitlistOf(sql: Sql, store: Store, { waitlist }: FilterOptions): Promise<string | undefined> {
  return waitlist === undefined ? undefined : (await readWaitlist(sql, store.id, waitlist)).id;
}
