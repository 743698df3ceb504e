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
import * as operations from '../../protocol/schema/admin-api/webhooks.ts';
import { maskedUrl } from '../merchant-json/access.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { type Asker, demandScope } from './authenticate.ts';
import { noteRead } from './note-read.ts';
import type { Act } from './perform.ts';
import type { Change } from './serve.ts';
import { endpointJson, secretsJson } from './webhook-json.ts';

/** Registers the webhook endpoints: what reads them, and what changes them. */
export function registerWebhooks(routes: AdminRoutes): void {
  registerReads(routes);
  registerSecrets(routes);
  registerSwitches(routes);
  registerUpdate(routes);
}

function registerSecrets({ writes }: AdminRoutes): void {
  writes(operations.createWebhook, (asker, { url, types = [], description, include_personal = false }) => {
    if (include_personal) demandPeople(asker);
    return {
      async run(joined) {
        const endpoint = { url, types, description, includePersonal: include_personal };
        const id = await createEndpoint(joined, asker.store.id, endpoint);
        const secrets = await readEndpointSecrets(joined, asker.store.id, id);
        return { subject: id, outcome: { url, types, include_personal }, once: secretsJson(secrets) };
      },
      answer: withoutSecret(asker),
    };
  });
  writes(operations.rotateWebhookSecret, (asker, { webhook_id: id, at_once = false }) => ({
    async run(joined) {
      const target = await targetOf(joined.db, asker, id);
      await rotateEndpointSecret(joined, target, { atOnce: at_once });
      const secrets = await readEndpointSecrets(joined, target.storeId, target.endpointId);
      return { subject: target.endpointId, outcome: { at_once }, once: secretsJson(secrets) };
    },
    answer: withoutSecret(asker),
  }));
}

function registerSwitches({ writes }: AdminRoutes): void {
  const switching = ({ store }: Asker, id: string, turn: typeof enableEndpoint): Change => ({
    lock: (tx) => lockNamed(tx, store.id, id),
    version: async ({ db }) => ({ disabled: (await readEndpoint(db, store.id, id)).disabledReason }),
    async run(joined) {
      const { id: endpointId } = await readEndpoint(joined.db, store.id, id);
      await turn(joined, { storeId: store.id, endpointId });
      return { subject: endpointId };
    },
    answer: async ({ db }, { subject }) => endpointJson(await readEndpoint(db, store.id, subject)),
  });
  writes(operations.enableWebhook, (asker, { webhook_id: id }) => switching(asker, id, enableEndpoint));
  writes(operations.disableWebhook, (asker, { webhook_id: id }) => switching(asker, id, disableEndpoint));
  writes(operations.removeWebhook, ({ store }, { webhook_id: given }) => ({
    async run(joined) {
      const { id, url } = await readEndpoint(joined.db, store.id, given);
      await removeEndpoint(joined, { storeId: store.id, endpointId: id });
      return { subject: id, outcome: { url } };
    },
    answer: async (_, { subject }) => ({ id: subject }),
  }));
}

const lockNamed = async (tx: Sql, storeId: string, name: string) =>
  lockEndpoint(tx, { storeId, endpointId: (await readEndpoint(tx, storeId, name)).id });

function registerUpdate({ writes }: AdminRoutes): void {
  writes(
    operations.updateWebhook,
    (asker, { webhook_id: id, enabled, include_personal: includePersonal, ...given }) => {
      if (includePersonal) demandPeople(asker);
      const { store } = asker;
      return {
        lock: (tx) => lockNamed(tx, store.id, id),
        version: async ({ db }) => versionOf(endpointJson(await readEndpoint(db, store.id, id))),
        async run(joined) {
          const before = endpointJson(await readEndpoint(joined.db, store.id, id));
          const target = { storeId: store.id, endpointId: before.id };
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
        answer: async ({ db }, { subject }) => endpointJson(await readEndpoint(db, store.id, subject)),
      };
    },
  );
}

/** Who may not read personal data must not send it to an address of their own either. Staff have to have just proved who they are. */
function demandPeople(asker: Asker): void {
  demandScope(asker, 'preorders:personal');
  asker.prove();
}

const seenBy = ({ scopes }: Asker, json: operations.AdminWebhook) =>
  scopes.includes('webhooks:write') ? json : { ...json, url: maskedUrl(json.url) };

/** What an update may change: counts of messages change by themselves. */
const versionOf = ({ url, types, description, include_personal, enabled }: operations.AdminWebhook) => ({
  url,
  types,
  description,
  include_personal,
  enabled,
});

function registerReads({ reads }: AdminRoutes): void {
  reads(operations.listWebhooks, async (asker, _, { db }) =>
    (await listEndpoints(db, asker.store.id)).map((one) => seenBy(asker, endpointJson(one))),
  );
  const read = async (sql: Sql, { store }: Asker, id: string) => endpointJson(await readEndpoint(sql, store.id, id));
  reads(
    operations.getWebhook,
    async (asker, { webhook_id: id }, { db }) => seenBy(asker, await read(db, asker, id)),
    async ({ id }, asker, { db }) => versionOf(await read(db, asker, id)), // of the whole address, also for a reader who sees a part of it
  );
  reads(operations.getWebhookSecret, async (asker, { webhook_id: id }, reading) => {
    const { storeId, endpointId } = await targetOf(reading.db, asker, id);
    await noteRead(reading, asker, { action: 'webhook.read_secret', subject: endpointId });
    return secretsJson(await readEndpointSecrets(reading, storeId, endpointId));
  });
}

/** Finds the endpoint. Throws `webhook_not_found`. */
export async function targetOf(
  sql: Sql,
  { store }: Asker,
  given: string,
): Promise<{ storeId: string; endpointId: string }> {
  const { id } = await readEndpoint(sql, store.id, given);
  return { storeId: store.id, endpointId: id };
}

/** Answers with the endpoint. The act itself adds its new secret, which a repeated request does not get. */
const withoutSecret =
  (asker: Asker): Act['answer'] =>
  async ({ db }, { subject }) => ({
    ...seenBy(asker, endpointJson(await readEndpoint(db, asker.store.id, subject))),
    ...secretsJson([]),
  });
