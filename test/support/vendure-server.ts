import { inject } from 'vitest';
import { emptyDatabase } from './cluster.ts';
import { compileExample, installPlatform, startPlatform } from './platform-server.ts';
import { freePorts } from './service-process.ts';

const PASSWORD = 'a-password-for-tests';

/** A running Vendure, with one channel that has all currencies of the tests. */
export type VendureServer = {
  url: string;
  /** An API key of the super administrator. */
  key: string;
  ask<T>(query: string, variables?: Record<string, unknown>): Promise<T>;
  stop(): Promise<void>;
};

type Webhooks = { url: string; secret: string };

export async function startVendure(webhooks?: Webhooks): Promise<VendureServer> {
  const folder = await installPlatform('vendure');
  await compileExample('vendure-plugin', folder, '.');
  const database = await emptyDatabase(inject('cluster'));
  const [port] = await freePorts(1);
  const env = { VENDURE_DATABASE: database.url, VENDURE_PORT: String(port), VENDURE_ADMIN_PASSWORD: PASSWORD };
  const hook = webhooks ? { WEBHOOK_URL: webhooks.url, WEBHOOK_SECRET: webhooks.secret } : {};
  const all = { ...env, ...hook, VENDURE_DISABLE_TELEMETRY: 'true', DO_NOT_TRACK: '1' };
  const server = await startPlatform({ folder, args: ['server.mjs'], env: all, ready: 'Vendure is ready.' });
  const url = `http://127.0.0.1:${port}/admin-api`;
  const token = await signIn(url);
  const ask = <T>(query: string, variables = {}) =>
    post<T>(url, { query, variables }, { authorization: `Bearer ${token}` });
  await setUp(ask);
  return {
    url,
    key: await makeKey(ask),
    ask,
    async stop() {
      await server.stop();
      await database.drop();
    },
  };
}

type Asking = { query: string; variables: Record<string, unknown> };

async function post<T>(url: string, body: Asking, headers: Record<string, string>): Promise<T> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
  const answer = await fetch(url, init);
  const { data, errors }: { data: T; errors?: unknown[] } = await answer.json();
  if (errors)
    throw new Error(`Vendure: ${JSON.stringify(errors).slice(0, 1_000)} to ${JSON.stringify(body).slice(0, 1_000)}`);
  return data;
}

async function signIn(url: string): Promise<string> {
  const query =
    'mutation ($name: String!, $password: String!) { login(username: $name, password: $password) { __typename } }';
  const body = JSON.stringify({ query, variables: { name: 'superadmin', password: PASSWORD } });
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return answer.headers.get('vendure-auth-token') ?? '';
}

async function setUp(ask: VendureServer['ask']): Promise<void> {
  const zone = await ask<{ createZone: { id: string } }>('mutation { createZone(input: { name: "World" }) { id } }');
  const zoneId = zone.createZone.id;
  const category = 'mutation { createTaxCategory(input: { name: "Standard", isDefault: true }) { id } }';
  const { createTaxCategory } = await ask<{ createTaxCategory: { id: string } }>(category);
  const input = { name: 'None', enabled: true, value: 0, categoryId: createTaxCategory.id, zoneId };
  await ask('mutation ($input: CreateTaxRateInput!) { createTaxRate(input: $input) { id } }', { input });
  const { activeChannel } = await ask<{ activeChannel: { id: string } }>('{ activeChannel { id } }');
  const channel = {
    id: activeChannel.id,
    pricesIncludeTax: true,
    defaultTaxZoneId: zoneId,
    defaultShippingZoneId: zoneId,
    defaultCurrencyCode: 'EUR',
    availableCurrencyCodes: ['EUR', 'USD', 'JPY'],
  };
  await ask('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { __typename } }', {
    input: channel,
  });
}

async function makeKey(ask: VendureServer['ask']): Promise<string> {
  const { roles } = await ask<{ roles: { items: { id: string; code: string }[] } }>('{ roles { items { id code } } }');
  const role = roles.items.find(({ code }) => code === '__super_admin_role__');
  const translations = [{ languageCode: 'en', name: 'Waitlist' }];
  const input = { roleIds: [role?.id], translations };
  const query = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey } }';
  return (await ask<{ createApiKey: { apiKey: string } }>(query, { input })).createApiKey.apiKey;
}
