import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { retireSharedSecret, rotateSharedSecret } from '../../src/core/stores/commands.ts';
import { readSharedSecrets, readStore } from '../../src/core/stores/queries.ts';
import { type Api, startApi } from '../support/api.ts';
import { buyFrom } from '../support/buy.ts';
import { type Core, createCore, createOffer, type Offer, shiftClock } from '../support/core.ts';
import { createStatusClient, nowSeconds, signToken, tokenFor } from '../support/status-client.ts';

let api: Api;
let core: Core;
let offer: Offer;
let other: Offer;
let live: Offer;
let client: ReturnType<typeof createStatusClient>;
let secret = '';
const EMAIL = 'ada@mail.example';

beforeAll(async () => {
  api = await startApi();
  core = createCore(api.db);
  [offer, other] = [await createOffer(core, { allocation: 100 }), await createOffer(core, { allocation: 100 })];
  live = await createOffer(core, { live: true, allocation: 1 });
  await buyFrom(core, offer, { email: EMAIL });
  client = createStatusClient(api);
  secret = (await readSharedSecrets(api.deps, offer.storeId))[0]?.text ?? '';
});
afterAll(async () => {
  await core.stop();
  await api.stop();
});

const claims = (changes: object = {}) => ({ email: EMAIL, iat: nowSeconds(), ...changes });

describe('a token made in another way shows the pre-orders of its e-mail', () => {
  async function expectShown(token: string) {
    const { status, data, text, headers } = await client.signIn(offer.storeKey, token);
    expect(status, text).toBe(201);
    expect(data.page.preorders).toHaveLength(1);
    expect(data.sessionMsLeft).toBeGreaterThan(3_590_000);
    expect(data.sessionMsLeft).toBeLessThanOrEqual(3_600_000);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('set-cookie')).toBeNull();
  }

  test('by node:crypto alone', () => expectShown(signToken(secret, claims())));
  test('with the address in any spelling', () =>
    expectShown(signToken(secret, claims({ email: ` ${EMAIL.toUpperCase()}` }))));
  test('without a type, with additional claims', () =>
    expectShown(signToken(secret, claims({ sub: 7, exp: nowSeconds() + 9_000 }), { alg: 'HS256' })));

  test.runIf(runs('python3', '-c', 'import hmac'))('by Python', async () => {
    const script = `
import base64, hashlib, hmac, json, sys, time
b64 = lambda data: base64.urlsafe_b64encode(data).rstrip(b'=')
head = b64(json.dumps({'typ': 'JWT', 'alg': 'HS256'}).encode())
body = b64(json.dumps({'email': sys.argv[2], 'iat': time.time()}).encode())
print((head + b'.' + body + b'.' + b64(hmac.new(sys.argv[1].encode(), head + b'.' + body, hashlib.sha256).digest())).decode())`;
    await expectShown(execFileSync('python3', ['-c', script, secret, EMAIL], { encoding: 'utf8' }).trim());
  });

  test.runIf(runs('openssl', 'version'))('by a shell with openssl', async () => {
    const script = `
b64() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
input=$(printf '{"alg":"HS256"}' | b64).$(printf '{"email":"%s","iat":%s}' "$2" "$(date +%s)" | b64)
printf '%s.%s' "$input" "$(printf %s "$input" | openssl dgst -sha256 -hmac "$1" -binary | b64)"`;
    await expectShown(execFileSync('sh', ['-c', script, 'sh', secret, EMAIL], { encoding: 'utf8' }));
  });
});

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    console.warn(`SKIPPED: ${command} is not here, so no token of its making was tried.`);
    return false;
  }
}

describe('a token is refused, in live stores without a reason', () => {
  const wrong: [string, () => string][] = [
    ['none', () => ''],
    ['no token', () => 'x'],
    ['no algorithm', () => `${signToken(secret, claims(), { alg: 'none' }).split('.').slice(0, 2).join('.')}.`],
    ['another algorithm, signed well', () => signToken(secret, claims(), { alg: 'HS512' })],
    ['crit', () => signToken(secret, claims(), { alg: 'HS256', crit: ['exp'] })],
    ['another secret', () => signToken('another', claims())],
    ['an hour and a second old', () => signToken(secret, claims({ iat: nowSeconds() - 3_601 }))],
    ['from two minutes ahead', () => signToken(secret, claims({ iat: nowSeconds() + 120 }))],
    ['without its time', () => signToken(secret, { email: EMAIL })],
    ['expired by its own word', () => signToken(secret, claims({ exp: nowSeconds() - 1 }))],
    ['not valid yet by its own word', () => signToken(secret, claims({ nbf: nowSeconds() + 90 }))],
    ['a list of addresses', () => signToken(secret, claims({ email: [EMAIL] }))],
    ['an empty address', () => signToken(secret, claims({ email: '' }))],
    [
      'a claim twice',
      () => {
        const text = `{"email":"eve@mail.example","email":"${EMAIL}","iat":${nowSeconds()}}`;
        const input = `${Buffer.from('{"alg":"HS256"}').toString('base64url')}.${Buffer.from(text).toString('base64url')}`;
        return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`;
      },
    ],
    ['60 kB', () => 'A'.repeat(60_000)],
  ];
  test.each(wrong)('%s', async (_, make) => {
    const { status, error, text } = await client.signIn(live.storeKey, make());
    expect(status, text).toBe(401);
    expect(error).toEqual({ code: 'invalid_token', message: 'This token is not valid.' });
    const told = await client.signIn(offer.storeKey, make());
    expect(told.error).toEqual({ ...error, data: { why: expect.stringMatching(/^It is not a compact JWT|^“\w+” /) } });
  });

  test('1 MB is refused before it is parsed', async () => {
    const { status, error } = await client.signIn(offer.storeKey, 'A'.repeat(1_048_576));
    expect([status, error.code]).toEqual([413, 'payload_too_large']);
  });

  test('in another store', async () => {
    const { status, error } = await client.signIn(other.storeKey, signToken(secret, claims()));
    expect([status, error.code]).toEqual([401, 'invalid_token']);
  });
});

test('a token of fifty minutes is valid for ten more', async () => {
  const { data } = await client.signIn(offer.storeKey, signToken(secret, claims({ iat: nowSeconds() - 3_000 })));
  expect(data.sessionMsLeft).toBeGreaterThan(0);
  expect(data.sessionMsLeft).toBeLessThanOrEqual(600_000);
  await shiftClock(api.db, data.sessionMsLeft / 1_000 - 60);
  expect((await client.page(data.session)).status).toBe(200);
  await shiftClock(api.db, 60);
  expect((await client.page(data.session)).error.code).toBe('session_ended');
  await api.db.query('DELETE FROM clock_shift');
});

test('a customer without pre-orders sees none, in both stores', async () => {
  for (const { storeId, storeKey } of [offer, other]) {
    const { data } = await client.signIn(storeKey, await tokenFor(api.deps, storeId, { email: 'new@mail.example' }));
    expect(data.page).toEqual({ preorders: [], after: null });
  }
});

describe('a session', () => {
  test.each([
    ['none', undefined],
    ['another text', 'x'.repeat(120)],
    ['a token', 'aGVsbG8td29ybGQtaGVsbG8td29ybGQtaGVsbG8td29ybGQ'],
  ])('%s is refused', async (_, session) => {
    for (const path of ['/preorders', '/preorders/PO-7K2M-9QXT-X']) {
      const { status, error } = await client.call('GET', path, { session });
      expect([status, error]).toEqual([401, { code: 'session_ended', message: 'The session has ended.' }]);
    }
  });

  test('with one changed letter is refused', async () => {
    const { data } = await client.signIn(offer.storeKey, signToken(secret, claims()));
    const middle = Math.floor(data.session.length / 2);
    const letter = data.session[middle] === 'A' ? 'B' : 'A';
    const changed = data.session.slice(0, middle) + letter + data.session.slice(middle + 1);
    expect((await client.page(changed)).error.code).toBe('session_ended');
    expect((await client.page(data.session)).status).toBe(200);
  });

  test('that is another sealed text is refused', async () => {
    const [row] = await api.db.query<{ sealed: Buffer }>('SELECT sealed FROM store_secret LIMIT 1');
    const { error } = await client.page(row?.sealed.toString('base64url') ?? '');
    expect(error.code).toBe('session_ended');
  });
});

test('made with either secret is valid during a rotation; a retired secret ends its tokens and sessions', async () => {
  const { storeId, storeKey } = await createOffer(core, { allocation: 10 });
  const old = await tokenFor(api.deps, storeId, { email: EMAIL });
  const { data: session } = await client.signIn(storeKey, old);
  await rotateSharedSecret(api.deps, storeId);
  const fresh = await tokenFor(api.deps, storeId, { email: EMAIL });
  expect((await client.signIn(storeKey, old)).status).toBe(201);
  const { data: newSession } = await client.signIn(storeKey, fresh);
  await retireSharedSecret(api.deps, storeId);
  expect((await client.signIn(storeKey, old)).error.code).toBe('invalid_token');
  expect((await client.page(session.session)).error.code).toBe('session_ended');
  expect((await client.signIn(storeKey, fresh)).status).toBe(201);
  expect((await client.page(newSession.session)).status).toBe(200);
});

test('the document is the same for all, not cached, and framed by registered pages only', async () => {
  const ask = (key: string) => api.ask(`/frames/1/status?key=${key}&lang=en`);
  const page = await ask(offer.storeKey);
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.headers.get('set-cookie')).toBeNull();
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *');
  expect(page.headers.get('content-security-policy')).toContain("trusted-types 'none'");
  expect(page.text).not.toContain(secret);
  await api.db.query('ALTER TABLE store DISABLE TRIGGER store_mode_fixed');
  await api.db.query("UPDATE store SET mode = 'live' WHERE id = $1", [other.storeId]);
  const policy = async () => {
    api.deps.answers.invalidateStore(other.storeId);
    return (await ask(other.storeKey)).headers.get('content-security-policy');
  };
  expect(await policy()).toContain("frame-ancestors 'none'");
  await api.db.query("INSERT INTO store_origin (store_id, origin) VALUES ($1, 'https://shop.example')", [
    other.storeId,
  ]);
  expect(await policy()).toMatch(/frame-ancestors https:\/\/shop\.example(;|$)/);
  const embedded = async (referer: string) => {
    const headers = { referer, 'sec-fetch-dest': 'iframe' };
    return api.ask(`/frames/1/status?key=${other.storeKey}&lang=en`, { headers });
  };
  const ofStore = ['North & Pine', other.storeKey, 'shop.example'];
  const refused = await embedded('https://elsewhere.example/page');
  expect(refused.status).toBe(200);
  for (const text of ofStore) expect(refused.text + refused.headers.get('content-security-policy')).not.toContain(text);
  expect((await embedded('https://shop.example/account')).text).toContain(other.storeKey);
  expect((await embedded('no address')).text).toContain(other.storeKey);
  const { returnAddress } = await readStore(api.db, offer.storeId);
  expect(
    JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page.text)?.[1] ?? ''),
  ).toMatchObject({
    locale: 'en',
    store: { key: offer.storeKey, name: 'North & Pine', returnAddress, test: true },
  });
  const nobody = await ask('00000000-0000-4000-8000-000000000000');
  expect([nobody.status, nobody.text.includes('"store":null')]).toEqual([200, true]);
});
