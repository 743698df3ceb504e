import { afterAll, beforeAll, expect, test } from 'vitest';
import { setPace } from '../../src/core/accounts/commands/connect.ts';
import { updateBrand } from '../../src/core/stores/commands/brand.ts';
import { updateStore } from '../../src/core/stores/commands.ts';
import { changeTexts } from '../../src/core/texts/commands.ts';
import { createEndpoint, disableEndpoint, updateEndpoint } from '../../src/core/webhooks/commands/endpoints.ts';
import { joinTransaction } from '../../src/platform/join-transaction.ts';
import { connectTestBooks } from '../support/account-books.ts';
import { type AdminClient, tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { type Core, createCore, createOffer } from '../support/core.ts';

// The command line and jobs send no If-Match. A change with one waits for theirs, and is then compared with what they left.

let api: Api;
let core: Core;
let client: AdminClient;
let storeId: string;
let endpointId: string;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  ({ storeId } = await createOffer(core, { allocation: 1 }));
  await connectTestBooks(core, storeId);
  client = await tokenClient(api, storeId);
  endpointId = await createEndpoint(api.deps, storeId, {
    url: 'https://shop.example.com/hook',
    types: [],
    description: '',
    includePersonal: false,
  });
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

type Change = (deps: Api['deps']) => Promise<unknown>;
const endpoint = () => ({ storeId, endpointId });

test.each<[string, object, Change]>([
  ['PATCH /store', { name: 'Mine' }, (deps) => updateStore(deps, storeId, { name: 'Theirs' })],
  ['PATCH /store/brand', { radius: 4 }, (deps) => updateBrand(deps, storeId, { radius: 8 })],
  [
    'PATCH /texts/en',
    { texts: { 'button.order': 'Mine' } },
    (deps) => changeTexts(deps, { storeId, language: 'en' }, { 'button.order': 'Theirs' }),
  ],
  ['PUT /payments/pace', { calls_per_second: 4 }, (deps) => setPace(deps, storeId, 8)],
  [
    'PATCH /webhooks/ID',
    { description: 'Mine' },
    (deps) => updateEndpoint(deps, endpoint(), { description: 'Theirs' }),
  ],
  ['PATCH /webhooks/ID', { enabled: true }, (deps) => disableEndpoint(deps, endpoint())],
])('%s %o waits for a command, and is refused for what that has changed', async (route, body, change) => {
  const [method, path = ''] = route.replace('ID', endpointId).split(' ');
  const { headers } = await client.get(path.replace('/pace', ''));
  let asked: ReturnType<AdminClient['send']> | undefined;
  await api.db.transaction(async (tx) => {
    await change({ ...api.deps, db: joinTransaction(api.db, tx) });
    asked = client.send(`${method} ${path}`, body, { 'if-match': headers.get('etag') ?? '' });
    await expect.poll(waiting).toBe(1);
  });
  const { status, json } = (await asked) ?? {};
  expect([status, json.error]).toEqual([412, expect.objectContaining({ code: 'precondition_failed' })]);
});

async function waiting(): Promise<number> {
  const rows = await api.db.query(
    `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows.length;
}
