import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTarballs } from '../../packages/pack.ts';
import { createRequestLimits, REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
let folder: string;
beforeAll(async () => {
  api = await startApi();
  folder = await mkdtemp(join(tmpdir(), 'tarballs-'));
});
afterAll(async () => {
  await api.stop();
  await rm(folder, { recursive: true });
});

const download = async (name: string, init?: RequestInit) => {
  const answer = await fetch(`${api.baseUrl}/packages/${name}.tgz`, init);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};

test('serves the tarballs of a release, built from the same sources', { timeout: 240_000 }, async () => {
  const names = await writeTarballs(folder);
  const tarballs = ['loader', 'react', 'admin-client'].map((name) => `waitlist-preorder-${name}-0.1.0.tgz`);
  expect(names).toEqual([...tarballs, 'SHA256SUMS']);
  const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
  const answers = await Promise.all(['loader', 'react', 'admin-client'].map((name) => download(name)));
  for (const [index, file] of tarballs.entries()) {
    const { status, headers, body } = answers[index] ?? (await download('react'));
    expect([status, headers.get('content-type')]).toEqual([200, 'application/gzip']);
    expect(body.equals(await readFile(join(folder, file)))).toBe(true);
    expect(sums).toContain(`${createHash('sha256').update(body).digest('hex')}  ${file}\n`);
  }
  const listed = answers.map(({ body }) => gunzipSync(body).toString('latin1'));
  expect(listed[1]).toContain('package/node_modules/waitlist-preorder-loader/dist/index.js');
  // What a dependency depends on comes along, or npm would ask a registry for it.
  expect(listed[2]).toContain('package/node_modules/openapi-typescript-helpers/package.json');
});

test('answers 304 to the hash of the content, and HEAD', { timeout: 240_000 }, async () => {
  const { headers, body } = await download('loader');
  const etag = headers.get('etag') ?? '';
  const unchanged = await download('loader', { headers: { 'if-none-match': etag } });
  expect([unchanged.status, unchanged.body.length]).toEqual([304, 0]);
  const head = await download('loader', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, `${body.length}`, 0]);
  expect((await download('react')).headers.get('etag')).not.toBe(etag);
});

test('other names, methods and too many requests are refused', { timeout: 240_000 }, async () => {
  for (const name of ['stripe-stand-in', '..%2fpackage', 'loader.tgz%00']) {
    expect((await api.ask(`/packages/${name}.tgz`)).json.error.code).toMatch(/^(not_found|invalid_url)$/);
  }
  expect((await api.ask('/packages/react.tgz', { method: 'POST' })).status).toBe(405);
  const limits = createRequestLimits({ ...REQUEST_LIMITS, reads: { perSecond: 1 / 3600, burst: 1 } });
  const limited = await startApi({ deps: { limits } });
  expect((await limited.ask('/packages/react.tgz')).status).toBe(200);
  const refused = await limited.ask('/packages/loader.tgz');
  expect([refused.status, refused.json.error.code]).toEqual([429, 'rate_limited']);
  await limited.stop();
});
