import type { Command } from 'commander';
import * as operations from '../../../protocol/schema/admin-api/batches.ts';
import { type Asked, addAskingVerb, defineAskingVerb } from '../asking.ts';
import { formatNextSteps } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';
import { SHIP_WINDOW, variantsWith } from '../waitlists/typed.ts';
import { addDeliveryFiles } from './files.ts';
import { batchesTable, batchText, deliveriesTable } from './views.ts';

/** Adds the merchant's verbs for the batches of a waitlist: what they may sell, and how many units have arrived. */
export function addBatches(runner: VerbRunner, noun: Command): void {
  const verbs = { noun, runner };
  addList(runner, noun);
  addAskingVerb(verbs, 'show <batch-id>', { operation: operations.getBatch, text: batchText });
  addAskingVerb(verbs, 'add <waitlist-id>', {
    operation: operations.addBatch,
    typed: { ship_window: SHIP_WINDOW, variants: variantsWith('allocated', 'units it may sell, such as AUR-M=200') },
    text: addedText,
  });
  addAskingVerb(verbs, 'update <batch-id>', {
    operation: operations.updateBatch,
    typed: { variants: variantsWith('allocated', 'the total units that it may sell') },
    text: batchText,
  });
  addAskingVerb(verbs, 'arrive <batch-id>', {
    operation: operations.recordArrival,
    typed: { variants: variantsWith('arrived', 'the total units that have arrived') },
    text(batch, store) {
      const command = (verb: string) => `./service releases ${verb} ${batch.id} --store ${store.slug}`;
      const next = formatNextSteps([
        ['See who gets a unit, and what will be charged:', command('preview')],
        ['Release it, the oldest first:', command('run')],
      ]);
      return `${batchText(batch, store)}\n\n${next}`;
    },
  });
  addDeliveryFiles(runner, noun);
}

// More than anybody works on at once; the private API has further pages.
const DELIVERIES_MAX = 250;

function addList(runner: VerbRunner, noun: Command): void {
  const list = noun
    .command('list')
    .argument('[waitlist-id]', 'without it, all that shoppers wait for')
    .description('list batches in the order in which they are sold');
  defineAskingVerb(runner, list, async ({ ask }, { args: [waitlist_id] }) => {
    if (waitlist_id !== undefined) {
      const { data } = await ask(operations.listBatches, { waitlist_id });
      return { data, text: batchesTable(data) };
    }
    const { data, meta } = await ask(operations.listDeliveries, { waiting: true, limit: DELIVERIES_MAX });
    return { data, meta, text: deliveriesTable(data) };
  });
}

async function addedText(
  batch: operations.AdminBatchDetail,
  store: Parameters<typeof batchText>[1],
  { ask }: Asked<typeof operations.addBatch>,
): Promise<string> {
  const { data: batches } = await ask(operations.listBatches, { waitlist_id: batch.waitlist_id });
  const { from } = batch.ship_window;
  const later = batches.filter(({ ship_window: ships }) => ships.from > from).map(({ position }) => position);
  const text = batchText(batch, store);
  if (later.length === 0) return text;
  return `${text}\n\nIt ships before batch ${later.join(', ')} but is sold after it, so shoppers who buy first wait longer. To move a date: ./service promises move.`;
}
