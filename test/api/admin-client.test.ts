import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyOf, createAdminClient, entriesOf } from '../../packages/admin-client/src/index.ts';
import { createApiToken } from '../../src/core/api-tokens/commands.ts';
import type { Scope } from '../../src/domain/scope.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestProduct } from '../support/merchant.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api);
});
afterAll(() => api.stop());

async function clientWith(scopes: Scope[]) {
  const { secret } = await createApiToken(api.deps, store.storeId, { name: 'ERP', scopes, expiresAt: null });
  return createAdminClient({ baseUrl: api.baseUrl, token: secret });
}

describe('the client of the private API', () => {
  test('reads a thing by its path', async () => {
    const client = await clientWith(['waitlists:read']);
    const path = { waitlist_id: store.waitlistId };
    const { data } = bodyOf(await client.GET('/admin/api/v1/waitlists/{waitlist_id}', { params: { path } }));
    expect([data.id, data.state]).toEqual([store.waitlistId, 'OPEN']);
  });

  test('reads a list to its end, page after page', async () => {
    for (let index = 0; index < 4; index += 1) await createTestProduct(api.db, store.storeId);
    const client = await clientWith(['catalog:read']);
    let pages = 0;
    const products: string[] = [];
    const read = (after: string | undefined) => {
      pages += 1;
      const query = { limit: 2, ...(after !== undefined && { after }) };
      return client.GET('/admin/api/v1/products', { params: { query } });
    };
    for await (const { id } of entriesOf(read)) products.push(id);
    expect([pages, products.length, new Set(products).size]).toEqual([3, 5, 5]);
  });

  test('throws what the service says of a refusal', async () => {
    const client = await clientWith(['store:read']);
    const refused = await client.GET('/admin/api/v1/products');
    expect(() => bodyOf(refused)).toThrow(
      expect.objectContaining({
        name: 'AdminApiError',
        status: 403,
        code: 'scope_required',
        data: { scope: 'catalog:read' },
      }),
    );
    const unknown = createAdminClient({ baseUrl: api.baseUrl, token: 'wps_test_unknown' });
    await expect(
      entriesOf((after) => unknown.GET('/admin/api/v1/products', { params: { query: { after: after ?? '' } } })).next(),
    ).rejects.toMatchObject({ code: 'invalid_api_token', requestId: expect.any(String) });
  });

  test('says that an answer is not the service’s', async () => {
    const page = async () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } });
    const client = createAdminClient({ baseUrl: api.baseUrl, fetch: page });
    const answer = await client.GET('/admin/api/v1/store');
    expect(() => bodyOf(answer)).toThrow(expect.objectContaining({ code: 'unreadable_answer', retryAfter: 7 }));
  });
});
