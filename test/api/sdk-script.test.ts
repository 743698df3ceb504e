import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

describe('service.js', () => {
  const ask = (headers: Record<string, string> = {}) => api.ask('/api/v1/service.js', { headers });

  test('may be read by any page, is cached for a short time and served stale while it is revalidated', async () => {
    const { status, headers } = await ask();
    expect(status).toBe(200);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
  });

  test('has the encoding that the browser accepts, each with its own strong ETag', async () => {
    const tags = new Set<string | null>();
    for (const encoding of ['br', 'gzip', 'identity']) {
      const { headers, text } = await ask({ 'accept-encoding': encoding });
      expect(headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
      expect(text).toContain('currentScript');
      const etag = headers.get('etag');
      expect(etag).toMatch(/^"[\w-]+"$/);
      tags.add(etag);
      const again = await ask({ 'accept-encoding': encoding, 'if-none-match': etag ?? '' });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    expect(tags.size).toBe(3);
    const refused = await ask({ 'accept-encoding': 'br;q=0, gzip;q=0' });
    expect(refused.headers.get('content-encoding')).toBeNull();
  });
});
