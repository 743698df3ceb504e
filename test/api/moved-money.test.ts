import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { laterDay } from '../../src/domain/store-time.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { cancelAll, releaseAll, runJobs } from '../support/release.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: AdminClient;
let stranger: AdminClient;
let today: string;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  stranger = await tokenClient(api, await createTestStore(api.db));
  offer = await createOffer(core, { allocation: 60, price: 10_000, plan: { plan: 'pay_later' } });
  const orders = [];
  for (let at = 0; at < 4; at += 1) orders.push(await buyFrom(core, offer, { email: `ada${at}@mail.example` }));
  await releaseAll(core, offer, 4);
  await runJobs(core, offer.storeId);
  for (const order of orders.slice(0, 2)) await cancelAll(core, offer, order);
  await runJobs(core, offer.storeId);
  client = await tokenClient(api, offer.storeId);
  today = (await client.get('/reports/sales')).json.data.to;
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Moved = { id: string; at: string; kind: string; amount: string; preorder: string };
const listed = async (query = ''): Promise<Moved[]> => (await client.get(`/payments/moved${query}`)).json.data;
const cents = (moved: readonly { amount: string }[]) =>
  moved.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);

const errorOf = async (path: string, by = client) => {
  const { status, json } = await by.get(path);
  return [status, json.error?.code, json.error?.param];
};

test('what was taken and what went back is listed, the newest first, as the ledger has it', async () => {
  const moved = await listed();
  expect(moved.map(({ kind }) => kind)).toEqual(['refund', 'refund', 'charge', 'charge', 'charge', 'charge']);
  expect(moved.map(({ at }) => at)).toEqual(
    moved
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  );
  expect(moved[0]).toMatchObject({ state: 'done', currency: 'EUR', provider: 'test', by_hand: false, failure: null });
  expect(moved.every(({ preorder }) => /^PO-/.test(preorder))).toBe(true);
  const [books] = await api.db.query<{ sum: string }>(
    "SELECT sum(amount)::text AS sum FROM ledger_entry WHERE store_id = $1 AND account = 'provider'",
    [offer.storeId],
  );
  expect(cents(moved)).toBe(Number(books?.sum));
});

test('pages hold each entry once', async () => {
  const all = await listed();
  const seen: Moved[] = [];
  for (let after = ''; ; ) {
    const { json } = await client.get(`/payments/moved?limit=1${after}`);
    seen.push(...json.data);
    if (json.meta.next === null) break;
    after = `&after=${json.meta.next}`;
  }
  expect(seen).toEqual(all);
});

test('one kind, or a period, is shown alone', async () => {
  expect((await listed('?kind=refund')).map(({ amount }) => Number(amount) < 0)).toEqual([true, true]);
  expect(await listed('?kind=charge')).toHaveLength(4);
  expect(await listed('?kind=chargeback')).toEqual([]);
  expect(await listed('?state=failed')).toEqual([]);
  expect(await listed(`?from=${today}&to=${today}`)).toHaveLength(6);
  expect(await listed(`?from=${laterDay(today, -9)}&to=${laterDay(today, -1)}`)).toEqual([]);
});

test('the file has the same rows', async () => {
  const { status, text } = await client.get('/payments/moved.csv?bom=false');
  expect(status).toBe(200);
  const rows: Record<string, string>[] = parse(text, { columns: true });
  expect(rows.map(({ id }) => id)).toEqual((await listed()).map(({ id }) => id));
  expect(Object.keys(rows[0] ?? {})).toEqual(
    'id at kind state amount currency preorder provider provider_ref by_hand failure'.split(' '),
  );
  // Without a mark before it, so that a spreadsheet adds it up.
  expect(rows[0]?.amount).toBe((await listed())[0]?.amount);
});

test('wrong input is refused by its name', async () => {
  expect(await errorOf('/payments/moved?from=yesterday')).toEqual([400, 'invalid_parameter', 'from']);
  expect(await errorOf(`/payments/moved?from=${today}&to=${laterDay(today, -3)}`)).toEqual([
    400,
    'invalid_parameter',
    'to',
  ]);
  expect(await errorOf('/payments/moved?kind=undo')).toEqual([400, 'invalid_parameter', 'kind']);
  expect(await errorOf('/payments/moved?after=nothing')).toEqual([400, 'invalid_parameter', 'after']);
  expect(await errorOf('/payments/moved.csv?to=31.12.2026')).toEqual([400, 'invalid_parameter', 'to']);
});

test('another store sees none of it, also by a cursor', async () => {
  expect((await stranger.get('/payments/moved')).json.data).toEqual([]);
  const [first] = await listed();
  expect(await errorOf(`/payments/moved?after=${first?.id}`, stranger)).toEqual([400, 'invalid_parameter', 'after']);
});

test('a token without the right is refused', async () => {
  const reader = await tokenClient(api, offer.storeId, ['waitlists:read']);
  expect((await reader.get('/payments/moved')).json.error?.code).toBe('scope_required');
  expect((await reader.get('/payments/moved.csv')).json.error?.code).toBe('scope_required');
});
