import Type from 'typebox';
import {
  createEndpoint,
  disableEndpoint,
  enableEndpoint,
  lockEndpoint,
  removeEndpoint,
  rotateEndpointSecret,
  updateEndpoint,
} from '../../core/webhooks/commands/endpoints.ts';
import { holdsPeople, listEndpoints, readEndpoint, readEndpointSecrets } from '../../core/webhooks/queries.ts';
import type { Sql } from '../../platform/db.ts';
import {
  NewWebhook,
  RotateBody,
  WebhookChange,
  WebhookSecrets,
  WebhookWithSecret,
} from '../../protocol/schema/admin-api/webhooks.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { endpointJson, maskedUrl, secretsJson } from '../merchant-json/webhooks.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, reading, success, writing } from './answer.ts';
import { ADMIN_ROOT, type Asker, demandScope } from './authenticate.ts';
import { noteRead } from './note-read.ts';
import type { Act } from './perform.ts';

const PATH = `${ADMIN_ROOT}/webhooks`;
export const WEBHOOK = `${PATH}/:webhook_id`;
export const WebhookParams = Type.Object({ webhook_id: Type.String({ minLength: 1, maxLength: 100 }) });
export const WEBHOOK_NOT_FOUND = { 404: { $ref: 'Error#', description: '`webhook_not_found`' } };
const one = successSchema(Type.Ref('AdminWebhook'), 'The endpoint.');
const withSecret = successSchema(WebhookWithSecret, 'The endpoint with its secret.');

const LIST = reading('webhooks:read', {
  operationId: 'listWebhooks',
  summary: 'The webhook endpoints of the store',
  response: { 200: successSchema(Type.Array(Type.Ref('AdminWebhook')), 'All endpoints.') },
});
const GET = reading('webhooks:read', {
  operationId: 'getWebhook',
  summary: 'One webhook endpoint',
  params: WebhookParams,
  response: { 200: one, ...WEBHOOK_NOT_FOUND },
});
const SECRET = reading('store:secrets', {
  operationId: 'getWebhookSecret',
  summary: 'The secrets that sign the messages of an endpoint',
  params: WebhookParams,
  response: { 200: successSchema(WebhookSecrets, 'One secret, or two during a rotation.'), ...WEBHOOK_NOT_FOUND },
});
const CREATE = writing('webhooks:write', {
  operationId: 'createWebhook',
  summary: 'Add an endpoint; its secret is in this answer',
  body: NewWebhook,
  response: { 201: withSecret },
});
const ROTATE = writing('store:secrets', {
  operationId: 'rotateWebhookSecret',
  summary: 'Make a new secret; for 24 hours both sign',
  params: WebhookParams,
  body: RotateBody,
  response: { 200: withSecret, ...WEBHOOK_NOT_FOUND },
});
const UPDATE = writing('webhooks:write', {
  operationId: 'updateWebhook',
  summary: 'Change its address, types, description or personal data, or switch it on or off',
  params: WebhookParams,
  body: WebhookChange,
  response: { 200: one, ...WEBHOOK_NOT_FOUND },
});
const ENABLE = writing('webhooks:write', {
  operationId: 'enableWebhook',
  summary: 'Send it messages again, from now on',
  params: WebhookParams,
  body: NoBody,
  response: { 200: one, ...WEBHOOK_NOT_FOUND },
});
const DISABLE = writing('webhooks:write', {
  operationId: 'disableWebhook',
  summary: 'Send it no more messages; those that wait are given up',
  params: WebhookParams,
  body: NoBody,
  response: { 200: one, ...WEBHOOK_NOT_FOUND },
});
const REMOVE = writing('webhooks:write', {
  operationId: 'removeWebhook',
  summary: 'Delete it, with its secret and its log',
  params: WebhookParams,
  response: { 200: successSchema(Type.Object({ id: Type.String() }), 'Its id.'), ...WEBHOOK_NOT_FOUND },
});

/** Registers the webhook endpoints: what reads them, and what changes them. */
export function registerWebhooks(routes: AdminRoutes): void {
  registerReads(routes);
  registerSecrets(routes);
  registerSwitches(routes);
  registerUpdate(routes);
}

function registerSecrets({ app, askerOf, perform }: AdminRoutes): void {
  app.post(PATH, CREATE, (request, reply) => {
    const asker = askerOf(request);
    const { url, types = [], description, include_personal = false } = request.body;
    if (include_personal) demandPeople(asker);
    return perform(request, reply, {
      action: 'webhook.create',
      status: 201,
      async run(joined) {
        const id = await createEndpoint(joined, asker.store.id, {
          url,
          types,
          description,
          includePersonal: include_personal,
        });
        const secrets = await readEndpointSecrets(joined, asker.store.id, id);
        return { subject: id, outcome: { url, types, include_personal }, once: secretsJson(secrets) };
      },
      answer: withoutSecret(asker),
    });
  });

  app.post(`${WEBHOOK}/rotate-secret`, ROTATE, (request, reply) => {
    const asker = askerOf(request);
    const { at_once = false } = request.body;
    return perform(request, reply, {
      action: 'webhook.rotate_secret',
      async run(joined) {
        const target = await targetOf(joined, asker, request.params.webhook_id);
        await rotateEndpointSecret(joined, target, { atOnce: at_once });
        const secrets = await readEndpointSecrets(joined, target.storeId, target.endpointId);
        return { subject: target.endpointId, outcome: { at_once }, once: secretsJson(secrets) };
      },
      answer: withoutSecret(asker),
    });
  });
}

function registerSwitches({ app, askerOf, perform }: AdminRoutes): void {
  const switching = ({ store }: Asker, id: string, to: 'enable' | 'disable'): Act => ({
    action: `webhook.${to}`,
    lock: (tx) => lockNamed(tx, store.id, id),
    version: async ({ db }) => ({ disabled: (await readEndpoint(db, store.id, id)).disabledReason }),
    async run(joined) {
      const { id: endpointId } = await readEndpoint(joined.db, store.id, id);
      await (to === 'enable' ? enableEndpoint : disableEndpoint)(joined, { storeId: store.id, endpointId });
      return { subject: endpointId };
    },
    answer: async ({ db }, { subject }) => endpointJson(await readEndpoint(db, store.id, subject)),
  });
  app.post(`${WEBHOOK}/enable`, ENABLE, (request, reply) =>
    perform(request, reply, switching(askerOf(request), request.params.webhook_id, 'enable')),
  );
  app.post(`${WEBHOOK}/disable`, DISABLE, (request, reply) =>
    perform(request, reply, switching(askerOf(request), request.params.webhook_id, 'disable')),
  );
  app.delete(WEBHOOK, REMOVE, (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'webhook.remove',
      async run(joined) {
        const { id, url } = await readEndpoint(joined.db, store.id, request.params.webhook_id);
        await removeEndpoint(joined, { storeId: store.id, endpointId: id });
        return { subject: id, outcome: { url } };
      },
      answer: async (_, { subject }) => ({ id: subject }),
    });
  });
}

const lockNamed = async (tx: Sql, storeId: string, name: string) =>
  lockEndpoint(tx, { storeId, endpointId: (await readEndpoint(tx, storeId, name)).id });

function registerUpdate({ app, askerOf, perform }: AdminRoutes): void {
  app.patch(WEBHOOK, UPDATE, (request, reply) => {
    const asker = askerOf(request);
    const { enabled, include_personal: includePersonal, ...given } = request.body;
    if (includePersonal) demandPeople(asker);
    return perform(request, reply, {
      action: 'webhook.update',
      lock: (tx) => lockNamed(tx, asker.store.id, request.params.webhook_id),
      version: async ({ db }) =>
        versionOf(endpointJson(await readEndpoint(db, asker.store.id, request.params.webhook_id))),
      async run(joined) {
        const before = endpointJson(await readEndpoint(joined.db, asker.store.id, request.params.webhook_id));
        const target = { storeId: asker.store.id, endpointId: before.id };
        const sendsElsewhere = given.url !== undefined && given.url !== before.url;
        // Messages that were written with personal data keep it, also once new ones have none.
        const hasPeople = async () => before.include_personal || holdsPeople(joined.db, target);
        if (sendsElsewhere && (await hasPeople())) demandPeople(asker);
        await updateEndpoint(joined, target, { ...given, includePersonal });
        if (enabled !== undefined && enabled !== before.enabled) {
          await (enabled ? enableEndpoint : disableEndpoint)(joined, target);
        }
        return { subject: before.id };
      },
      answer: async ({ db }, { subject }) => endpointJson(await readEndpoint(db, asker.store.id, subject)),
    });
  });
}

/** Who may not read personal data must not send it to an address of their own either. Staff have to have just proved who they are. */
function demandPeople(asker: Asker): void {
  demandScope(asker, 'preorders:personal');
  asker.prove();
}

const seenBy = ({ scopes }: Asker, json: ReturnType<typeof endpointJson>) =>
  scopes.includes('webhooks:write') ? json : { ...json, url: maskedUrl(json.url) };

/** What an update may change: counts of messages change by themselves. */
const versionOf = ({ url, types, description, include_personal, enabled }: ReturnType<typeof endpointJson>) => ({
  url,
  types,
  description,
  include_personal,
  enabled,
});

function registerReads({ app, deps, askerOf }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) => {
    const asker = askerOf(request);
    return success((await listEndpoints(deps.db, asker.store.id)).map((one) => seenBy(asker, endpointJson(one))));
  });
  app.get(WEBHOOK, GET, async (request, reply) => {
    const asker = askerOf(request);
    const json = endpointJson(await readEndpoint(deps.db, asker.store.id, request.params.webhook_id));
    reply.header('etag', etagOf(versionOf(json)));
    return success(seenBy(asker, json));
  });
  app.get(`${WEBHOOK}/secret`, SECRET, async (request) => {
    const asker = askerOf(request);
    const { storeId, endpointId } = await targetOf(deps, asker, request.params.webhook_id);
    await noteRead(deps, { request, asker }, { action: 'webhook.read_secret', subject: endpointId });
    return success(secretsJson(await readEndpointSecrets(deps, storeId, endpointId)));
  });
}

/** Finds the endpoint. Throws `webhook_not_found`. */
export async function targetOf(
  { db }: Pick<AdminRoutes['deps'], 'db'>,
  { store }: Asker,
  given: string,
): Promise<{ storeId: string; endpointId: string }> {
  const { id } = await readEndpoint(db, store.id, given);
  return { storeId: store.id, endpointId: id };
}

/** Answers with the endpoint. The act itself adds its new secret, which a repeated request does not get. */
const withoutSecret =
  (asker: Asker): Act['answer'] =>
  async ({ db }, { subject }) => ({
    ...seenBy(asker, endpointJson(await readEndpoint(db, asker.store.id, subject))),
    ...secretsJson([]),
  });
