import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HTTP_LIMITS } from '../../src/platform/http.ts';
import { REQUEST_LIMITS } from '../../src/surfaces/limits.ts';
import { type Api, startApi } from '../support/api.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

const text = await readFile(new URL('../../docs/guides/http-api.md', import.meta.url), 'utf8');
const errors = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');

let api: Api;
beforeAll(async () => {
  api = await startApi();
  const store = await createStoreWithWaitlist(api, { store: { publicKey: 'd3a0c0de-0000-4000-8000-000000000001' } });
  await api.db.query("UPDATE product SET external_id = '1001', handle = 'aurora-jacket' WHERE id = $1", [
    store.product.id,
  ]);
});
afterAll(() => api.stop());

test('every example of the guide answers with the shown fields', async () => {
  const examples = [...text.matchAll(/^curl 'http:\/\/127\.0\.0\.1:4000(\S+)'\n```\n\n```json\n(.*?)^```/gms)];
  expect(examples).toHaveLength(4);
  for (const [, path = '', shown = ''] of examples) {
    const { json } = await api.ask(path);
    expect(shapeOf(json), path).toEqual(shapeOf(JSON.parse(shown)));
  }
});

test('the limits equal those of the guide', () => {
  const rows = {
    reads: 'reads and placement',
    unknownKeys: 'requests with a key',
    writes: 'what the checkout',
    relayed: 'events that a checkout',
  } as const;
  for (const [name, row] of Object.entries(rows)) {
    const { perSecond, burst } = REQUEST_LIMITS[name as keyof typeof rows];
    const cells = text
      .split('\n')
      .find((line) => line.startsWith(`| ${row}`))
      ?.split(' | ');
    expect(cells?.slice(2).map((cell) => Number(cell.replace(/\D/g, '')))).toEqual([perSecond, burst]);
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
