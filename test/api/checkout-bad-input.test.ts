import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CheckoutView } from '../../src/protocol/schema/frame-api.ts';
import { expectSoundBooks } from '../support/books.ts';
import {
  type Answer,
  createCheckoutClient,
  createSmallStore,
  expectRefusal,
  shippingStep,
  tokenOf,
} from '../support/checkout-client.ts';
import { type StoreWithWaitlist, type System, startSystem } from '../support/system.ts';
import { testData, testDataFile } from '../support/test-data.ts';

let system: System;
let store: StoreWithWaitlist;
let client: ReturnType<typeof createCheckoutClient>;
let mine: CheckoutView;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  store = await createSmallStore(system, 50);
  mine = await client.hold(shippingStep(store));
});
afterAll(async () => {
  // The refusals changed nothing: the one checkout of all these tests is unchanged.
  expect((await client.read(mine)).data).toEqual({ ...mine, holdMsLeft: expect.any(Number) });
  expect(await system.db.query('SELECT count(*)::int AS count FROM checkout')).toEqual([{ count: 1 }]);
  expect(await system.db.query('SELECT 1 FROM attempt')).toEqual([]);
  await expectSoundBooks(system.db);
  await system.stop();
});

const LONE_SURROGATE = '\ud800';
const LONG = 'x'.repeat(10_000);
const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as unknown;
/** Values that every text field refuses. */
const NEVER_TEXT: unknown[] = [null, 7, true, [], {}, ['x'], LONG, 'a\0b', `a${LONE_SURROGATE}`, deep(90)];

const casesOf = (fields: Record<string, unknown[]>) =>
  Object.entries(fields).flatMap(([name, values]) =>
    values.map((value) => [name, JSON.stringify(value).slice(0, 60), value] as const),
  );

const without = (body: object, name: string) =>
  Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));

function expectBad(answer: Answer<unknown>, param?: string): void {
  expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
  expect(answer.status, answer.text).toBeLessThan(500);
  expectRefusal(answer, answer.status, param === undefined ? {} : { param });
}

describe('a checkout’s body', () => {
  const FIELDS: Record<string, unknown[]> = {
    key: [...NEVER_TEXT, '', 'no-uuid', "' OR 1=1 --"],
    variantId: [...NEVER_TEXT, '', 'unknown', '%', "'"],
    quantity: [null, '1', 0, -1, 51, 1.5, 1e300, [], {}, true],
    email: [...NEVER_TEXT, '', 'a@b', 'a@b@c.example', 'Ada <a@b.example>', 'a@b.example\r\nBcc: x@y.example'],
    address: [null, 7, '', [], LONG, deep(90)],
    locale: [...NEVER_TEXT, ''],
    lineItemProperties: [
      7,
      true,
      'x',
      { a: 1 },
      { a: null },
      { a: {} },
      { '': 'x' },
      { __x: 'y' },
      { a: LONG },
      { a: 'b\0' },
      { 'a\0': 'b' },
      { [LONE_SURROGATE]: 'x' },
      [{ name: 'a' }],
      [{ name: 'a', value: 1 }],
      ['a'],
      deep(90),
      [{ name: 'a', value: 'b', more: 'c' }],
      Array.from({ length: 51 }, () => ({ name: 'a', value: 'b' })),
    ],
  };

  test.each(casesOf(FIELDS))('%s: %s', async (name, _, value) => {
    const body = { ...shippingStep(store), [name]: value };
    const answers = [await client.reserve(body), await client.change(mine, body)];
    for (const answer of answers) {
      expectBad(answer);
      expect(answer.error.param, answer.text).toMatch(new RegExp(`^${name}(\\.|$)`));
    }
  });

  test.each(Object.keys(FIELDS))('without %s', async (name) => {
    expectRefusal(await client.reserve(without(shippingStep(store), name)), 400, {
      code: 'missing_parameter',
      param: name,
    });
  });

  const names = 'firstName lastName line1 line2 city region postalCode country'.split(' ');
  // Unseen characters of a phone number are left out.
  const ofPhones = NEVER_TEXT.filter((value) => typeof value !== 'string' || value === LONG);
  const ofTexts = names.flatMap((name) => casesOf({ [name]: NEVER_TEXT }));

  test.each([...ofTexts, ...casesOf({ phoneNumber: ofPhones })])('address.%s: %s', async (name, _, value) => {
    const body = shippingStep(store);
    expectBad(await client.reserve({ ...body, address: { ...body.address, [name]: value } }), `address.${name}`);
  });

  test.each([
    ['lastName', ' ', 'required'],
    ['line1', '\t', 'required'],
    ['city', '', 'required'],
    ['postalCode', '', 'required'],
    ['postalCode', '1011', 'postal_code'],
    ['postalCode', 'ABCDE', 'postal_code'],
    ['line1', 'a\u0007b', 'characters'],
    ['country', 'ZZ', 'required'],
  ])('address.%s: %j is %s', async (...[name, value, problem]) => {
    const body = shippingStep(store);
    expectRefusal(await client.reserve({ ...body, address: { ...body.address, [name]: value } }), 400, {
      code: 'invalid_parameter',
      param: `address.${name}`,
      data: { problem },
    });
  });

  test('with unknown keys', async () => {
    const body = shippingStep(store);
    expectBad(await client.reserve({ ...body, price: 1 }), 'price');
    expectBad(await client.reserve({ ...body, address: { ...body.address, planet: 'Mars' } }), 'address.planet');
    expectBad(await client.pay(mine, 'succeeds', { amount: 1 }), 'amount');
    expectBad(await client.reserve({ ...body, ['k'.repeat(10_000)]: 1 }));
  });
});

describe('a payment’s body', () => {
  const FIELDS: Record<string, unknown[]> = {
    token: [...NEVER_TEXT, ''],
    termsAccepted: [null, 1, 'true', false, [], {}],
    marketingConsent: [null, 1, 'true', [], {}],
    total: [null, '13390', -1, 1.5, 1e300, [], {}, 13_389, 13_391],
  };
  test.each(casesOf(FIELDS))('%s: %s', async (name, _, value) =>
    expectBad(await client.pay(mine, 'succeeds', { [name]: value }), name),
  );

  test.each(Object.keys(FIELDS))('without %s', async (name) => {
    const body = { token: tokenOf('succeeds'), termsAccepted: true, marketingConsent: false, total: mine.total };
    const request = { secret: mine.secret, key: randomUUID(), body: without(body, name) };
    expectBad(await client.call('POST', `/api/checkouts/${mine.id}/payments`, request), name);
  });
});

describe('a challenge’s body', () => {
  test.each(NEVER_TEXT.map((value) => [JSON.stringify(value).slice(0, 30), value] as const))(
    'clientSecret: %s',
    async (...[, value]) => {
      expectBad(await client.answerChallenge('pay_1', { clientSecret: value, approve: true }), 'clientSecret');
    },
  );
  test.each([null, 1, 'true', [], {}])('approve: %j', async (approve) => {
    expectBad(await client.answerChallenge('pay_1', { clientSecret: 'x', approve }), 'approve');
  });
  test.each(['%00', '%ed%a0%80', '%', 'x'.repeat(400), "'", '..'])('reference %j', async (ref) => {
    expectBad(await client.answerChallenge(ref, { clientSecret: 'x', approve: true }));
  });
});

describe('a path’s id', () => {
  const IDS = ['%00', '%ed%a0%80', '%', '%2e%2e', 'x'.repeat(101), 'x'.repeat(10_000), "'", '{}', '0', ' '];
  test.each(IDS.map((id) => [id.slice(0, 20), id] as const))('%j', async (...[, id]) => {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', ''],
      ['POST', '/abandon'],
      ['POST', '/settle'],
      ['POST', '/payments'],
    ]) {
      const body = method === 'PUT' ? shippingStep(store) : undefined;
      const request = { secret: mine.secret, key: randomUUID(), body };
      expectBad(await client.call(method ?? '', `/api/checkouts/${id}${path}`, request));
    }
  });
});

describe('the headers', () => {
  test.each([undefined, '', ' ', 'k'.repeat(201), 'k'.repeat(10_000)])('Idempotency-Key %j', async (key) => {
    for (const answer of [
      await client.call('POST', '/api/checkouts', { body: shippingStep(store), key }),
      await client.call('POST', `/api/checkouts/${mine.id}/payments`, {
        secret: mine.secret,
        key,
        body: { token: tokenOf('succeeds'), termsAccepted: true, marketingConsent: false, total: mine.total },
      }),
    ]) {
      expectBad(answer, 'idempotency-key');
    }
  });

  test.each(['Basic abc', 'Bearer', 'Bearer  ', 'bearer', `Bearer ${'x'.repeat(5_000)}`, 'Bearer ü'])(
    'Authorization %j',
    async (authorization) => {
      const answer = await client.call('GET', `/api/checkouts/${mine.id}`, { headers: { authorization } });
      expectRefusal(answer, 401, { code: 'invalid_checkout_secret' });
    },
  );

  test.each(['text/plain', 'application/xml', 'multipart/form-data', 'nonsense', ''])(
    'Content-Type %j',
    async (type) => {
      const headers = { 'content-type': type };
      const answer = await client.reserve(undefined, { raw: JSON.stringify(shippingStep(store)), headers });
      expect([400, 415]).toContain(answer.status);
      expectBad(answer);
    },
  );

  test('two Authorization lines', async () => {
    const socket = connect(Number(new URL(system.baseUrl).port), '127.0.0.1');
    const lines = [`Bearer ${'x'.repeat(43)}`, `Bearer ${mine.secret}`].map((value) => `Authorization: ${value}\r\n`);
    socket.write(
      `GET /frames/1/api/checkouts/${mine.id} HTTP/1.1\r\nHost: x\r\n${lines.join('')}Connection: close\r\n\r\n`,
    );
    const [answer] = await once(socket, 'data');
    expect(`${answer}`.split('\r\n')[0]).toMatch(/ 40[01] /);
  });
});

describe('a body that is not a valid object', () => {
  const RAW: [string, string | Uint8Array<ArrayBuffer>][] = [
    ['nothing', ''],
    ['a word', 'hello'],
    ['half of it', '{"key":'],
    ['null', 'null'],
    ['a number', '7'],
    ['a text', '"x"'],
    ['a list', '[]'],
    ['an empty object', '{}'],
    ['a form', 'key=1&quantity=2'],
    ['a byte order mark', '\ufeff{}'],
    ['UTF-16', Uint8Array.from(Buffer.from('{}', 'utf16le'))],
    ['broken UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x7d])],
    ['__proto__', '{"__proto__": {"admin": true}}'],
    ['constructor.prototype', '{"constructor": {"prototype": {"admin": true}}}'],
    ['60,000 brackets', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
    ['10,000 objects in each other', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['more than 64 kB', JSON.stringify({ key: 'x'.repeat(70_000) })],
  ];
  const DOORS = ['POST /api/checkouts', 'PUT', 'POST payments', 'POST /test-provider/payments/pay_1/action'];
  const cases = RAW.flatMap(([name, raw]) => DOORS.map((door) => [door, name, raw] as const));

  test.each(cases)('%s: %s', async (door, name, raw) => {
    const [method = '', path = ''] = door.split(' ');
    const own = `/api/checkouts/${mine.id}${path === 'payments' ? '/payments' : ''}`;
    const request = { raw, secret: mine.secret, key: randomUUID() };
    const answer = await client.call(method, path.startsWith('/') ? path : own, request);
    expectBad(answer);
    if (name === 'more than 64 kB') expectRefusal(answer, 413, { code: 'payload_too_large' });
  });

  test('a text with __proto__ as a property’s name changes no prototype', async () => {
    const raw = JSON.stringify(shippingStep(store)).replace(
      '"lineItemProperties":null',
      '"lineItemProperties":{"__proto__":"x"}',
    );
    expectBad(await client.reserve(undefined, { raw }));
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });
});

describe.skipIf(testData === undefined)('every body of JSONTestSuite', () => {
  const folder = testData === undefined ? '' : testDataFile('corpora/JSONTestSuite/test_parsing');
  const files = testData === undefined ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));

  test('is there', () => expect(files.length).toBeGreaterThan(300));

  test.each(['y_', 'n_', 'i_'])(
    '%s*: refused in the envelope, as a body and as the properties in one',
    async (kind) => {
      for (const name of files.filter((each) => each.startsWith(kind))) {
        const bytes = readFileSync(`${folder}/${name}`);
        const answer = await client.reserve(undefined, { raw: Uint8Array.from(bytes) });
        expect(answer.status, name).toBeGreaterThanOrEqual(400);
        expect(answer.status, name).toBeLessThan(500);
        expectBad(answer);
        // Also within a valid body. Some cases are valid properties, so a quantity of 0 makes the body invalid.
        const [before, after] = JSON.stringify(shippingStep(store, { quantity: 0 })).split('null');
        const inside = Buffer.concat([Buffer.from(before ?? ''), bytes, Buffer.from(after ?? '')]);
        const within = await client.reserve(undefined, { raw: Uint8Array.from(inside) });
        expect(within.status, name).toBeLessThan(500);
        expectBad(within);
      }
    },
  );
});
