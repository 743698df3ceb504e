import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSharedSecrets } from '../../src/core/stores/queries.ts';
import { renderLiquid } from '../support/shopify-liquid.ts';
import { createStatusClient, nowSeconds, signToken } from '../support/status-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';

const SECRET = 'hush-hush-hush-hush-hush-hush-32';
const SHOP = 'north-and-pine.myshopify.com';
const CUSTOMER = { id: 7_000_000_001, email: 'Ada+"müller"@mail.example' };

let system: System;
let store: StoreWithWaitlist;

beforeAll(async () => {
  system = await startSystem();
  store = await createStoreWithWaitlist(system);
  const sealed = system.deps.secrets.seal(
    JSON.stringify({ access_token: 'shpat_0123456789', api_secret: `older-secret ${SECRET}` }),
  );
  await system.db.query(
    `INSERT INTO connection (store_id, kind, settings, sealed, account_id, account_name) VALUES ($1, 'shopify', $2, $3, '1', 'North')`,
    [store.storeId, { address: `https://${SHOP}/` }, sealed],
  );
});
afterAll(() => system.stop());

type Params = Record<string, string | string[]>;

/** Returns a query as Shopify sends it on: all parameters are signed, sorted and put together. */
function signed(changes: Params = {}, secret = SECRET): URLSearchParams {
  const all: Params = {
    shop: SHOP,
    logged_in_customer_id: String(CUSTOMER.id),
    path_prefix: '/apps/preorders',
    timestamp: String(nowSeconds()),
    ...changes,
  };
  const text = Object.entries(all)
    .map(([name, value]) => `${name}=${[value].flat().join(',')}`)
    .sort()
    .join('');
  const query = new URLSearchParams(
    Object.entries(all).flatMap(([name, value]) => [value].flat().map((one) => [name, one])),
  );
  query.set('signature', createHmac('sha256', secret).update(text).digest('hex'));
  return query;
}

async function ask(query: URLSearchParams, key = store.storeKey) {
  const answer = await fetch(`${system.baseUrl}/shopify/${key}/status-token?${query}`);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    text: await answer.text(),
    headers: answer.headers,
  };
}

/** Renders an answer as Shopify does, for the customer who is signed in there. */
const render = async (liquid: string, customer: unknown) => (await renderLiquid(liquid, { customer })).trim();

const begin = (token: string) => createStatusClient(system).signIn(store.storeKey, token);

describe('Liquid for the app proxy', () => {
  test("becomes a token that shows the customer's pre-orders", async () => {
    const { status, type, text, headers } = await ask(signed());
    expect([status, type, headers.get('cache-control')]).toEqual([
      200,
      expect.stringContaining('application/liquid'),
      'no-store',
    ]);
    const token = await render(text, CUSTOMER);
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      email: CUSTOMER.email,
    });
    expect((await begin(token)).status).toBe(201);
    expect((await begin(`${token.slice(0, -43)}${'A'.repeat(43)}`)).status).toBe(401);
  });

  test('holds no secret of the store, and its key ends with its hour', async () => {
    const { text } = await ask(signed());
    const [shared] = await readSharedSecrets(system.deps, store.storeId);
    expect(text).not.toContain(shared?.text);
    const key = /hmac_sha256: '([\w-]+)'/.exec(text)?.[1] ?? '';
    const head = { alg: 'HS256', typ: 'JWT', kid: 'moment' };
    const iat = Number(/"iat":(\d+)/.exec(text)?.[1]);
    expect((await begin(signToken(key, { email: 'eve@mail.example', iat: iat + 1 }, head))).status).toBe(401);
    expect((await begin(signToken(key, { email: 'eve@mail.example', iat }))).status).toBe(401);
    expect((await begin(signToken(shared?.text ?? '', { email: 'eve@mail.example', iat }, head))).status).toBe(401);
  });

  test('is the same for a copied request, and shows nothing to another customer', async () => {
    const query = signed();
    const [first, second] = [await ask(query), await ask(query)];
    expect(second.text).toBe(first.text);
    expect(await render(first.text, { ...CUSTOMER, id: 8 })).toBe('');
    expect(await render(first.text, { id: CUSTOMER.id, email: null })).toBe('');
    expect(await render(first.text, null)).toBe('');
  });

  test('is empty while nobody is signed in, and knows what a shopper added to the address', async () => {
    expect(await ask(signed({ logged_in_customer_id: '' }))).toMatchObject({ status: 200, text: '' });
    expect((await ask(signed({ extra: ['1', '2'], note: 'ä&=' }))).status).toBe(200);
    expect((await ask(signed({}, 'older-secret'))).status).toBe(200);
  });
});

describe('a request is refused', () => {
  test.each<[string, () => URLSearchParams]>([
    ['without a signature', () => new URLSearchParams({ shop: SHOP })],
    ['signed by somebody else', () => signed({}, 'another secret')],
    ['that is too old', () => signed({ timestamp: String(nowSeconds() - 90) })],
    ['from the future', () => signed({ timestamp: String(nowSeconds() + 90) })],
    ['of another store of the app', () => signed({ shop: 'other.myshopify.com' })],
    ['with two customers', () => signed({ logged_in_customer_id: ['1', '2'] })],
    ['with Liquid for a customer', () => signed({ logged_in_customer_id: '1 or true' })],
    ['whose customer was changed', () => changed('logged_in_customer_id', '8')],
    ['whose time was changed', () => changed('timestamp', String(nowSeconds() + 1))],
  ])('%s', async (_, make) => {
    const { status, text } = await ask(make());
    expect(status).toBe(401);
    expect(JSON.parse(text).error.code).toBe('invalid_signature');
  });

  test('for a store that is not connected, unknown, or no key', async () => {
    const other = await createStoreWithWaitlist(system);
    for (const key of [other.storeKey, '00000000-0000-4000-8000-000000000000', 'none']) {
      expect((await ask(signed(), key)).status).toBe(401);
    }
  });

  function changed(name: string, value: string): URLSearchParams {
    const query = signed();
    query.set(name, value);
    return query;
  }
});
