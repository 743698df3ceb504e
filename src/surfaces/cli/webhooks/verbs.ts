import type { Command } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import type { Store } from '../../../core/stores/queries.ts';
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../../core/webhooks/commands/endpoints.ts';
import { resend, sendTest } from '../../../core/webhooks/commands/resend.ts';
import { listEndpoints, listMessages, readEndpoint, readEndpointSecrets } from '../../../core/webhooks/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { WEBHOOK_TYPES } from '../../../protocol/schema/webhook-events.ts';
import { endpointJson, messageJson, secretsJson, triedJson } from '../../merchant-json/webhooks.ts';
import { formatCount, formatNextSteps, printable } from '../terminal.ts';
import { collect, limitOption } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';
import { endpointsTable, endpointText, messagesText } from './views.ts';

type InStore<Options> = Input<Options> & { store: Store };
type CreateOptions = { url: string; type?: string[]; description?: string; includePersonal?: true };
type UpdateOptions = {
  url?: string;
  type?: string[];
  allTypes?: true;
  description?: string;
  includePersonal?: boolean;
};
type DeliveryOptions = { failed?: boolean; message?: string; limit: number };
type ResendOptions = { message?: string; failed?: boolean };

const DELIVERIES_DEFAULT = 20;
const DELIVERIES_MAX = 1_000;

/** Adds the merchant's verbs for webhook endpoints and their deliveries. */
export function addWebhooks(runner: VerbRunner, webhooks: Command): void {
  const verb = (name: string, description: string) => webhooks.command(name).description(description);
  const ofEndpoint = (name: string, description: string) =>
    verb(name, description).argument('<endpoint>', 'its id, as listed');

  const create = verb('create', 'add an endpoint; prints the secret that signs its messages')
    .requiredOption('--url <url>', 'where to post to, such as https://shop.example/webhooks')
    .option('--type <type>', `only these; repeatable: ${WEBHOOK_TYPES.join(', ')}`, collect)
    .option('--description <text>', 'for you, such as ERP')
    .option('--include-personal', 'also send contact, address, line item properties and parcels of the customer');
  defineStoreVerb<CreateOptions>(runner, create, createVerb);

  defineStoreReading(runner, verb('list', 'all endpoints'), async ({ db }, { store }) => {
    const endpoints = await listEndpoints(db, store.id);
    const none = 'There are no endpoints yet. Create one with ./service webhooks create --url ….';
    return {
      data: endpoints.map(endpointJson),
      text: endpoints.length > 0 ? endpointsTable(endpoints, store) : none,
    };
  });

  defineStoreVerb(runner, ofEndpoint('show', 'one endpoint, with its secret'), (deps, { store, args }) =>
    showAnswer(deps, store, args[0] ?? ''),
  );
  const rotate = ofEndpoint('rotate-secret', 'make a new secret; for 24 hours both secrets sign').option(
    '--at-once',
    'end the old secret now, because it has leaked',
  );
  defineStoreVerb<{ atOnce?: boolean }>(runner, rotate, async (deps, { store, args, options }) => {
    const target = await targetOf(deps, store, args);
    await rotateEndpointSecret(deps, target, { atOnce: options.atOnce ?? false });
    return showAnswer(deps, store, target.endpointId);
  });
  addUpdate(runner, ofEndpoint);
  addSwitches(runner, ofEndpoint);
  addMessages(runner, ofEndpoint);
}

type OfEndpoint = (name: string, description: string) => Command;

function addUpdate(runner: VerbRunner, ofEndpoint: OfEndpoint): void {
  const update = ofEndpoint('update', 'change an endpoint; what is not given stays')
    .option('--url <url>', 'where to post to; messages that wait go there')
    .option('--type <type>', 'only these; repeatable, replaces all of them', collect)
    .option('--all-types', 'all types')
    .option('--description <text>', 'for you, such as ERP')
    .option('--include-personal', 'also send contact, address, line item properties and parcels of the customer')
    .option('--no-include-personal', 'send no more of that');
  defineStoreVerb<UpdateOptions>(runner, update, async (deps, { store, args, options }) => {
    const { url, type, allTypes, description, includePersonal } = options;
    if (type && allTypes)
      throw new AppError('invalid_parameter', 'Give either --type or --all-types.', { param: 'type' });
    const target = await targetOf(deps, store, args);
    await updateEndpoint(deps, target, { url, types: allTypes ? [] : type, description, includePersonal });
    return showAnswer(deps, store, target.endpointId);
  });
}

function addSwitches(runner: VerbRunner, ofEndpoint: OfEndpoint): void {
  const disable = ofEndpoint('disable', 'send it no more messages; waiting messages are given up');
  defineStoreVerb(runner, disable, async (deps, { store, args }) => {
    const target = await targetOf(deps, store, args);
    await disableEndpoint(deps, target);
    return showAnswer(deps, store, target.endpointId);
  });
  const enable = ofEndpoint('enable', 'send it messages again from now on');
  defineStoreVerb(runner, enable, async (deps, { store, args }) => {
    const target = await targetOf(deps, store, args);
    await enableEndpoint(deps, target);
    return showAnswer(deps, store, target.endpointId);
  });
  const remove = ofEndpoint('remove', 'delete it, with its secret and its log');
  defineStoreVerb(runner, remove, async (deps, { store, args }) => {
    const target = await targetOf(deps, store, args);
    await removeEndpoint(deps, target);
    return { data: { id: target.endpointId }, text: 'Removed.' };
  });
}

function addMessages(runner: VerbRunner, ofEndpoint: OfEndpoint): void {
  const deliveries = ofEndpoint('deliveries', 'list its messages, the newest first')
    .option('--failed', 'only messages that it did not accept')
    .option('--message <id>', 'one message, with its body and each try')
    .addOption(limitOption(DELIVERIES_MAX, DELIVERIES_DEFAULT));
  defineStoreVerb<DeliveryOptions>(runner, deliveries, deliveriesVerb);

  const again = ofEndpoint('resend', 'send messages again, with their ids')
    .option('--message <id>', 'one message, accepted or not')
    .option('--failed', 'all messages that it did not accept');
  defineStoreVerb<ResendOptions>(runner, again, resendVerb);

  defineStoreVerb(
    runner,
    ofEndpoint('test', 'send a test message at once and print the result'),
    async (deps, { store, args }) => {
      const tried = await sendTest(deps, await targetOf(deps, store, args));
      const taken = tried.verdict === 'delivered';
      const { status, failure, tookMs } = tried;
      const text = taken
        ? `Accepted: it answered ${status} within ${tookMs} ms.`
        : `Not taken: ${failure}${tried.answer ? `\n${printable(tried.answer)}` : ''}`;
      return { data: triedJson(tried), text, partly: !taken };
    },
  );
}

/** Finds the endpoint. Throws `webhook_not_found`. */
async function targetOf({ db }: Deps, store: Store, args: string[]): Promise<{ storeId: string; endpointId: string }> {
  const { id } = await readEndpoint(db, store.id, args[0] ?? '');
  return { storeId: store.id, endpointId: id };
}

async function createVerb(deps: Deps, { store, options }: InStore<CreateOptions>): Promise<Answer> {
  const { url, type, description, includePersonal } = options;
  const id = await createEndpoint(deps, store.id, { url, types: type, description, includePersonal });
  const { data, text } = await showAnswer(deps, store, id);
  const next = formatNextSteps([['See whether it answers:', `./service webhooks test --store ${store.slug} ${id}`]]);
  return { data, text: `${text}\n\n${next}` };
}

async function showAnswer(deps: Deps, store: Store, id: string): Promise<Answer> {
  const endpoint = await readEndpoint(deps.db, store.id, id);
  const secrets = await readEndpointSecrets(deps, store.id, endpoint.id);
  return {
    data: { ...endpointJson(endpoint), ...secretsJson(secrets) },
    text: endpointText(endpoint, secrets, store),
  };
}

async function deliveriesVerb(deps: Deps, { store, args, options }: InStore<DeliveryOptions>): Promise<Answer> {
  const target = await targetOf(deps, store, args);
  const { failed = false, message: messageId = null, limit } = options;
  const messages = await listMessages(deps.db, target, { failed, messageId, limit });
  return { data: messages.map(messageJson), text: messagesText(messages, store, { whole: messageId !== null }) };
}

async function resendVerb(deps: Deps, { store, args, options }: InStore<ResendOptions>): Promise<Answer> {
  const { message, failed = false } = options;
  if ((message === undefined) !== failed) {
    throw new AppError('missing_parameter', 'Say what: either --message ID or --failed.', { param: 'message' });
  }
  const queued = await resend(deps, await targetOf(deps, store, args), { messageId: message ?? null });
  return { data: { queued }, text: `${formatCount(queued, 'message')} will be sent again.` };
}
