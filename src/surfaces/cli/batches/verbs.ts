import type { Command } from 'commander';
import { findVariant } from '../../../core/catalog/names.ts';
import type { Basics, Deps } from '../../../core/deps.ts';
import { recordArrival } from '../../../core/releases/commands/arrive.ts';
import { listDeliveries } from '../../../core/releases/queries/deliveries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { addBatch, updateBatch } from '../../../core/waitlists/commands/batch.ts';
import { readWaitlist, readWaitlistOfBatch, type Waitlist } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { batchDetailJson, batchJson, readBatches, readShownBatch } from '../../merchant-json/batches.ts';
import { deliveryJson } from '../../merchant-json/deliveries.ts';
import { readProduct } from '../products/find.ts';
import { formatNextSteps } from '../terminal.ts';
import { collect, parseAssignment } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { variantsFrom } from '../waitlists/options.ts';
import { addDeliveryFiles } from './files.ts';
import { batchesTable, batchText, deliveriesTable } from './views.ts';

type VariantOptions = { variant?: string[] };
type AddOptions = VariantOptions & { shipsFrom: string; shipsUntil: string };
type InStore<Options> = Input<Options> & { store: Store };

/** Adds the merchant's verbs for the batches of a waitlist: what they may sell, and how many units have arrived. */
export function addBatches(runner: VerbRunner, batches: Command): void {
  const list = batches
    .command('list')
    .argument('[waitlist]', 'its id; without it, all that shoppers wait for')
    .description('list batches in the order in which they are sold');
  defineStoreReading(runner, list, listVerb);

  const show = batches
    .command('show')
    .argument('<batch>', 'its id')
    .description('show its units, and every count of arrived units');
  defineStoreVerb(runner, show, (deps, { store, args }) => batchAnswer(deps, store, args[0]));

  const add = batches
    .command('add')
    .argument('<waitlist>', 'its id')
    .description('add a delivery, sold after the earlier batches, whichever ships first')
    .requiredOption('--ships-from <day>', 'such as 2026-09-01')
    .requiredOption('--ships-until <day>', 'such as 2026-09-15');
  addVariant(add, 'units', 'units it may sell, such as AUR-M=200; repeatable');
  defineStoreVerb<AddOptions>(runner, add, addVerb);

  const update = batches.command('update').argument('<batch>', 'its id').description('change what it may sell');
  addVariant(update, 'units', 'the total units that it may sell; repeatable');
  defineStoreVerb<VariantOptions>(runner, update, updateVerb);

  const arrive = batches
    .command('arrive')
    .argument('<batch>', 'its id')
    .description('record how many units have arrived in total');
  addVariant(arrive, 'count', 'the total units that have arrived; repeatable');
  arrive.option('--key <text>', 'a count with the same key is recorded only once');
  defineStoreVerb<VariantOptions & { key?: string }>(runner, arrive, arriveVerb);
  addDeliveryFiles(runner, batches);
}

function addVariant(command: Command, value: string, description: string): void {
  command.requiredOption(`--variant <sku-or-id=${value}>`, description, collect);
}

// More than anybody works on at once; the private API has pages.
const DELIVERIES_MAX = 500;

async function listVerb({ db }: Basics, { store, args }: InStore<unknown>): Promise<Answer> {
  if (args[0] === undefined) {
    const found = await listDeliveries(db, store.id, { waiting: true, limit: DELIVERIES_MAX });
    const text = found.length > 0 ? deliveriesTable(found) : 'Nobody waits for a delivery.';
    return { data: found.map(deliveryJson), text };
  }
  const waitlist = await readWaitlist(db, store.id, args[0]);
  const shown = await readBatches(db, store.id, waitlist);
  return { data: shown.map(batchJson), text: batchesTable(shown) };
}

async function batchAnswer({ db }: Pick<Deps, 'db'>, store: Store, batchId = '') {
  const { batch, arrivals } = await readShownBatch(db, store.id, batchId);
  return { data: batchDetailJson(batch, arrivals), text: batchText(batch, arrivals, store) };
}

async function addVerb(deps: Deps, input: InStore<AddOptions>): Promise<Answer> {
  const { store, args, options } = input;
  const waitlist = await readWaitlist(deps.db, store.id, args[0] ?? '');
  const batchId = await addBatch(
    deps,
    { storeId: store.id, waitlistId: waitlist.id },
    {
      shipWindow: { from: options.shipsFrom, until: options.shipsUntil },
      variants: await unitsOf(deps, input, waitlist),
    },
  );
  const answer = await batchAnswer(deps, store, batchId);
  const { from } = answer.data.ship_window;
  const later = waitlist.batches.filter(({ promise }) => promise.from > from).map(({ position }) => position);
  const data = { ...answer.data, ships_before: later };
  if (later.length === 0) return { ...answer, data };
  const note = `It ships before batch ${later.join(', ')} but is sold after it, so shoppers who buy first wait longer. To move a date: ./service promises move.`;
  return { data, text: `${answer.text}\n\n${note}` };
}

async function updateVerb(deps: Deps, input: InStore<VariantOptions>): Promise<Answer> {
  const { store, args } = input;
  const batchId = args[0] ?? '';
  const waitlist = await readWaitlistOfBatch(deps.db, store.id, batchId);
  await updateBatch(deps, { storeId: store.id, batchId: batchId.toLowerCase() }, await unitsOf(deps, input, waitlist));
  return batchAnswer(deps, store, batchId);
}

async function unitsOf({ db }: Deps, { store, options }: InStore<VariantOptions>, { product }: Waitlist) {
  const named = variantsFrom(options, await readProduct(db, store, product.externalId), store);
  return named.map(({ allocation = 0, ...variant }) => ({ ...variant, allocation }));
}

async function arriveVerb(
  deps: Deps,
  { store, args, options }: InStore<VariantOptions & { key?: string }>,
): Promise<Answer> {
  const batchId = args[0] ?? '';
  const waitlist = await readWaitlistOfBatch(deps.db, store.id, batchId);
  const product = await readProduct(deps.db, store, waitlist.product.externalId);
  const counts = (options.variant ?? []).map((text) => {
    const { name, value } = parseAssignment(text, 'variant');
    return { variantId: findVariant(product, name).id, counted: parseCount(value) };
  });
  const changed = await recordArrival(deps, { storeId: store.id, batchId, counts, key: options.key ?? null });
  const answer = await batchAnswer(deps, store, batchId);
  const command = (verb: string) => `./service releases ${verb} ${batchId} --store ${store.slug}`;
  const next = formatNextSteps([
    ['See who gets a unit, and what will be charged:', command('preview')],
    ['Release it, the oldest first:', command('run')],
  ]);
  return { ...answer, text: `${changed ? '' : 'Nothing changed.\n\n'}${answer.text}\n\n${next}` };
}

function parseCount(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  throw new AppError(
    'invalid_parameter',
    `“${text.slice(0, 40)}” is not the total number that has arrived, such as 40.`,
    {
      param: 'variant',
    },
  );
}
