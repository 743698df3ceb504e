import type { Command } from 'commander';
import { addStart } from '../imports/verbs.ts';
import { defineStoreReading, type VerbRunner } from '../verb.ts';
import { addActs } from './acts.ts';
import { addLists } from './list.ts';
import { showAnswer } from './show.ts';

export function addPreorders(runner: VerbRunner, preorders: Command): void {
  addLists(runner, preorders);
  addStart(runner, preorders.command('import'), 'preorders');
  const show = preorders
    .command('show')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('show one pre-order: its line items, their dates and places, its money, and all events');
  defineStoreReading(runner, show, async ({ db }, { store, args: [reference = ''] }) =>
    showAnswer(db, store, reference),
  );
  addActs(runner, preorders);
}
