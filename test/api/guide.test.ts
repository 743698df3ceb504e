import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiToken } from '../../src/core/api-tokens/commands.ts';
import { SCOPES, type Scope } from '../../src/domain/scope.ts';
import { HTTP_LIMITS } from '../../src/platform/http.ts';
import { GUESS_LIMITS, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { createCore, createOffer } from '../support/core.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist } from '../support/system.ts';

const text = await readFile(new URL('../../docs/guides/http-api.md', import.meta.url), 'utf8');
const errors = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');

const privateApi = await readFile(new URL('../../docs/guides/private-api.md', import.meta.url), 'utf8');

let api: Api;
let store: StoreWithWaitlist;
beforeAll(async () => {
  api = await startApi();
  store = await createStoreWithWaitlist(api, { store: { publicKey: 'd3a0c0de-0000-4000-8000-000000000001' } });
  await api.db.query("UPDATE product SET external_id = '1001', handle = 'aurora-jacket' WHERE id = $1", [
    store.product.id,
  ]);
  await api.db.query("UPDATE variant SET external_id = '100101' WHERE id = $1", [store.product.variants[0]?.id]);
});
afterAll(() => api.stop());

test('every example of the guide answers with the shown fields', async () => {
  const asked =
    /^curl 'http:\/\/127\.0\.0\.1:4000(\S+)'\n```\n(?:\n```(?:js|tsx)\n(?:(?!```)[^\n]*\n)*```\n)*\n```json\n(.*?)^```/gms;
  const examples = [...text.matchAll(asked)];
  expect(examples).toHaveLength(5);
  for (const [, path = '', shown = ''] of examples) {
    const { json } = await api.ask(path);
    expect(shapeOf(json), path).toEqual(shapeOf(JSON.parse(shown)));
  }
});

/** Runs the JavaScript of a guide against this service, and returns what it said. */
async function runSamples(guide: string, env: Record<string, string> = {}): Promise<unknown[][]> {
  const said: unknown[][] = [];
  const log = { log: (...words: unknown[]) => said.push(words) };
  for (const [, sample = ''] of guide.matchAll(/^```js\n(.*?)^```/gms)) {
    const code = sample.replaceAll('http://127.0.0.1:4000', api.baseUrl);
    await new Function('console', 'process', `return (async () => {${code}})()`)(log, { env });
  }
  return said;
}

test('every sample of the private API asks what it says', async () => {
  const scopes = Object.keys(SCOPES) as Scope[];
  const core = createCore(api.db);
  const offer = await createOffer(core, { allocation: 5 });
  await api.db.query("UPDATE product SET external_id = '1001' WHERE store_id = $1", [offer.storeId]);
  const reference = await buyFrom(core, offer, { email: 'ada@mail.example', quantity: 2 });
  await core.stop();
  const { secret } = await createApiToken(api.deps, offer.storeId, { name: 'ERP', scopes, expiresAt: null });
  const variables = { TOKEN: secret, WAITLIST: offer.waitlistId, REFERENCE: reference };
  expect(await runSamples(privateApi, variables)).toEqual([
    [[`${offer.waitlistId} OPEN`]],
    [[expect.stringMatching(`^${reference} placed [0-9]+\\.[0-9]{2}$`)]],
    ['ada@mail.example', 2, 0],
    [[2], 'cancelled'],
    [1, 'products'],
    [expect.any(String), expect.any(Number)],
    ['OPEN'],
    ['EUR'],
    ['SUMMER10', 'on'],
    ['DRAFT', 2],
    [1, 'EUR', 0],
    [1, 40],
    [['DE', 'NO']],
    [true, ['preorder.placed']],
    [[]],
  ]);
  const asked = [
    ...privateApi.matchAll(/^curl -H "Authorization: Bearer \$TOKEN" ['"]?http:\/\/127\.0\.0\.1:4000([^\s'"]+)/gm),
  ];
  expect(asked).toHaveLength(8);
  for (const [, path = ''] of asked) {
    const headers = { authorization: `Bearer ${secret}` };
    const filled = path.replace('$WAITLIST', offer.waitlistId).replace('$REFERENCE', reference);
    expect([path, (await api.ask(filled, { headers })).status]).toEqual([path, 200]);
  }
});

test('the guide has every scope in its order, with its words', () => {
  const rows = [...privateApi.matchAll(/^\| `([a-z]+:[a-z]+)` \| (.+) \|$/gm)].map(([, scope, may]) => [scope, may]);
  expect(rows).toEqual(Object.entries(SCOPES));
});

test('every JavaScript sample of the guide runs and says something', async () => {
  expect(await runSamples(text)).toEqual([
    ['aurora-jacket', expect.stringMatching(/2030/)],
    [expect.any(Number), 'left'],
    [expect.stringMatching(/2030/)],
    [expect.any(String), 'ON_PREORDER'],
    [404, 'product_not_found', 'product_id'],
  ]);
});

const LIMITS = { ...REQUEST_LIMITS, ...GUESS_LIMITS };

const LIMIT_ROWS: Record<keyof typeof LIMITS, string> = {
  reads: 'reads and placement',
  adminRequests: 'requests of the [private API]',
  unknownKeys: 'requests with a key',
  writes: 'what the checkout',
  relayed: 'events that a checkout',
  lookUps: 'looking up a pre-order as a guest | store and client address',
  lookUpReferences: 'the same | store and reference',
  lookUpNetworks: 'the same by network | store and /56',
  signIns: 'tries to sign in to [the portal]',
  signInNetworks: 'the same by network | /56',
  signInAccounts: 'tries to sign in | e-mail address',
  passwordLinks: 'links to set a new password | e-mail address',
  confirmations: 'tries of a member to prove who they are',
  wrongCodes: 'wrong discount codes | store and client address',
  wrongCodesOfStore: 'wrong discount codes of all shoppers | store',
};

/** Reads `200 a second`, `one in 30 seconds` and `2 in 3 seconds`. */
function perSecondOf(steady = ''): number {
  const [, count = '', seconds = '1'] = /^(one|[\d,]+) (?:a|in (\d+)) seconds?$/.exec(steady) ?? [];
  return (count === 'one' ? 1 : Number(count.replaceAll(',', ''))) / Number(seconds);
}

test('the limits equal those of the guide', () => {
  const [, section = ''] = text.split('\n## Limits\n');
  const table = section.split('\n').filter((line) => /^\| (?!what \|)/.test(line));
  expect(table).toHaveLength(Object.keys(LIMITS).length);
  for (const [name, row] of Object.entries(LIMIT_ROWS)) {
    const { perSecond, burst } = LIMITS[name as keyof typeof LIMITS];
    const [, , steady, atOnce = ''] = table.find((line) => line.startsWith(`| ${row}`))?.split(' | ') ?? [];
    expect([perSecondOf(steady), Number(atOnce.replace(/\D/g, ''))], name).toEqual([perSecond, burst]);
  }
  const { urlCharactersMax, pathParameterCharactersMax, bodyBytesMax, requestTimeoutMs } = HTTP_LIMITS;
  expect(text).toContain(`at most ${urlCharactersMax.toLocaleString('en')} characters`);
  expect(text).toContain(`at most ${bodyBytesMax / 1024} kB and arrives within ${requestTimeoutMs / 1000} seconds`);
  expect(errors).toContain(`more than ${urlCharactersMax.toLocaleString('en')} characters`);
  expect(errors).toContain(`more than ${pathParameterCharactersMax}.`);
  expect(errors).toContain(`within ${requestTimeoutMs / 1000} seconds`);
});

/** Replaces every value by its type and cuts lists to their first element. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shapeOf(child)]));
}
