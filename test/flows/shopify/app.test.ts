import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { askForChanges, readChanged } from '../../../src/core/connections/jobs.ts';
import { openConnection, readConnection } from '../../../src/core/connections/queries.ts';
import { createPlatforms } from '../../../src/integrations/commerce/choose.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import { ownTurns } from '../../../src/platform/call-turns.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { watchedBy } from '../../../src/platform/watch-call.ts';
import { tokenClient } from '../../support/admin-client.ts';
import { type Api, startApi } from '../../support/api.ts';
import { createTestStore } from '../../support/merchant.ts';
import { appQuery, sessionToken } from '../../support/shopify/oauth.ts';
import { type ShopifyStandIn, startShopify } from '../../support/shopify/server.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';

// The operator's public app: Shopify's admin opens its page, and the account is linked to a store here. All of it over HTTP.

const CLIENT = { clientId: '0123456789abcdef0123456789abcdef', secrets: ['shpss_0123456789abcdef0123456789abcdef'] };

let api: Api;
let standIn: ShopifyStandIn;
beforeAll(async () => {
  const outgoing = createOutgoingHttp({ privateTargets: true });
  const shopifyApp = { ...CLIENT, originOf: () => standIn.url };
  const platforms = createPlatforms({ outgoing, takeTurns: ownTurns(), watch: watchedBy([]), shopifyApp });
  api = await startApi({ deps: { platforms } });
});
afterAll(() => api.stop());
beforeEach(async () => {
  standIn = await startShopify({ scopes: SCOPES, bucket: { maximumAvailable: 20_000, restoreRate: 1_000 } });
});
afterEach(async () => {
  await standIn.stop();
  await api.db.query('DELETE FROM connection');
  await api.db.query('DELETE FROM app_install');
});

const open = async (token?: Promise<string>) => api.ask(`/shopify/app?${await appQuery(standIn.shop, token)}`);
const codeOn = (page: string) => /class="code">([0-9A-Z]{5}-[0-9A-Z]{5})</.exec(page)?.[1] ?? '';
const framedBy = ({ headers }: { headers: Headers }) =>
  /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1];

async function newStore() {
  const storeId = await createTestStore(api.db);
  const { post } = await tokenClient(api, storeId, ['store:secrets', 'catalog:read']);
  const link = (code: string, address = standIn.shop.domain) => post('/connection/app', { address, code });
  return { storeId, post, link };
}

/** A store that has the account. */
async function linkedStore() {
  const store = await newStore();
  expect((await store.link(codeOn((await open()).text))).status).toBe(200);
  return store;
}

/** Posts a webhook to the one address that all accounts of the app share. */
const hear = (topic: string, payload: Record<string, unknown>, changes = {}) => {
  const { body, headers } = signed({ ...standIn.shop, ...changes }, topic, payload);
  return api.ask('/webhooks/platform-app', { method: 'POST', body, headers });
};

async function askNow(storeId: string): Promise<void> {
  await api.db.query('UPDATE connection SET next_read_at = app_now() WHERE store_id = $1', [storeId]);
  await askForChanges(api.deps);
}

describe.skipIf(testData === undefined)('the app of the installation', () => {
  test('shows a code once it has a token, and the code connects it with a store', async () => {
    const page = await open();
    expect([page.status, framedBy(page)]).toEqual([
      200,
      'https://north-and-pine.myshopify.com https://admin.shopify.com',
    ]);
    const { storeId, link } = await newStore();
    const answer = await link(
      codeOn(page.text).toLowerCase().replace('-', ' '),
      'https://North-and-Pine.myshopify.com/',
    );
    expect(answer.json.data).toMatchObject({
      state: 'works',
      by_app: true,
      app: { kind: 'shopify', client_id: CLIENT.clientId },
      settings: { address: standIn.shop.domain },
      account: { name: 'North & Pine' },
    });
    const [{ kept } = { kept: '' }] = await api.db.query<{ kept: string }>(
      `SELECT encode(sealed, 'escape') AS kept FROM app_install`,
    );
    expect(kept).not.toContain('shpat_');
    expect(await readConnection(api.db, storeId)).toMatchObject({ byApp: true });
    expect((await open()).text).toContain('It is “Fjord Outdoor” here');
  });

  test('is opened only by those for whom Shopify signed', async () => {
    const { shop } = standIn;
    const now = Math.floor(Date.now() / 1_000);
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    const [, claims] = (await sessionToken(shop)).split('.');
    const evil = (dest: string) => sessionToken(shop, { dest, iss: `${dest}/admin` });
    const tokens = {
      'another secret': sessionToken(shop, {}, 'another-secret-another-secret-32'),
      'no signature': Promise.resolve(`${header}.${claims}.`),
      'another app': sessionToken(shop, { aud: 'f'.repeat(32) }),
      'two apps': sessionToken(shop, { aud: [shop.clientId] }),
      old: sessionToken(shop, { exp: now - 11 }),
      early: sessionToken(shop, { nbf: now + 30 }),
      'without an end': sessionToken(shop, { exp: undefined }),
      'an issuer of another store': sessionToken(shop, { iss: 'https://other.myshopify.com/admin' }),
      'no address of Shopify': evil('https://evil.example'),
      'one in a path': evil('https://evil.example/north-and-pine.myshopify.com'),
      'one in a longer name': evil('https://north-and-pine.myshopify.com.evil.example'),
      'one before a host': evil('https://north-and-pine.myshopify.com@evil.example'),
      'plain HTTP': evil('http://north-and-pine.myshopify.com'),
    };
    for (const [what, token] of Object.entries(tokens)) {
      const page = await open(token);
      expect([what, page.status, framedBy(page), codeOn(page.text)]).toEqual([what, 401, "'none'", '']);
      expect(page.text).not.toContain('evil.example');
    }
    expect(shop.offline).toBeNull();
    expect((await api.ask('/shopify/app?shop=evil.example&host=ZXZpbA')).status).toBe(200);
    expect((await api.ask('/shopify/app?id_token=a&id_token=b')).status).toBe(400);
  });

  test('stays with the store that has it: a code works once, for its address, and wrong ones of others do not end it', async () => {
    const [first, second] = [await newStore(), await newStore()];
    const code = codeOn((await open()).text);
    const refused = { status: 400, json: { error: { code: 'invalid_parameter', param: 'code' } } };
    expect(await first.link(code, 'other.myshopify.com')).toMatchObject(refused);
    expect(await first.link(code, 'evil.example')).toMatchObject({ json: { error: { param: 'address' } } });
    const both = await Promise.all([first.link(code), second.link(code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await second.link(code)).toMatchObject(refused);
    expect(codeOn((await open()).text)).toBe('');
    // Credentials are needed for everything but the code: an address alone opens nothing.
    const settings = { address: standIn.shop.domain, api_secret: 'x'.repeat(32) };
    expect(await second.post('/connection', { kind: 'shopify', settings })).toMatchObject({
      json: { error: { param: 'client_id' } },
    });
    const winner = both[0]?.status === 200 ? first : second;
    const loser = winner === first ? second : first;
    expect((await winner.post('/connection/disconnect')).status).toBe(200);
    const another = codeOn((await open()).text);
    for (let times = 0; times < 5; times += 1) expect(await loser.link('AAAAA-AAAAA')).toMatchObject(refused);
    expect(await loser.link(`${another.slice(0, -1)}${another.endsWith('A') ? 'B' : 'A'}`)).toMatchObject(refused);
    expect((await loser.link(another)).status).toBe(200);
  });

  test('gets another token before the hour is over, once for all who need one, also where an answer is lost', async () => {
    const { storeId } = await linkedStore();
    const { shop } = standIn;
    const check = async () => (await openConnection(api.deps, storeId))?.platform.check();
    const before = shop.offline?.access;
    await api.db.query(`UPDATE app_install SET access_until = app_now() + interval '1 minute'`);
    const answers = await Promise.all(Array.from({ length: 5 }, check));
    expect(answers.map((answer) => answer?.missingScopes)).toEqual(Array(5).fill([]));
    const after = shop.offline;
    expect(after?.access).not.toBe(before);
    expect(after?.before).not.toBeNull();
    // Shopify ended the token early, renewed it, and its answer was lost: what renews it still does.
    shop.tokens.delete(after?.access ?? '');
    standIn.fail('lost');
    expect((await check())?.name).toBe('North & Pine');
    expect(shop.tokens.has(shop.offline?.access ?? '')).toBe(true);
    // An hour there.
    shop.clock.aheadMs += 3_700_000;
    expect((await check())?.name).toBe('North & Pine');
  });

  test('is removed and installed again without another code', async () => {
    const { storeId } = await linkedStore();
    standIn.uninstall();
    expect((await hear('app/uninstalled', { id: 548380009 }, { clientSecret: 'forged-forged-forged' })).status).toBe(
      401,
    );
    expect(await readConnection(api.db, storeId)).toMatchObject({ waiting: 0 });
    expect((await hear('app/uninstalled', { id: 548380009, domain: standIn.shop.domain })).status).toBe(200);
    await readChanged(api.deps);
    expect(await readConnection(api.db, storeId)).toMatchObject({ endedAt: expect.any(Date) });
    standIn.install();
    await askNow(storeId);
    expect(await readConnection(api.db, storeId)).toMatchObject({ endedAt: expect.any(Date) });
    expect((await open()).text).toContain('This store is connected');
    await readChanged(api.deps);
    expect(await readConnection(api.db, storeId)).toMatchObject({ endedAt: null, failure: null });
  });

  test('asks for rights that it lacks, and goes on once they are granted', async () => {
    const { shop } = standIn;
    shop.granted = SCOPES.filter((scope) => scope !== 'write_order_edits');
    const page = await open();
    expect(codeOn(page.text)).toBe('');
    expect(page.text).toContain('write_order_edits');
    expect(page.text).toContain(`https://${shop.domain}/admin/oauth/install?client_id=${shop.clientId}`);
    shop.granted = SCOPES;
    expect(codeOn((await open()).text)).not.toBe('');
  });

  test('says so where Shopify does not answer', async () => {
    Object.assign(standIn.shop, { installed: false });
    const page = await open();
    expect([page.status, codeOn(page.text)]).toEqual([503, '']);
  });

  test('forgets an account that no store has, and hears of each by its own name', async () => {
    await open();
    const { domain } = standIn.shop;
    expect((await hear('shop/redact', { shop_id: 1, shop_domain: 'other.myshopify.com' })).status).toBe(401);
    expect((await hear('shop/redact', { shop_id: 1, shop_domain: domain }, { domain: 'evil.example' })).status).toBe(
      401,
    );
    expect(await api.db.query('SELECT 1 FROM app_install')).toHaveLength(1);
    expect((await hear('shop/redact', { shop_id: 1, shop_domain: domain })).status).toBe(200);
    expect(await api.db.query('SELECT 1 FROM app_install')).toHaveLength(0);
  });

  test('signs tokens for the customers of all accounts at one address', async () => {
    const { shop } = standIn;
    const ask = (domain: string) => {
      const query = { logged_in_customer_id: '7', shop: domain, timestamp: String(Math.floor(Date.now() / 1_000)) };
      const text = Object.entries(query).map(([name, value]) => `${name}=${value}`);
      const signature = createHmac('sha256', shop.clientSecret).update(text.sort().join('')).digest('hex');
      return api.ask(`/shopify/app/status-token?${new URLSearchParams({ ...query, signature })}`);
    };
    expect((await ask(shop.domain)).status).toBe(401);
    await linkedStore();
    expect((await ask(shop.domain)).text).toContain('customer.id == 7');
    expect((await ask('other.myshopify.com')).status).toBe(401);
  });

  test('asks here for people of an account that a store has', async () => {
    const { storeId } = await linkedStore();
    const customer = { id: 7, email: 'ada@example.com' };
    const payload = { shop_domain: standIn.shop.domain, customer, orders_requested: [1] };
    expect((await hear('customers/data_request', payload)).status).toBe(200);
    const asked = await api.db.query('SELECT what, platform FROM privacy_request WHERE store_id = $1', [storeId]);
    expect(asked).toEqual([{ what: 'export', platform: 'shopify' }]);
  });
});
