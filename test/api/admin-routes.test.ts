import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { raiseAlert } from '../../src/core/alerts/commands.ts';
import { addJobs } from '../../src/core/jobs/queue.ts';
import { invite } from '../../src/core/staff/commands/invite.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { createEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type AdminAnswer, type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { recordMails } from '../support/mails.ts';
import { arrive } from '../support/release.ts';

// Every operation of the OpenAPI document is asked with a token of each scope, and with the ids of another store.

type Body = { example?: unknown; examples?: Record<string, { value: unknown }> };
type Operation = { operationId: string; requestBody?: { content: Record<string, Body> } };
type Described = { paths: Record<string, Record<string, Operation>> };

const ROOT = '/admin/api/v1';
const { paths }: Described = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));

const OPERATIONS = Object.entries(paths)
  .filter(([path]) => path.startsWith(ROOT))
  .flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { operationId, requestBody }]) => {
      const content = requestBody?.content['application/json'];
      const example = content?.example ?? Object.values(content?.examples ?? {})[0]?.value ?? {};
      return { operationId, method: method.toUpperCase(), path: path.slice(ROOT.length), example };
    }),
  );

const PLENTY = Object.fromEntries(Object.keys(REQUEST_LIMITS).map((name) => [name, { perSecond: 1e6, burst: 1e6 }]));

let api: Api;
let core: Core;
let own: Offer;
beforeAll(async () => {
  api = await startApi({ deps: { limits: createRequestLimits(PLENTY as typeof REQUEST_LIMITS) } });
  core = createCore(api.db);
  own = await createOffer(core, { allocation: 5 });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type ApiCall = { method: string; path: string; body?: unknown };

function ask(client: AdminClient, { method, path, body }: ApiCall): Promise<AdminAnswer> {
  return method === 'GET' ? client.get(path) : client.send(`${method} ${path}`, body ?? {});
}

/** The path with these names in it, and `nothing` for all others. */
const filled = (path: string, names: Record<string, string> = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? (name === 'number' ? '1' : 'nothing')),
  );

describe('each scope', () => {
  test('opens the operations that demand it, and is told by all others which one is missing', async () => {
    expect(OPERATIONS.length).toBeGreaterThan(100);
    const demanded = new Map<string, Scope>();
    const refusedTo = new Map<string, Scope[]>();
    for (const scope of ALL_SCOPES) {
      const client = await tokenClient(api, own.storeId, [scope]);
      const asked = OPERATIONS.map(async ({ operationId, method, path }) => {
        const { status, json, text } = await ask(client, { method, path: filled(path) });
        expect(status, `${operationId} with ${scope}: ${text}`).toBeLessThan(500);
        expect(status, `${operationId} with ${scope}: ${text}`).not.toBe(401);
        if (status !== 403) return;
        expect(json.error.code, `${operationId} with ${scope}`).toBe('scope_required');
        demanded.set(operationId, json.error.data.scope);
        refusedTo.set(operationId, [...(refusedTo.get(operationId) ?? []), scope]);
      });
      await Promise.all(asked);
    }
    for (const { operationId } of OPERATIONS) {
      const scope = demanded.get(operationId);
      expect(refusedTo.get(operationId), operationId).toEqual(ALL_SCOPES.filter((other) => other !== scope));
    }
  }, 120_000);
});

describe('the ids of another store', () => {
  test('lead nowhere, whatever is done with them, and change nothing there', async () => {
    const names = await createHistory();
    const before = await snapshot(names.storeId);
    const client = await tokenClient(api, own.storeId);
    for (const { operationId, method, path, example } of OPERATIONS) {
      if (!path.includes('{')) continue;
      const { status, text } = await ask(client, { method, path: filled(path, names.ids), body: example });
      expect(status, `${operationId} ${text}`).toBeGreaterThanOrEqual(400);
      expect(status, `${operationId} ${text}`).toBeLessThan(500);
      expect(status, `${operationId} ${text}`).not.toBe(403);
    }
    expect(await snapshot(names.storeId)).toEqual(before);
  });

  test('are found by their own store', async () => {
    const { storeId, ids } = await createHistory();
    const client = await tokenClient(api, storeId);
    const reads = OPERATIONS.filter(({ method, path }) => method === 'GET' && /\{\w+\}$/.test(path));
    const found: string[] = [];
    for (const { operationId, method, path } of reads) {
      const { status } = await ask(client, { method, path: filled(path, ids) });
      if (status === 200) found.push(operationId);
    }
    const things = ['Preorder', 'Waitlist', 'Batch', 'Product', 'Webhook', 'WebhookMessage', 'Mail', 'Staff'];
    const works = ['Import', 'Job', 'Rehearsal', 'Release'];
    expect(found).toEqual(expect.arrayContaining([...things, ...works].map((name) => `get${name}`)));
  });

  test('in a body lead nowhere either', async () => {
    const { storeId, ids } = await createHistory();
    const before = await snapshot(storeId);
    const client = await tokenClient(api, own.storeId);
    const bodies: [string, object][] = [
      ['/releases', { batch_id: ids.batch_id }],
      ['/waitlists', { product_id: ids.product, ship_window: WINDOW, every_variant: { allocated: 1 } }],
      ['/discounts', { code: 'FOREIGN', off: { percent: 5 }, product_id: ids.product }],
      ['/alerts/x/resolve', {}],
      ['/jobs/retry', { jobs: [Number(ids.job_id)] }],
    ];
    for (const [path, body] of bodies) {
      const { status, text } = await client.post(path, body);
      expect([status >= 400 && status < 500, path, text]).toEqual([true, path, text]);
    }
    const rows = [
      ['/waitlists/bulk', { id: ids.waitlist_id, text: 'Taken' }],
      ['/preorders/bulk', { act: 'cancel', reference: ids.reference }],
      ['/inventory', { batch_id: ids.batch_id, variant: 'AUR-M', arrived: 1 }],
    ] as const;
    for (const [path, row] of rows) {
      const { json, text } = await client.post(path, { rows: [row] });
      expect(json.meta, `${path} ${text}`).toMatchObject({ succeeded: 0, failed: 1 });
    }
    expect(await snapshot(storeId)).toEqual(before);
  });
});

const WINDOW = { from: '2036-06-10', until: '2036-06-15' };

/** A store with something of each noun, and its ids by the names that paths have for them. */
async function createHistory() {
  const offer = await createOffer(core, { allocation: 5 });
  const { storeId, waitlistId } = offer;
  const owner = await tokenClient(api, storeId);
  const reference = await buyFrom(core, offer);
  await recordMails(api.deps);
  await raiseAlert(api.db, storeId, {
    text: 'mail_refused',
    subjectId: waitlistId,
    values: { reference, codes: '550' },
  });
  const webhook = await createEndpoint(api.deps, storeId, { url: 'https://erp.example/hook' });
  const { product, batches } = await readWaitlist(api.db, storeId, waitlistId);
  const noted = await owner.post(`/preorders/${reference}/notes`, { text: 'Called.' });
  await arrive(core, offer, 1);
  const released = await owner.post('/releases', { batch_id: batches[0]?.id });
  const rehearsed = await owner.post('/rehearsals', { waitlist_id: waitlistId, shoppers: 1 });
  const code = 'TENOFF';
  await owner.post('/discounts', { code, off: { percent: 10 } });
  const idOf = async (text: string, ...more: string[]) =>
    String((await api.db.query<{ id: string }>(text, [storeId, ...more]))[0]?.id ?? 'none');
  const staffId = randomUUID();
  await api.db.query(
    `INSERT INTO staff_member (id, email, email_key, name, password_hash, language) VALUES ($1, $2, $2, 'Ada', '', 'en')`,
    [staffId, `${staffId}@mail.example`],
  );
  await api.db.query(`INSERT INTO staff_role (store_id, member_id, role) VALUES ($1, $2, 'owner')`, [storeId, staffId]);
  await api.db.transaction((tx) =>
    addJobs(tx, [{ topic: 'mail.due', urgent: false, storeId, subjectId: randomUUID(), detail: null }]),
  );
  const ids: Record<string, string> = {
    reference,
    waitlist_id: waitlistId,
    batch_id: batches[0]?.id ?? '',
    staff_id: staffId,
    invitation_id: await invite(api.deps, storeId, { email: 'eve@mail.example', role: 'support', invitedBy: 'Ada' }),
    job_id: await idOf(`SELECT id FROM graphile_worker._private_jobs WHERE payload->>'storeId' = $1 ORDER BY id DESC`),
    import_id: await idOf(
      `INSERT INTO import (store_id, id, kind, state, file_name, raises, mails, continues, made_by)
       VALUES ($1, gen_random_uuid(), 'waitlists', 'checked', 'old.csv', false, false, false, 'Ada') RETURNING id`,
    ),
    release_id: released.json.data.release.id,
    rehearsal_id: rehearsed.json.data.id,
    request_id: await idOf(
      `INSERT INTO privacy_request (store_id, id, platform, what, email, order_refs, due_at)
       VALUES ($1, gen_random_uuid(), 'shopify', 'export', 'ada@mail.example', '{}', app_now()) RETURNING id`,
    ),
    message_id: await idOf(
      `INSERT INTO webhook_message (store_id, endpoint_id, id, seq, type, subject_id, occurred_at, due_at)
       VALUES ($1, $2, gen_random_uuid(), 1, 'preorder.placed', $2, app_now(), app_now()) RETURNING id`,
      webhook,
    ),
    product: product.externalId,
    product_id: product.externalId,
    webhook_id: webhook,
    note_id: noted.json.data.notes[0].id,
    token_id: owner.tokenId,
    mail_id: await idOf('SELECT id FROM mail WHERE store_id = $1'),
    alert_id: await idOf('SELECT id FROM alert WHERE store_id = $1'),
    promise_id: await idOf('SELECT id FROM promise WHERE store_id = $1'),
    attempt_id: await idOf('SELECT id FROM attempt WHERE store_id = $1'),
    code,
    number: '1',
  };
  return { storeId, ids };
}

/** What a stranger must not change of a store. */
async function snapshot(storeId: string): Promise<unknown> {
  const tables = [
    'preorder_line',
    'preorder_contact',
    'preorder_note',
    'waitlist',
    'unit',
    'promise',
    'webhook_endpoint',
    'import',
    'privacy_request',
    'release',
    'rehearsal',
    'staff_role',
    'staff_invitation',
    'webhook_message',
  ];
  tables.push('api_token', 'alert', 'mail', 'product', 'store_message', 'movement', 'activity', 'webhook_secret');
  return Promise.all(
    tables.map((table) =>
      api.db.query(`SELECT to_jsonb(t) AS row FROM ${table} t WHERE store_id = $1 ORDER BY 1`, [storeId]),
    ),
  );
}
