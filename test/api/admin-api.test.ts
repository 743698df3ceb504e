import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createApiToken, revokeApiToken } from '../../src/core/api-tokens/commands.ts';
import { readApiToken } from '../../src/core/api-tokens/queries.ts';
import { newTokenText } from '../../src/core/api-tokens/token-text.ts';
import { advanceLines } from '../../src/core/preorders/commands/advance.ts';
import { sendLines } from '../../src/core/preorders/commands/send.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { SCOPES, type Scope } from '../../src/domain/scope.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { createTestProduct, createTestWaitlist } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
let other: StoreWithWaitlist;
let core: Core;
let offer: Offer;
beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  offer = await createOffer(core, { allocation: 50 });
});
beforeEach(async () => {
  store = await createStoreWithWaitlist(api);
  other = await createStoreWithWaitlist(api);
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const ROOT = '/admin/api/v1';
const ALL = Object.keys(SCOPES) as Scope[];

const makeToken = (storeId: string, scopes: readonly Scope[] = ALL, expiresAt: Date | null = null) =>
  createApiToken(api.deps, storeId, { name: 'ERP', scopes, expiresAt });

const ask = (path: string, secret: string) =>
  api.ask(`${ROOT}${path}`, { headers: { authorization: `Bearer ${secret}` } });

type List = { meta: { next: string | null }; data: { id: string }[] };

// What a route needs beside its path.
const QUERIES: Record<string, string> = {
  '/waitlists/:waitlist_id/preview': '?act=close',
  '/catalog/ids': '?id=1',
};

/** The reading routes of the private API for what the store has, with the ids filled in. */
function pathsOf({ product, waitlistId }: StoreWithWaitlist): string[] {
  const ids: Record<string, string> = { ':product_id': product.externalId, ':waitlist_id': waitlistId };
  return api.routes
    .filter((route) => route.startsWith(`GET ${ROOT}`))
    .map((route) => route.slice(`GET ${ROOT}`.length))
    .map((path) => path.replace(/:\w+/, (name) => ids[name] ?? name) + (QUERIES[path] ?? ''))
    .filter((path) => !path.includes(':') && path !== '/payments/comparison'); // it needs a payment account
}

describe('a token', () => {
  test('reads its own store with every route', async () => {
    const { secret } = await makeToken(store.storeId);
    const paths = pathsOf(store);
    expect(paths.length).toBeGreaterThanOrEqual(5);
    for (const path of paths) {
      const { status, headers } = await ask(path, secret);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'no-store']);
      expect(headers.get('access-control-allow-origin'), 'no page may read it').toBeNull();
    }
  });

  test('of another store sees nothing of this one', async () => {
    const { secret } = await makeToken(other.storeId);
    for (const path of [`/products/${store.product.externalId}`, `/waitlists/${store.waitlistId}`]) {
      expect((await ask(path, secret)).status, path).toBe(404);
    }
    const listed = (await ask('/waitlists', secret)).json as unknown as List;
    expect(listed.data.map(({ id }) => id)).toEqual([other.waitlistId]);
    const foreign = await ask(`/waitlists?after=${store.waitlistId}`, secret);
    expect([foreign.status, foreign.json.error.code]).toEqual([400, 'invalid_parameter']);
  });

  test('that is missing, unknown, expired or revoked is refused in the same way', async () => {
    const revoked = await makeToken(store.storeId);
    await revokeApiToken(api.deps, store.storeId, revoked.id);
    await revokeApiToken(api.deps, store.storeId, revoked.id); // twice is once
    const expired = await makeToken(store.storeId, ALL, new Date(Date.now() + 3_600_000));
    await shiftClock(api.db, 3_700_000);
    const shown = [revoked.secret, expired.secret, newTokenText('test'), 'wps_test_x', 'x'.repeat(5_000)];
    // All routes have the same hook, and so many wrong tokens would be limited.
    for (const path of pathsOf(store).slice(0, 5)) {
      const none = await api.ask(`${ROOT}${path}`);
      expect([none.status, none.json.error.code]).toEqual([401, 'missing_api_token']);
      for (const secret of shown) {
        const { status, json } = await ask(path, secret);
        expect([status, json.error]).toEqual([401, { code: 'invalid_api_token', message: 'This token is not valid.' }]);
      }
    }
    await shiftClock(api.db, 0);
  });

  test('needs exactly one scope for each route, whatever its method', async () => {
    const routes = api.routes.filter((route) => route.includes(` ${ROOT}/`));
    expect(routes.length).toBeGreaterThan(10);
    const OTHER = 'measures:read';
    const tokens = new Map<string, string>();
    for (const scope of ALL) tokens.set(scope, (await makeToken(store.storeId, [scope])).secret);
    const askWith = (route: string, scope: string) => {
      const [method = '', path = ''] = route.split(' ');
      return api.ask(path, { method, headers: { authorization: `Bearer ${tokens.get(scope)}` } });
    };
    for (const route of routes) {
      const { status, json } = await askWith(route, OTHER);
      const { scope } = status === 403 ? (json.error as unknown as { data: { scope: string } }).data : { scope: OTHER };
      if (scope !== OTHER) expect((await askWith(route, scope)).status, `${route} with ${scope} alone`).not.toBe(403);
      if (route.startsWith('GET ')) expect(scope, route).not.toMatch(/:write$/);
      else expect(scope, `${route} with a scope that only reads`).not.toMatch(/:read$/);
    }
  }, 120_000);

  test('shows when it was last used, to within a minute', async () => {
    const { id, secret } = await makeToken(store.storeId);
    expect((await readApiToken(api.db, store.storeId, id)).lastUsedAt).toBeNull();
    await ask('/store', secret);
    const first = (await readApiToken(api.db, store.storeId, id)).lastUsedAt;
    await ask('/store', secret);
    expect((await readApiToken(api.db, store.storeId, id)).lastUsedAt).toEqual(first);
    await shiftClock(api.db, 61_000);
    await ask('/store', secret);
    expect((await readApiToken(api.db, store.storeId, id)).lastUsedAt?.getTime()).toBeGreaterThan(
      (first?.getTime() ?? 0) + 60_000,
    );
    await shiftClock(api.db, 0);
  });

  test('is nowhere in the database', async () => {
    const { secret } = await makeToken(store.storeId);
    const rows = await api.db.query<{ row: string }>('SELECT api_token::text AS row FROM api_token');
    expect(rows.length).toBeGreaterThan(0);
    for (const { row } of rows) expect(row).not.toContain(secret.slice(9, 41));
  });
});

describe('a list', () => {
  test('comes in pages that have every entry once, also while one is added', async () => {
    const made = new Set([store.product.handle]);
    for (let number = 0; number < 6; number += 1) {
      made.add((await createTestProduct(api.db, store.storeId, { handle: `page-${number}` })).handle);
    }
    const { secret } = await makeToken(store.storeId);
    const seen: string[] = [];
    let after = '';
    do {
      const answer = await ask(`/products?limit=3${after}`, secret);
      const { meta, data } = answer.json as unknown as { meta: List['meta']; data: { product_code: string }[] };
      seen.push(...data.map(({ product_code }) => product_code));
      if (after === '') await createTestProduct(api.db, store.storeId, { handle: 'a-new-one' }); // before the cursor
      after = meta.next === null ? '' : `&after=${encodeURIComponent(meta.next)}`;
    } while (after !== '');
    expect(seen).toEqual([...made].sort());
  });

  test('of waitlists can be narrowed to a state', async () => {
    const draft = await createTestWaitlist(api.db, { storeId: store.storeId, product: store.product });
    const { secret } = await makeToken(store.storeId);
    const ids = async (query: string) => {
      const { json } = await ask(`/waitlists${query}`, secret);
      return (json as unknown as List).data.map(({ id }) => id);
    };
    expect(await ids('')).toEqual([draft, store.waitlistId]);
    expect(await ids('?state=DRAFT')).toEqual([draft]);
    expect(await ids('?state=OPEN')).toEqual([store.waitlistId]);
  });

  test.each(['limit=0', 'limit=251', 'limit=x', 'after=', 'state=open', 'after=a&after=b'])(
    'refuses %s',
    async (query) => {
      const { secret } = await makeToken(store.storeId);
      const { status, json } = await ask(`/waitlists?${query}`, secret);
      expect(status).toBe(400);
      expect(['invalid_parameter', 'missing_parameter']).toContain(json.error.code);
    },
  );
});

describe('pre-orders', () => {
  const sold = { email: 'ada@mail.example', lineItemProperties: { engraving: 'To Ada' } };
  const read = async (path: string, scopes: readonly Scope[], storeId = offer.storeId) => {
    const { secret } = await makeToken(storeId, scopes);
    return ask(path, secret);
  };

  test('come with person, amounts and parcels', async () => {
    const reference = await buyFrom(core, offer, { ...sold, quantity: 2 });
    const { id: preorderId } = await readPreorder(api.db, offer.storeId, reference);
    const lines = { storeId: offer.storeId, preorderId, lineIds: null };
    await advanceLines(core, { ...lines, to: 'released' });
    const tracking = { carrier: 'dhl', number: '00340434161094015902' };
    await sendLines(core, { ...lines, tracking, key: null });
    const { status, json } = await read(`/preorders/${reference}`, ['preorders:read', 'preorders:personal']);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({
      reference,
      state: 'fulfilled',
      contact: { email: sold.email, address: { country: 'DE' } },
      currency: 'EUR',
      lines: [
        { number: 1, state: 'fulfilled', properties: sold.lineItemProperties },
        { number: 2, state: 'fulfilled', properties: sold.lineItemProperties },
      ],
      fulfilments: [{ number: 1, lines: [1, 2], carrier: 'DHL', tracking_number: tracking.number }],
    });
    const { total, paid, refunded } = json.data as unknown as Record<string, string>;
    expect([paid, refunded]).toEqual([total, '0.00']);

    const shown = await read(`/preorders/${reference}`, ['preorders:read']);
    expect(shown.json.data).toMatchObject({
      contact: null,
      lines: [{ properties: null }, { properties: null }],
      fulfilments: [{ carrier: 'DHL', tracking_number: '', tracking_link: '' }],
    });
    for (const secret of [sold.email, 'To Ada', tracking.number]) expect(shown.text).not.toContain(secret);
  });

  test('are listed in pages, of all waitlists or of one, and only those of the store', async () => {
    const other = await createOffer(core, { allocation: 5 });
    const references = [];
    for (let count = 0; count < 3; count += 1) references.unshift(await buyFrom(core, other, sold));
    const list = async (query: string, storeId = other.storeId) => {
      const { json } = await read(`/preorders?${query}`, ['preorders:read'], storeId);
      const { meta, data } = json as unknown as { meta: List['meta']; data: { reference: string }[] };
      return { next: meta.next, references: data.map(({ reference }) => reference) };
    };
    expect(await list('limit=2')).toEqual({ next: references[1], references: references.slice(0, 2) });
    expect(await list(`limit=2&after=${references[1]}`)).toEqual({ next: null, references: references.slice(2) });
    expect((await list(`waitlist_id=${other.waitlistId}`)).references).toEqual(references);
    expect((await list('', offer.storeId)).references).not.toContain(references[0]);
    const foreign = [`/preorders/${references[0]}`, `/preorders?waitlist_id=${other.waitlistId}`];
    for (const path of foreign) expect((await read(path, ALL, offer.storeId)).status, path).toBe(404);
    expect((await read('/preorders?after=PO-0000-0000-0', ALL)).status).toBe(400);
    expect((await read(`/preorders/${references[0]}`, ['store:read', 'preorders:personal'])).status).toBe(403);
  });
});

test('a store has at most 50 valid tokens', async () => {
  const made = [];
  for (let number = 0; number < 50; number += 1) made.push(await makeToken(store.storeId));
  await expect(makeToken(store.storeId)).rejects.toMatchObject({ code: 'too_many_api_tokens' });
  await revokeApiToken(api.deps, store.storeId, made[0]?.id ?? '');
  await makeToken(store.storeId);
  await expect(makeToken(other.storeId, ALL, new Date(0))).rejects.toMatchObject({ code: 'invalid_dates' });
  await expect(revokeApiToken(api.deps, other.storeId, made[1]?.id ?? '')).rejects.toMatchObject({
    code: 'api_token_not_found',
  });
});
