import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runImports } from '../../src/core/imports/jobs.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { type Core, createCore, createOffer, type Offer } from '../support/core.ts';
import { foreignFile, foreignRow } from '../support/imports.ts';

let api: Api;
let core: Core;
let offer: Offer;
let client: Awaited<ReturnType<typeof tokenClient>>;
let stranger: typeof client;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 20 });
  client = await tokenClient(api, offer.storeId);
  stranger = await tokenClient(api, (await createOffer(core, { allocation: 1 })).storeId);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

async function send(
  path: string,
  body: string | undefined,
  { secret, key = randomUUID() as string, type = 'text/csv' }: { secret: string; key?: string; type?: string },
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
): Promise<any> {
  const { status, json } = await api.ask(`/admin/api/v1/imports${path}`, {
    method: 'POST',
    ...(body !== undefined && { body }),
    headers: {
      authorization: `Bearer ${secret}`,
      'idempotency-key': key,
      ...(body !== undefined && { 'content-type': type }),
    },
  });
  return { status, ...json };
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
const get = async (path: string, by = client): Promise<any> => JSON.parse((await by.get(`/imports${path}`)).text);

test('a file is tried, brought in and undone, and every row says what became of it', async () => {
  const file = foreignFile(foreignRow('A', offer.variantExternalId), foreignRow('B', 'UNKNOWN'));
  const key = randomUUID();
  const { secret } = client;
  const started = await send('?kind=preorders&dry_run=true&file_name=old.csv', file, { secret, key });
  expect(started).toMatchObject({ status: 202, data: { state: 'checking', rows: 2, file_name: 'old.csv' } });
  const { id } = started.data;
  expect((await send('?kind=preorders&dry_run=true&file_name=old.csv', file, { secret, key })).data.id).toBe(id);
  await runImports(core);
  expect((await get(`/${id}`)).data).toMatchObject({ state: 'checked', ready: 1, refused: 1, waiting: 0 });
  const rows = await get(`/${id}/rows?limit=1`);
  expect(rows).toMatchObject({ meta: { next: '1' }, data: [{ reference: 'A', fate: 'ready', error: null }] });
  expect((await get(`/${id}/rows?after=1`)).data).toMatchObject([
    {
      reference: 'B',
      fate: 'refused',
      error: { code: 'unknown_variant', param: 'variant', data: { reason: 'unknown_variant_name' } },
    },
  ]);
  expect(await send(`/${id}/run`, undefined, { secret })).toMatchObject({ status: 202, data: { state: 'importing' } });
  await runImports(core);
  expect((await get(`/${id}/rows?fate=imported`)).data).toMatchObject([
    { reference: 'A', made: expect.stringMatching(/^PO-/) },
  ]);
  expect(await send(`/${id}/undo`, undefined, { secret })).toMatchObject({ status: 202, data: { state: 'undoing' } });
  await runImports(core);
  expect((await get(`/${id}`)).data).toMatchObject({ state: 'undone', undone: 1 });
  expect((await get('')).data).toHaveLength(1);
  const activity = JSON.parse((await client.get('/activity')).text).data.map(
    ({ action }: { action: string }) => action,
  );
  expect(activity).toEqual(expect.arrayContaining(['import.start', 'import.run', 'import.undo']));
});

test('an import is of one store', async () => {
  const file = foreignFile(foreignRow('C', offer.variantExternalId));
  const { data } = await send('?kind=preorders&dry_run=true', file, { secret: client.secret });
  expect((await stranger.get(`/imports/${data.id}`)).status).toBe(404);
  expect((await stranger.get(`/imports/${data.id}/rows`)).status).toBe(404);
  expect(await send(`/${data.id}/run`, undefined, { secret: stranger.secret })).toMatchObject({ status: 404 });
  expect((await get('', stranger)).data).toEqual([]);
});

test.each([
  ['no kind', '', 'text/csv', 400],
  ['another type', '?kind=preorders', 'text/plain', 415],
  ['broken JSON', '?kind=preorders', 'application/json', 400],
])('a request with %s is refused', async (_name, query, ...rest) => {
  const [type, status] = rest as [string, number];
  expect(await send(query, '{"data"', { secret: client.secret, type })).toMatchObject({ status });
});

test('nothing can be recorded as given back that is not owed', async () => {
  const body = JSON.stringify({ reference: 'PO-0000-0000-0' });
  expect(await send('/given-back', body, { secret: client.secret, type: 'application/json' })).toMatchObject({
    status: 404,
    error: { code: 'preorder_not_found' },
  });
});
