import type { Command } from 'commander';
import { answerForShopper } from '../../../protocol/schema/admin-api/preorder-acts.ts';
import * as operations from '../../../protocol/schema/admin-api/promises.ts';
import { addAskingVerb, defineAskingVerb, KEY_OPTION } from '../asking.ts';
import { addExportVerb } from '../export.ts';
import { formatCount, formatNextSteps } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { previewText, promisesTable, promiseText } from './views.ts';

type MoveOptions = { shipsFrom: string; shipsUntil: string; reason?: string; dryRun?: boolean };

// How many notices of a promise `show` lists; `export` has all.
const NOTICES_SHOWN = 50;

/** Adds the merchant's verbs for promises: move a date, see which shoppers were told of it, and what they answered. */
export function addPromises(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addMove(runner, noun);
  addAskingVerb(verbs, 'list', { operation: operations.listPromises, text: promisesTable });
  addShow(runner, noun);
  addAskingVerb(verbs, 'answer <reference> <choice>', {
    operation: answerForShopper,
    text: ({ reference, changed_lines: lines }, _, { input }) =>
      `${reference}: ${input.choice === 'wait' ? 'waits' : `cancelled ${formatCount(lines.length, 'line item')}`}.`,
  });

  addExportVerb(verbs, 'export', operations.exportPromises);
}

function addMove(runner: VerbRunner, noun: Command): void {
  const move = noun
    .command('move')
    .argument('<batch-id>', 'see ./service batches list')
    .description('promise another ship window, and tell or ask the shoppers who wait')
    .requiredOption('--ships-from <day>', 'such as 2026-06-10')
    .requiredOption('--ships-until <day>', 'such as 2026-06-15')
    .option('--reason <text>', 'why, for shoppers to read; required while shoppers wait')
    .option('--dry-run', 'say how many would be told and asked, and change nothing')
    .option(...KEY_OPTION);
  defineAskingVerb<MoveOptions>(runner, move, async ({ ask, store }, { args: [batch_id = ''], options }) => {
    const { shipsFrom: ships_from, shipsUntil: ships_until, reason, dryRun } = options;
    const { data: preview } = await ask(operations.previewMove, { batch_id, ships_from, ships_until });
    if (dryRun) {
      const text = `${previewText(preview, { done: false })}\n\nNothing was changed.`;
      return { data: { moved: false, ...preview }, text };
    }
    const ship_window = { from: ships_from, until: ships_until };
    const { data } = await ask(operations.moveBatch, {
      batch_id,
      ship_window,
      ...(reason !== undefined && { reason }),
    });
    const command = `./service promises show ${data.promise.id} --store ${store.slug}`;
    const mails = `The service mails them now.\n\n${formatNextSteps([['See who answered:', command]])}`;
    const isTold = data.moved && preview.told + preview.asked > 0;
    const text = [previewText(preview, { done: true }), ...(isTold ? [mails] : [])].join('\n\n');
    return { data: { ...preview, ...data }, text };
  });
}

function addShow(runner: VerbRunner, noun: Command): void {
  const show = noun
    .command('show')
    .argument('<promise-id>')
    .description('show one promise, and which pre-orders were told of it');
  defineAskingVerb(runner, show, async ({ ask, store }, { args: [promise_id = ''] }) => {
    const { data: promise } = await ask(operations.getPromise, { promise_id });
    const { data: notices } = await ask(operations.listNotices, { promise_id, limit: NOTICES_SHOWN });
    const all = promise.told + promise.asked;
    const more =
      all > notices.length ? `\n\nThe first ${notices.length} of ${all}: ./service promises export has all.` : '';
    return { data: { ...promise, notices }, text: promiseText(promise, notices, store) + more };
  });
}
