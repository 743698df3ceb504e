import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteFailure } from '../../src/core/connections/commands/note.ts';
import { linkToken } from '../../src/core/links/commands.ts';
import type { Link } from '../../src/core/links/queries.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { prepareOrders } from '../../src/core/releases/commands/order.ts';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { readEndpointSecrets } from '../../src/core/webhooks/queries.ts';
import { ROLE_SCOPES } from '../../src/domain/role.ts';
import { CommerceError } from '../../src/integrations/commerce/port.ts';
import { createFileMail } from '../../src/integrations/mail/files.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { bringIn, foreignFile, foreignRow } from '../support/imports.ts';
import { sendMails } from '../support/mails.ts';
import { arrive } from '../support/release.ts';

// Whatever the role that only reads asks for, it learns neither who the shoppers are, nor what would let it act as anybody.

const PERSON = ['quillon', 'featherstone', 'brambleby', '0151-5550199', 'engraved-for'];
const PARCEL = {
  carrier: 'dhl',
  tracking_number: 'engraved-for-9',
  tracking_link: 'https://t.example/engraved-for-9',
};
let folder: string;
let api: Api;
let core: Core;
let offer: Offer;
let owner: AdminClient;
let reference: string;
const ids: Record<string, string[]> = {};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reads-'));
  const mail = createFileMail(folder);
  api = await startApi({ deps: { mail } });
  core = { ...createCore(api.db), mail };
  offer = await createOffer(core, { allocation: 50 });
  owner = await tokenClient(api, offer.storeId, ROLE_SCOPES.owner);
  reference = await buyFrom(core, offer, {
    email: 'quillon@featherstone.example',
    lineItemProperties: { engraving: 'engraved-for-me' },
    address: {
      firstName: 'Quillon',
      lastName: 'Featherstone',
      line1: '7 Brambleby Lane',
      line2: '',
      city: 'Berlin',
      region: '',
      postalCode: '10115',
      country: 'DE',
      phoneNumber: '0151-5550199',
    },
  });
  await sendMails(core);
  await act();
  await sendMails(core);
  await refuse();
}, 120_000);
afterAll(async () => {
  await core.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});

/** Does what leaves a trace of the person: notes, words, a parcel, a webhook whose server echoes, an import, a request of a platform. */
async function act(): Promise<void> {
  const { storeId } = offer;
  const done = [
    await owner.post(`/preorders/${reference}/notes`, { text: 'Quillon Featherstone called' }),
    await owner.post(`/preorders/${reference}/messages`, { text: 'Dear Quillon Featherstone' }),
    await owner.post(`/preorders/${reference}/release`, {}),
    await owner.post(`/preorders/${reference}/fulfilments`, { carrier: 'dhl', tracking_number: 'engraved-for-9' }),
    await owner.post('/suppressions', { email: 'quillon@featherstone.example' }),
    await owner.post('/people/export', { email: 'quillon@featherstone.example' }),
  ];
  expect(done.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  const webhook = await createEndpoint(api.deps, storeId, { url: 'https://erp.example/hooks', includePersonal: true });
  await api.db.query(
    `WITH told AS (
       INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at, body)
       VALUES ($1, $2, gen_random_uuid(), 1, 'preorder.sent', $3, app_now(), app_now(), $4) RETURNING id)
     INSERT INTO webhook_attempt (store_id, endpoint_id, message_id, at, took_ms, status, failure, answer)
     SELECT $1, $2, id, app_now(), 3, 500, 'status', 'cannot read {"email":"quillon@featherstone.example"}' FROM told`,
    [
      storeId,
      webhook,
      (await readPreorder(api.db, storeId, reference)).id,
      JSON.stringify({
        type: 'preorder.sent',
        data: {
          preorder: { reference },
          fulfilment: PARCEL,
        },
      }),
    ],
  );
  const wrong = { email: 'quillon featherstone', first_name: 'Quillon', line1: '7 Brambleby Lane' };
  const rows = [wrong, { postal_code: 'BRAMBLEBY' }, { country: 'Featherstone' }];
  const content = foreignFile(...rows.map((row, at) => foreignRow(`OLD-${at}`, offer.variantExternalId, row)));
  await bringIn(core, { storeId, content });
  await api.db.query(
    `INSERT INTO privacy_request (store_id, id, platform, what, email, order_refs, due_at)
     VALUES ($1, gen_random_uuid(), 'shopify', 'export', 'quillon@featherstone.example', '{}', app_now())`,
    [storeId],
  );
}

/** Makes a platform refuse: once the order, with the shopper's name in what it says, and once everything. */
async function refuse(): Promise<void> {
  const { storeId } = offer;
  const released = await buyFrom(core, offer);
  const { id: preorderId } = await readPreorder(api.db, storeId, released);
  await arrive(core, offer, 1);
  await owner.post(`/preorders/${released}/release`, {});
  await prepareOrders(core, { storeId, preorderId });
  const said = 'The platform answered 422: Quillon Featherstone has no phone';
  const refused = await api.db.query(
    "UPDATE store_order SET state = 'refused', failure = $2 WHERE store_id = $1 RETURNING 1",
    [storeId, said],
  );
  expect(refused).not.toEqual([]);
  await api.db.query(
    `INSERT INTO connection (store_id, kind, settings, sealed, account_id, account_name)
     VALUES ($1, 'http', '{}', '', '1', 'North')`,
    [storeId],
  );
  const answer = new CommerceError('unauthorised', 'The platform answered 401: no rights for Quillon Featherstone');
  await api.db.transaction((tx) => noteFailure(tx, storeId, answer));
}

/** Returns the paths of a route: one for each thing that its list names. */
async function pathsOf(route: string, reader: AdminClient): Promise<string[]> {
  const path = route.replace('GET /admin/api/v1', '');
  const [, param] = /:(\w+)/.exec(path) ?? [];
  if (param === undefined) return [path];
  ids[param] ??= await idsFor(path.split('/:')[0] ?? '', reader);
  const whole = ids[param].map((id) => path.replace(`:${param}`, id));
  return (await Promise.all(whole.map((one) => pathsOf(one, reader)))).flat();
}

async function idsFor(list: string, reader: AdminClient): Promise<string[]> {
  const { json } = await reader.get(list);
  const rows: Record<string, string>[] = Array.isArray(json?.data) ? json.data : [];
  return rows.map((row) => row.reference ?? row.id ?? row.code ?? '').filter(Boolean);
}

test('no read gives people, links or secrets to a role that only reads', async () => {
  const reader = await tokenClient(api, offer.storeId, ROLE_SCOPES['read-only']);
  const links = await api.db.query<Pick<Link, 'id' | 'purpose'>>('SELECT id, purpose FROM link');
  const shared = await readSharedSecrets(api.deps, offer.storeId);
  const [endpoint] = await api.db.query<{ id: string }>('SELECT id FROM webhook_endpoint');
  const secrets = [
    ...links.map(({ id, purpose }) => linkToken(api.deps, id, purpose)),
    ...shared.map(({ text }) => text),
    ...(await readEndpointSecrets(api.deps, offer.storeId, endpoint?.id ?? '')).map(({ text }) => text),
  ];
  expect(secrets.length).toBeGreaterThan(2);
  const asked: string[] = [];
  for (const route of api.routes.filter((one) => one.startsWith('GET /admin/api/v1/'))) {
    for (const path of await pathsOf(route, reader)) {
      const { status, text } = await reader.get(path);
      if (status === 200) asked.push(path);
      for (const personal of PERSON) expect(text.toLowerCase(), path).not.toContain(personal);
      for (const secret of secrets) expect(text, path).not.toContain(secret);
    }
  }
  for (const seen of ['/mails/', '/messages/', '/timeline', '/activity', '/imports', `/preorders/${reference}`]) {
    expect(
      asked.some((path) => path.includes(seen)),
      seen,
    ).toBe(true);
  }
});

test('the same reads show people to a role that sees them', async () => {
  const clerk = await tokenClient(api, offer.storeId, ROLE_SCOPES.support);
  for (const path of [`/preorders/${reference}`, `/preorders/${reference}/timeline`, '/preorders.csv']) {
    expect((await clerk.get(path)).text, path).toMatch(/quillon|engraved-for/i);
  }
  for (const list of [
    '/connection',
    '/alerts',
    '/orders',
    ...(await pathsOf('GET /admin/api/v1/imports/:import_id/rows', clerk)),
  ]) {
    expect((await clerk.get(list)).text, list).toMatch(/quillon|brambleby/i);
  }
  const [messages = ''] = await pathsOf('GET /admin/api/v1/webhooks/:webhook_id/messages', clerk);
  expect((await clerk.get(messages)).json.data).toContainEqual(
    expect.objectContaining({
      body: expect.objectContaining({ data: expect.objectContaining({ fulfilment: PARCEL }) }),
      tries: [expect.objectContaining({ answer: expect.stringContaining('quillon') })],
    }),
  );
});
