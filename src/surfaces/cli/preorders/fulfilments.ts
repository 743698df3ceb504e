import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { correctTracking, markDelivered } from '../../../core/preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../../core/preorders/commands/send.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { formatCount } from '../terminal.ts';
import { collect, numberTo } from '../values.ts';
import { type Answer, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { type LineOptions, linesOf, showAnswer } from './show.ts';

type TrackingOptions = { carrier?: string; tracking?: string; link?: string };
type SendOptions = LineOptions & TrackingOptions & { key?: string };
type FulfilmentOptions = { fulfilment: number };
type TrackOptions = FulfilmentOptions & TrackingOptions & { mail?: true };
type InStore<Options> = Input<Options> & { store: Store };

/** Adds the verbs about what leaves the store. */
export function addFulfilments(runner: VerbRunner, preorders: Command): void {
  const send = preorders
    .command('send')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('record that line items left the store together; the named ones, or all that can')
    .option('--line <n>', 'the number of a line item, as shown; repeatable', collect)
    .option('--key <text>', 'sends once, however often the command is repeated with this key');
  defineStoreVerb<SendOptions>(runner, addTracking(send), sendVerb);

  const track = preorders
    .command('track')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('correct how a fulfilment is followed; what is not given becomes empty')
    .option('--mail', 'the customer gets a mail about it');
  defineStoreVerb<TrackOptions>(runner, addTracking(addNumber(track)), trackVerb);

  const deliver = preorders
    .command('deliver')
    .argument('<reference>', 'such as PO-7K2M-9QXT-X')
    .description('record that a fulfilment is with the customer');
  defineStoreVerb<FulfilmentOptions>(runner, addNumber(deliver), deliverVerb);
}

function addTracking(command: Command): Command {
  return command
    .option('--carrier <name>', 'such as DHL')
    .option('--tracking <number>', 'the number of the parcel')
    .option('--link <address>', 'the page that follows it; known for DHL, FedEx, Royal Mail, UPS and USPS');
}

const FULFILMENTS_MAX = 50; // a pre-order has at most 50 line items

function addNumber(command: Command): Command {
  return command.option('--fulfilment <n>', 'its number, as shown', numberTo(FULFILMENTS_MAX), 1);
}

async function sendVerb(deps: Deps, { store, options, args }: InStore<SendOptions>): Promise<Answer> {
  const preorder = await readPreorder(deps.db, store.id, args[0] ?? '');
  const { fulfilment, lineIds } = await sendLines(deps, {
    storeId: store.id,
    preorderId: preorder.id,
    lineIds: linesOf(preorder, options),
    tracking: trackingOf(options),
    key: options.key ?? null,
  });
  const { data, text } = await showAnswer(deps.db, store, preorder.reference);
  const count = formatCount(lineIds.length, 'line item');
  const done =
    lineIds.length === 0 ? 'Nothing was left to be sent.' : `${count} sent as fulfilment ${fulfilment?.number}.`;
  return {
    data: { ...data, moved_line_ids: lineIds, fulfilment: fulfilment?.number ?? null },
    text: `${done}\n\n${text}`,
  };
}

async function trackVerb(deps: Deps, { store, options, args }: InStore<TrackOptions>): Promise<Answer> {
  const { id: preorderId, reference } = await readPreorder(deps.db, store.id, args[0] ?? '');
  const key = { storeId: store.id, preorderId, number: options.fulfilment };
  const mail = options.mail ?? false;
  const changed = await correctTracking(deps, key, { ...trackingOf(options), mail });
  const { data, text } = await showAnswer(deps.db, store, reference);
  const mailNote = mail ? ' The customer gets a mail.' : '';
  const done = changed ? `Fulfilment ${options.fulfilment} is followed anew.${mailNote}` : 'Nothing changed.';
  return { data: { ...data, changed }, text: `${done}\n\n${text}` };
}

async function deliverVerb(deps: Deps, { store, options, args }: InStore<FulfilmentOptions>): Promise<Answer> {
  const { id: preorderId, reference } = await readPreorder(deps.db, store.id, args[0] ?? '');
  const changed = await markDelivered(deps, { storeId: store.id, preorderId, number: options.fulfilment });
  const { data, text } = await showAnswer(deps.db, store, reference);
  const done = changed ? `Fulfilment ${options.fulfilment} is with the customer.` : 'That was known.';
  return { data: { ...data, changed }, text: `${done}\n\n${text}` };
}

function trackingOf({ carrier, tracking, link }: TrackingOptions) {
  return { carrier, number: tracking, link };
}
