import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/api-tokens/commands.ts';
import { setRole } from '../../src/core/staff/commands/roles.ts';
import { tokenClient } from '../support/admin-client.ts';
import { type Api, startApi } from '../support/api.ts';
import { shiftClock } from '../support/core.ts';
import { createTestStore } from '../support/merchant.ts';
import { openedStandIns } from '../support/opened-stand-ins.ts';
import { OWNER, type Portal, type PortalBrowser, signInAsOwner, startPortal } from '../support/portal.ts';
import { type System, startSystem } from '../support/system.ts';

let portal: Portal;
let api: Api;
let storeId: string;
let owner: PortalBrowser;
beforeAll(async () => {
  portal = await startPortal();
  api = await startApi();
  storeId = await createTestStore(portal.db, { slug: 'pines' });
  owner = await signInAsOwner(portal);
});
afterAll(async () => {
  await portal.stop();
  await api.stop();
});

// Wrong, so that the answer of the command tells it apart from that of the guard, without a provider.
const KEYS = { publishable_key: 'pk', secret_key: 'sk', webhook_secret: 'whsec' };
const connect = (browser: PortalBrowser) => {
  browser.headers = { 'service-store': 'pines', 'idempotency-key': randomUUID() };
  return browser.send('POST', '/admin/api/v1/payments/connect', KEYS);
};

test('an owner connects the account with a proof that is not older than ten minutes', async () => {
  expect((await connect(owner)).error.param).toBe('secret_key');
  await shiftClock(portal.db, 601);
  const late = await connect(owner);
  expect([late.status, late.error.code]).toEqual([403, 'confirmation_required']);
  await owner.send('POST', '/api/session/confirm', { password: OWNER.password });
  expect((await connect(owner)).error.param).toBe('secret_key');
});

test('a manager does not, whatever they prove', async () => {
  const manager = await signInAsOwner(portal, { ...OWNER, email: 'grace@merchant.example' });
  const { staff } = await manager.session();
  await setRole(portal.deps, { storeId, memberId: staff.id }, 'manager');
  const refused = await connect(manager);
  expect([refused.status, refused.error.data]).toEqual([403, { scope: 'payments:connect' }]);
});

test('a token needs the scope, and no proof', async () => {
  const store = await createTestStore(api.db, { slug: 'birches' });
  const without = await tokenClient(api, store, ['payments:read', 'payments:write']);
  for (const path of ['/payments/connect', '/payments/disconnect']) {
    const { status, json } = await without.post(path, path === '/payments/connect' ? KEYS : {});
    expect([path, status, json.error.data]).toEqual([path, 403, { scope: 'payments:connect' }]);
  }
  const connecting = await tokenClient(api, store, ['payments:connect']);
  expect((await connecting.post('/payments/connect', KEYS)).json.error.param).toBe('secret_key');
});

describe('the address of a stand-in', () => {
  const WELL_FORMED = {
    publishable_key: `pk_test_${'a'.repeat(24)}`,
    secret_key: `sk_test_${'a'.repeat(24)}`,
    webhook_secret: `whsec_${'a'.repeat(32)}`,
  };
  const calls: string[] = [];
  const neighbour = createServer((request, response) => {
    calls.push(`${request.method} ${request.url}`);
    response.writeHead(401).end('{"error":{"message":"what a neighbour says"}}');
  });
  let port: number;
  beforeAll(async () => {
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve));
    ({ port } = neighbour.address() as AddressInfo);
  });
  afterAll(() => neighbour.close());

  async function refusedAt({ baseUrl, db, deps }: Pick<System, 'baseUrl' | 'db' | 'deps'>, address: string) {
    const storeId = await createTestStore(db);
    const { secret } = await createApiToken(deps, storeId, { name: 'ERP', scopes: ['payments:connect'] });
    const answer = await fetch(`${baseUrl}/admin/api/v1/payments/connect`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ ...WELL_FORMED, address }),
    });
    const { error } = await answer.json();
    expect([address, answer.status, error.code, error.param]).toEqual([address, 400, 'invalid_parameter', 'address']);
    return error.message;
  }

  test('is refused where the service has no stand-in, and nobody is called', async () => {
    openedStandIns.clear(); // those of files before
    const hosts = ['127.0.0.1', 'localhost', '[::1]', '127.1', '0.0.0.0', 'user@127.0.0.1'];
    for (const address of [...hosts.map((host) => `http://${host}:${port}`), 'https://stripe.example', '', 'x']) {
      expect(await refusedAt(api, address)).toMatch(/^This store cannot pay at another address/);
    }
    expect(calls).toEqual([]);
  });

  test('is refused unless it is that of the stand-in', async () => {
    const standIn = await startSystem({ standIn: true });
    for (const suffix of ['', '/', '/v1']) {
      const message = await refusedAt(standIn, `http://127.0.0.1:${port}${suffix}`);
      expect(message).toMatch(/^A test store may pay at the stand-in of this service, http:\/\/127\.0\.0\.1:\d+, and/);
    }
    expect(calls).toEqual([]);
    await standIn.stop();
  });
});
