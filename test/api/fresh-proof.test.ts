import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';
import { LATER, moveDates } from '../support/promises.ts';

// What a session that somebody left open must not do: staff have to have just proved who they are.

let portal: Portal;
let core: Core;
let browser: PortalBrowser;
let slug: string;
let storeId: string;
let offer: Offer;
let reference: string;
beforeAll(async () => {
  portal = await startPortal();
  core = createCore(portal.db);
  offer = await createOffer(core, { allocation: 20 });
  ({ storeId } = offer);
  ({ slug } = await readStore(portal.db, storeId));
  reference = await buyFrom(core, offer);
  browser = await signInAsOwner(portal);
  await setRole(portal.deps, { storeId, memberId: (await browser.session()).staff.id }, 'owner');
});
afterAll(async () => {
  await core.stop();
  await portal.stop();
});

const ask = (route: string, body?: object) => {
  const [method = '', path = ''] = route.split(' ');
  browser.headers = { 'service-store': slug, 'idempotency-key': randomUUID() };
  return browser.send(method, `/admin/api/v1${path}`, body);
};
const prove = () => browser.send('POST', '/api/session/confirm', { password: OWNER.password });
const grow = () => shiftClock(portal.db, 11 * 60);

/** Makes an endpoint. Resolves with its path. */
async function endpoint(include_personal: boolean): Promise<string> {
  await prove();
  const { data } = await ask('POST /webhooks', { url: 'https://erp.example/hooks', include_personal });
  return `/webhooks/${data.id}`;
}

describe('a proof of some minutes ago is not enough', () => {
  const acts: Record<string, () => Promise<[route: string, body?: object]>> = {
    'for a webhook with people': async () => ['POST /webhooks', { url: 'https://a.example', include_personal: true }],
    'to give a webhook people': async () => [`PATCH ${await endpoint(false)}`, { include_personal: true }],
    'to send people elsewhere': async () => [`PATCH ${await endpoint(true)}`, { url: 'https://b.example/hooks' }],
    'for a file of everybody': async () => ['GET /preorders.csv'],
    'to send what shoppers type elsewhere': async () => ['PATCH /store', { address_search: 'photon' }],
    'for the address that shoppers write to': async () => ['PATCH /store', { contact_email: 'eve@mail.example' }],
    'for the address that answers go to': async () => ['PATCH /store/brand', { reply_to: 'eve@mail.example' }],
    'for a refund while no limit is set': async () => [
      `POST /preorders/${reference}/refunds`,
      { line: 1, amount: '1.00', reason: 'Late' },
    ],
    'to cancel with a refund': async () => [`POST /preorders/${reference}/cancel`, {}],
    'to answer for a shopper who leaves': async () => {
      const left = await buyFrom(core, offer);
      await moveDates({ core, offer }, LATER);
      return [`POST /preorders/${left}/answer`, { choice: 'cancel' }];
    },
    'to cancel many': async () => ['POST /preorders/bulk', { rows: [{ act: 'cancel', reference }] }],
  };

  test.each(Object.entries(acts))('%s', async (_, make) => {
    const [route, body] = await make();
    await grow();
    const late = await ask(route, body);
    expect([late.status, late.error?.code]).toEqual([403, 'confirmation_required']);
    await prove();
    expect((await ask(route, body)).error?.code).not.toBe('confirmation_required');
  });
});

test('what says nothing of people, and what stays as it is, asks for none', async () => {
  await grow();
  const { contactEmail } = await readStore(portal.db, storeId);
  for (const [route, body] of [
    ['POST /webhooks', { url: 'https://c.example/hooks' }],
    ['PATCH /store', { name: 'Pines', contact_email: contactEmail }],
    ['PATCH /store/brand', { sender_name: 'Pines' }],
  ] as const) {
    const { status, text } = await ask(route, body);
    expect(status, `${route}: ${text}`).toBeLessThan(300);
  }
});

test('messages that were written with people keep them, so their endpoint moves only after a proof', async () => {
  const path = await endpoint(true);
  await portal.db.query(
    `INSERT INTO webhook_message (store_id, endpoint_id, id, type, subject_id, state, occurred_at, due_at, body, seq)
     SELECT store_id, id, gen_random_uuid(), 'preorder.placed', gen_random_uuid(), 'waiting', app_now(), app_now(),
            '{"data":{"personal":{"email":"ada@mail.example"}}}', 1
     FROM webhook_endpoint WHERE id = $1`,
    [path.split('/')[2]],
  );
  expect((await ask(`PATCH ${path}`, { include_personal: false })).status).toBe(200);
  await grow();
  expect((await ask(`PATCH ${path}`, { url: 'https://d.example' })).error.code).toBe('confirmation_required');
});

describe('the activity log keeps', () => {
  const last = async () => (await ask('GET /activity')).data[0];

  test('who saved everybody as a file', async () => {
    await prove();
    await ask('GET /preorders.csv?state=placed');
    expect(await last()).toMatchObject({ action: 'preorder.export', after: { filters: ['state'], people: true } });
  });

  test('who exported the data of whom, without naming them', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    ({ slug } = await readStore(portal.db, offer.storeId));
    const placed = await buyFrom(core, offer, { email: 'ada@mail.example' });
    await ask('POST /people/export', { email: 'Ada@mail.example' });
    const entry = await last();
    expect(entry).toMatchObject({ action: 'person.export', after: { preorders: 1, references: [placed] } });
    expect(entry.by).toMatchObject({ kind: 'staff', name: OWNER.name });
    expect(JSON.stringify(entry)).not.toMatch(/ada@/i);
  });

  test('who read a secret', async () => {
    const path = await endpoint(false);
    await ask(`GET ${path}/secret`);
    expect(await last()).toMatchObject({ action: 'webhook.read_secret', subject: path.split('/')[2] });
    const { text, data } = await ask('GET /store/secrets');
    expect(text).toContain(data.secrets[0].secret);
    const entry = await last();
    expect(entry).toMatchObject({ action: 'store.read_secret', after: {} });
    expect(JSON.stringify(entry)).not.toContain(data.secrets[0].secret);
  });
});
