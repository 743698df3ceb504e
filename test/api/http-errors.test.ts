import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Api, startApi } from '../support/api.ts';
import { testData, testDataFile } from '../support/test-data.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const CHECKOUTS = '/frames/1/api/checkouts';
const JSON_TYPE = { 'content-type': 'application/json', 'idempotency-key': 'a key' };

const post = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) =>
  api.ask(CHECKOUTS, { method: 'POST', body: typeof body === 'string' ? body : new Uint8Array(body), headers });

/** Expects the envelope with a code and without internals. */
function expectRefusal({ headers, json, text }: Answer, code: string): void {
  expect(json, text).toEqual({
    meta: { result: 'error', request_id: headers.get('x-request-id') },
    error: expect.objectContaining({ code, message: expect.any(String) }),
  });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(text).not.toMatch(/SELECT|INSERT|node_modules|at .*\.ts:\d|FST_ERR/);
}

describe('an unknown path', () => {
  test.each([
    ['/nowhere?api_key=1', 404, 'not_found'],
    ['/api/v1/', 404, 'not_found'],
    ['/api/v2/waitlists', 404, 'not_found'],
    ['/api/v1/waitlists/', 404, 'not_found'],
    ['/%00', 404, 'not_found'],
    ['/api/v1/%E2%82%AC', 404, 'not_found'],
    ['/%ZZ', 400, 'bad_request'],
    ['/%C3%28', 400, 'bad_request'],
    [`/frames/1/api/checkouts/${'x'.repeat(1_500)}`, 414, 'uri_too_long'],
  ])('%s is %i %s', async (path, status, code) => {
    const answer = await api.ask(path, path.includes('checkouts') ? { method: 'PUT' } : {});
    expect(answer.status).toBe(status);
    expectRefusal(answer, code);
  });

  test('answers 404 to any body', async () => {
    for (const body of ['', '{"key"', 'x'.repeat(70_000)]) {
      const answer = await api.ask('/nowhere', { method: 'POST', body, headers: JSON_TYPE });
      expect(answer.status).toBe(404);
      expectRefusal(answer, 'not_found');
    }
  });

  test('is not the root, which leads to the documentation', async () => {
    const { status, headers } = await api.ask('/', { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, '/docs']);
  });

  test.each(['/docs', '/docs/sdk'])('%s sends no referrer to other sites', async (path) => {
    const { status, headers } = await api.ask(path);
    expect([status, headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  });

  test('under /api/v1 may be read by any page', async () => {
    const { headers } = await api.ask('/api/v1/nowhere');
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect((await api.ask('/nowhere')).headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('a method that its path does not have', () => {
  test.each([
    ['POST', '/api/v1/waitlists', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/api/v1/availability', 'GET, HEAD, OPTIONS'],
    ['PROPFIND', '/api/v1/availability', 'GET, HEAD, OPTIONS'],
    ['GET', CHECKOUTS, 'POST'],
    ['DELETE', `${CHECKOUTS}/1`, 'GET, HEAD, PUT'],
    ['POST', '/openapi.json', 'GET, HEAD'],
  ])('%s %s is 405 and names the allowed methods', async (method, path, allowed) => {
    const bodies = method === 'GET' ? [undefined] : [undefined, '', '{"key"'];
    for (const body of bodies) {
      const answer = await api.ask(path, body === undefined ? { method } : { method, body, headers: JSON_TYPE });
      expect(answer.status).toBe(405);
      expect(answer.headers.get('allow')).toBe(allowed);
      expectRefusal(answer, 'method_not_allowed');
    }
  });
});

describe('a body', () => {
  const deep = 30_000;
  test.each([
    ['is empty', '400 invalid_json', ''],
    ['is not JSON', '400 invalid_json', '{"key"'],
    ['is not UTF-8', '400 invalid_json', Buffer.from([0x7b, 0xff, 0x7d])],
    ['reaches for a prototype', '400 invalid_json', '{"__proto__":{"admin":true}}'],
    ['reaches for it by the constructor', '400 invalid_json', '{"constructor":{"prototype":{}}}'],
    ['is no object', '400 invalid_parameter', '[]'],
    ['is null', '400 invalid_parameter', 'null'],
    ['is deep', '400 invalid_parameter', '['.repeat(deep) + ']'.repeat(deep)],
    ['is deep where text is', '400 invalid_parameter', `${'{"key":'.repeat(8_000)}1${'}'.repeat(8_000)}`],
    ['has an unknown key', '400 missing_parameter', '{"admin":true}'],
    ['is too large', '413 payload_too_large', JSON.stringify({ key: 'x'.repeat(70_000) })],
  ])('that %s is refused: %s', async (_name, expected, body) => {
    const [status, code = ''] = expected.split(' ');
    const answer = await post(body);
    expect(answer.status).toBe(Number(status));
    expectRefusal(answer, code);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', ';;='])(
    'of type %s is refused',
    async (type) => {
      const answer = await post('{}', { ...JSON_TYPE, 'content-type': type });
      expect(answer.status).toBe(415);
      expectRefusal(answer, 'unsupported_media_type');
    },
  );

  test('without a type is refused', async () => {
    const text = await api.raw(`POST ${CHECKOUTS} HTTP/1.1\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}`);
    expect(text).toContain('HTTP/1.1 415 ');
    expect(text).toContain('"code":"unsupported_media_type"');
  });

  test('longer than the limit, in chunks, is refused', async () => {
    const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
    const head = `POST ${CHECKOUTS} HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const text = await api.raw(`${head}${chunk}${chunk}0\r\n\r\n`);
    expect(text).toContain('HTTP/1.1 413 ');
    expect(text).toContain('"code":"payload_too_large"');
  });
});

describe.skipIf(testData === undefined)('every case of the JSON test suite', () => {
  test('is accepted or refused as the suite says, and never a 5xx', async () => {
    const folder = testDataFile('corpora/JSONTestSuite/test_parsing');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
    expect(names.length).toBeGreaterThan(300);
    for (const name of names) {
      const bytes = await readFile(`${folder}/${name}`);
      const { status, json, text } = await post(bytes);
      const code = json?.error.code;
      // n_structure_100000_opening_arrays and similar cases are refused for their size before they are parsed.
      const refused = code === 'invalid_json' || code === 'payload_too_large';
      expect(status, `${name}: ${text}`).toBeGreaterThanOrEqual(400);
      expect(status, `${name}: ${text}`).toBeLessThan(500);
      if (name.startsWith('y_')) expect(refused, `${name}: ${text}`).toBe(false);
      if (name.startsWith('n_')) expect(refused, `${name}: ${text}`).toBe(true);
    }
  });
});

const ON_EVERY_REFUSAL = [
  'content-type: application/json; charset=utf-8',
  'cache-control: no-store',
  'x-content-type-options: nosniff',
  "content-security-policy: default-src 'none'; frame-ancestors 'none'",
];

describe('on the bare socket', () => {
  test.each([
    ['what is no HTTP', '400 bad_request', 'GARBAGE\r\n\r\n'],
    ['another version', '400 bad_request', 'GET / HTTP/9.9\r\n\r\n'],
    ['a negative length', '400 bad_request', `POST ${CHECKOUTS} HTTP/1.1\r\nContent-Length: -1\r\n\r\n`],
    [
      'a length and chunks',
      '400 bad_request',
      `POST ${CHECKOUTS} HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ['two lengths', '400 bad_request', `POST ${CHECKOUTS} HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n`],
    ['a NUL in a header', '400 bad_request', 'GET / HTTP/1.1\r\nX: a\0b\r\n\r\n'],
    ['a tunnel', '400 bad_request', 'CONNECT evil.example:443 HTTP/1.1\r\n\r\n'],
    ['too many headers', '431 headers_too_large', `GET / HTTP/1.1\r\n${'X-Y: z\r\n'.repeat(4_000)}\r\n`],
    ['a 20 kB address', '431 headers_too_large', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n\r\n`],
    ['a 10 kB address', '414 uri_too_long', `GET /${'a'.repeat(10_000)} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['an unknown expectation', '404 not_found', 'GET /nowhere HTTP/1.1\r\nExpect: magic\r\nConnection: close\r\n\r\n'],
    [
      'an upgrade',
      '404 not_found',
      'GET /nowhere HTTP/1.1\r\nUpgrade: websocket\r\nConnection: close, Upgrade\r\n\r\n',
    ],
    [
      'a method with a body we never take',
      '405 method_not_allowed',
      'QUERY /api/v1/waitlists HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
    ],
    ['a trace', '405 method_not_allowed', 'TRACE /api/v1/waitlists HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['another version of a route', '404 not_found', 'GET /nowhere HTTP/1.0\r\nAccept-Version: 9\r\n\r\n'],
    [
      'an encoded body',
      '400 missing_parameter',
      `POST ${CHECKOUTS} HTTP/1.1\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nIdempotency-Key: 1\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    ],
    ['no host', '404 not_found', 'GET /nowhere HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['an asterisk', '404 not_found', 'OPTIONS * HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['a broken escape', '400 bad_request', 'GET /%zz HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ])('%s is answered in the envelope: %s', async (_name, expected, bytes) => {
    const [status, code] = expected.split(' ');
    const [head = '', body = ''] = (await api.raw(bytes)).split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toMatchObject({ meta: { result: 'error' }, error: { code } });
    const id = /^x-request-id: (\S+)/im.exec(head)?.[1];
    expect(JSON.parse(body).meta.request_id).toBe(id);
    for (const header of ON_EVERY_REFUSAL) expect(head.toLowerCase()).toContain(`\r\n${header}`);
  });
});

describe('an internal error', () => {
  test('answers 500 without details', async () => {
    const answers = { ...api.deps.answers, read: () => Promise.reject(new Error('SELECT secret FROM store')) };
    const broken = await startApi({ deps: { answers } });
    const answer = await broken.ask('/api/v1/waitlists?api_key=d3a0c0de-0000-4000-8000-000000000001');
    expect(answer.status).toBe(500);
    expectRefusal(answer, 'internal_error');
    await broken.stop();
  });

  test('answers 503 with a time to retry while the database is away', async () => {
    const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
    const db = { ...api.db, query: () => Promise.reject(refused) };
    const broken = await startApi({ deps: { db } });
    const answer = await broken.ask('/api/v1/waitlists?api_key=d3a0c0de-0000-4000-8000-000000000001');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expectRefusal(answer, 'unavailable');
    await broken.stop();
  });
});
