import type { Command } from 'commander';
import * as operations from '../../../protocol/schema/admin-api/preorders.ts';
import { addAskingVerb } from '../asking.ts';
import { addExportVerb } from '../export.ts';
import { addStart } from '../imports/verbs.ts';
import { defineStoreReading, type VerbRunner } from '../verb.ts';
import { addActs } from './acts.ts';
import { showAnswer } from './show.ts';
import { preordersTable } from './views.ts';

export function addPreorders(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addAskingVerb(verbs, 'list', { operation: operations.listPreorders, text: preordersTable });
  addExportVerb(verbs, 'export', operations.exportPreorders);
  addStart(runner, noun.command('import'), 'preorders');
  const show = noun
    .command('show')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('show one pre-order: its line items, their dates and places, its money, and all events');
  defineStoreReading(runner, show, async ({ db }, { store, args: [reference = ''] }) =>
    showAnswer(db, store, reference),
  );
  addActs(runner, noun);
}
