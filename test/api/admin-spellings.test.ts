import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveBack } from '../../src/core/payments/commands/give-back.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { updateStore } from '../../src/core/stores/commands.ts';
import { type AdminClient, ALL_SCOPES, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';

// One row may be named in several ways in a path: each of them is the same row.

const ROUNDS = 5; // a race that is open shows in nearly every round

let api: Api;
let core: Core;
let offer: Offer;
let reference: string;
let client: AdminClient;
let clerk: AdminClient;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
});
beforeEach(async () => {
  offer = await createOffer(core, { allocation: 10 });
  reference = await buyFrom(core, offer, { quantity: 2 });
  client = await tokenClient(api, offer.storeId);
  const scopes = ALL_SCOPES.filter((scope) => scope !== 'refunds:large');
  clerk = await tokenClient(api, offer.storeId, scopes);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const spellingsOf = (name: string) => [
  name,
  name.toLowerCase(),
  name.replaceAll('-', ''),
  name.replaceAll('-', '%20'),
  `%50${name.slice(1)}`,
  `${name}?x=1`,
];
const refund = (amount: string) => ({ line: 1, amount, reason: 'A scratch.' });

async function givenBack(): Promise<number> {
  const { lines } = await readPreorder(api.db, offer.storeId, reference);
  return lines.reduce((sum, line) => sum + line.givenBack, 0);
}

test('refunds at once, in every spelling, stay within the limit', async () => {
  await updateStore(api.deps, offer.storeId, { refundLimit: 500 });
  for (let round = 0; round < ROUNDS; round += 1) {
    const spellings = spellingsOf(reference).map((name) => name.split('?')[0]);
    await Promise.all(spellings.map((name) => clerk.post(`/preorders/${name}/refunds`, refund('2.00'))));
    expect(await givenBack()).toBe(400);
  }
});

test('a refund waits for the command line, and counts what that has given back', async () => {
  await updateStore(api.deps, offer.storeId, { refundLimit: 500 });
  const { id: preorderId, lines } = await readPreorder(api.db, offer.storeId, reference);
  const lineId = lines[0]?.id ?? '';
  const key = { storeId: offer.storeId, preorderId, lineId };
  let asked: Promise<{ status: number }> | undefined;
  await core.db.transaction(async (tx) => {
    const joined = { ...core, db: { ...core.db, transaction: <T>(run: (sql: typeof tx) => Promise<T>) => run(tx) } };
    await giveBack(joined, { ...key, amount: 400, reason: 'By hand.' });
    asked = clerk.post(`/preorders/${reference.toLowerCase()}/refunds`, refund('2.00'));
    await expect.poll(() => waiting(api)).toBe(1);
  });
  expect((await asked)?.status).toBe(403);
  expect(await givenBack()).toBe(400);
});

async function waiting({ db }: Api): Promise<number> {
  const rows = await db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}

test('of changes with one ETag, in every spelling, one is made', async () => {
  const path = `/waitlists/${offer.waitlistId}`;
  const other = `/waitlists/${offer.waitlistId.toUpperCase()}`;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { etag = '' } = Object.fromEntries((await client.get(path)).headers);
    const change = (name: string, limit: number) =>
      client.send(`PATCH ${name}`, { limit_per_customer: limit + round * 10 }, { 'if-match': etag });
    const answers = await Promise.all([path, other, `${path}?x`, other].map((name, at) => change(name, at + 1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
  }
});

test('of changes of a batch with one ETag, in two spellings, one is made', async () => {
  const [batch] = (await client.get(`/waitlists/${offer.waitlistId}/batches`)).json.data;
  const etagOf = async (path: string) => (await client.get(path)).headers.get('etag') ?? '';
  const batchPath = `/batches/${batch.id}`;
  const ifMatch = { 'if-match': await etagOf(batchPath) };
  const variants = [{ variant: batch.variants[0].id, allocated: 20 }];
  const answers = await Promise.all(
    [batchPath, `/batches/${batch.id.toUpperCase()}`].map((path) =>
      client.send(`PATCH ${path}`, { variants }, ifMatch),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
});

test('one Idempotency-Key does it once, in every spelling', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const notes = await Promise.all(
    spellingsOf(reference).map((name) => {
      const [path, query] = name.split('?');
      return client.post(`/preorders/${path}/notes${query ? `?${query}` : ''}`, { text: 'Call her.' }, key);
    }),
  );
  expect(notes.map(({ status }) => status)).toEqual(notes.map(() => notes[0]?.status));
  expect((await client.get(`/preorders/${reference}`)).json.data.notes).toHaveLength(1);
});

test('a code in another case is one code: for the key, and in the activity log', async () => {
  const code = `T${randomUUID().slice(0, 8)}`.toUpperCase();
  await client.post('/discounts', { code, off: { percent: 10 } });
  const key = { 'idempotency-key': randomUUID() };
  const names = [code, code.toLowerCase(), `%20${code}`, `%${code.charCodeAt(0).toString(16)}${code.slice(1)}`];
  const answers = await Promise.all(names.map((name) => client.post(`/discounts/${name}/end`, {}, key)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const log = (await client.get(`/activity?subject=${code}`)).json.data;
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['discount.end', 'discount.create']);
});

test('rows of a bulk request that name one pre-order in several ways are done in their order', async () => {
  const rows = spellingsOf(reference)
    .slice(0, 3)
    .map((name, at) => ({ act: 'cancel', reference: name, lines: [at === 0 ? 1 : 2] }));
  const { data } = (await client.post('/preorders/bulk', { rows })).json;
  expect(data.map(({ result }: { result: string }) => result)).toEqual(['success', 'success', 'success']);
  expect(data.map(({ data: done }: { data: { reference: string } }) => done.reference)).toEqual(
    rows.map(() => reference),
  );
});

test('a name that is encoded twice, or that is no name, is not found', async () => {
  for (const name of [`%2550${reference.slice(1)}`, 'gid:%2F%2Fshopify%2FOrder%2F1', 'x'.repeat(100)]) {
    const answer = await client.post(`/preorders/${name}/notes`, { text: 'Call her.' });
    expect([name, answer.status, answer.json.error.code]).toEqual([name, 404, 'preorder_not_found']);
  }
});
