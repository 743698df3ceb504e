import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { suppress } from '../../src/core/mails/commands/suppress.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { LATER, moveDates } from '../support/promises.ts';

// The examples of what is done with pre-orders, their mails, people and webhooks. Those about offers: `admin-examples.test.ts`.

type Body = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = { operationId: string; requestBody?: { content: Record<string, Body> } };
type Described = { paths: Record<string, Record<string, Operation>> };

const ROOT = '/admin/api/v1';
const NOUNS = /^\/admin\/api\/v1\/(preorders|mails|suppressions|people|webhooks|jobs)\b/;
const REFERENCE = 'PO-7K2M-9QXT-X';

const { paths }: Described = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

/** The writes that have an example; a body without one is empty. */
const WRITES = Object.entries(paths).flatMap(([path, operations]) =>
  Object.entries(operations).flatMap(([method, { operationId, requestBody }]) => {
    const body = requestBody?.content['application/json'];
    const given = Object.values(body?.examples ?? {}).map(({ value }) => value);
    const examples = body?.example === undefined ? given : [body.example, ...given];
    if (!NOUNS.test(path) || examples.length === 0) return [];
    return [{ name: operationId, route: `${method.toUpperCase()} ${path.slice(ROOT.length)}`, examples }];
  }),
);

let api: Api;
let core: Core;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Stage = { client: AdminClient; offer: Offer; reference: string };

const release = ({ client, reference }: Stage) => client.post(`/preorders/${reference}/release`);
const send = async (stage: Stage) => {
  await release(stage);
  return stage.client.post(`/preorders/${stage.reference}/fulfilments`, { carrier: 'DHL' });
};

/** What has to happen before an example makes sense. */
const BEFORE: Record<string, (stage: Stage) => Promise<unknown>> = {
  sendLines: release,
  changePreorders: release,
  correctFulfilment: send,
  returnLines: send,
  answerForShopper: ({ offer }) => moveDates({ core, offer }, LATER),
  allowAddress: ({ offer }) =>
    suppress(api.db, { storeId: offer.storeId, email: 'gone@mail.example' }, { codes: '550' }),
};

describe('the examples about pre-orders', () => {
  test('are there for all that have a body', () => {
    const named = WRITES.map(({ name }) => name);
    expect(named).toEqual(expect.arrayContaining(['cancelPreorder', 'refundLine', 'writeToShopper', 'changeContact']));
    expect(WRITES.length).toBeGreaterThanOrEqual(18);
  });

  test.each(WRITES)('of $name are done as they stand', async ({ name, route, examples }) => {
    for (const example of examples) {
      const offer = await createOffer(core, { allocation: 5 });
      const client = await tokenClient(api, offer.storeId);
      const reference = await buyFrom(core, offer, { quantity: 2 });
      await BEFORE[name]?.({ client, offer, reference });
      const webhook = await client.post('/webhooks', { url: 'https://erp.example/webhooks' });
      const filled = route
        .replace('{reference}', reference)
        .replace('{number}', '1')
        .replace('{webhook_id}', webhook.json.data.id);
      const body = JSON.parse(JSON.stringify(example).replaceAll(REFERENCE, reference));
      const { status, json, text } = await client.send(filled, body);
      expect(status, `${filled}: ${text}`).toBeLessThan(300);
      expect(json.meta?.failed ?? 0, text).toBe(0);
    }
  });
});
