import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Api, startApi } from '../support/api.ts';
import { type Portal, startPortal } from '../support/portal.ts';

let api: Api;
let portal: Portal;
beforeAll(async () => {
  [api, portal] = await Promise.all([startApi(), startPortal()]);
});
afterAll(() => Promise.all([api.stop(), portal.stop()]));

const DATA = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'x-content-type-options': 'nosniff',
};

test.each(['/admin/api/v1/store', '/api/session'])('%s on the portal’s origin is data alone', async (path) => {
  const { headers } = await portal.browser().get(path);
  expect(Object.fromEntries(headers)).toMatchObject(DATA);
});

test('the private API is data alone, also in a refusal', async () => {
  const { headers } = await api.ask('/admin/api/v1/store');
  expect(Object.fromEntries(headers)).toMatchObject(DATA);
});

test('pages share no window with pages of others, and ask for no device', async () => {
  const { headers } = await api.ask('/docs');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('permissions-policy')).toBe(DATA['permissions-policy']);
});
