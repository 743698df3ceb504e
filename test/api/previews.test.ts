import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateBrand } from '../../src/core/stores/commands/brand.ts';
import { readStore } from '../../src/core/stores/queries.ts';
import { type Api, startApi } from '../support/api.ts';
import { createTestStore } from '../support/merchant.ts';
import { signInAsOwner, startPortal } from '../support/portal.ts';
import { createStoreWithWaitlist } from '../support/system.ts';

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.stop());

const policyOf = (headers: Headers) => headers.get('content-security-policy') ?? '';
const portal = () => new URL(api.deps.portalUrl).origin;
const look = (key: string) => api.ask(`/frames/1/look?${new URLSearchParams({ key, lang: 'en' })}`);

describe('the preview of the look', () => {
  test('shows the newest offer of the store, and only the portal may embed it', async () => {
    const { storeKey } = await createStoreWithWaitlist(api);
    const { status, headers, text } = await look(storeKey);
    expect(status).toBe(200);
    expect(policyOf(headers)).toContain(`frame-ancestors ${portal()}`);
    expect(policyOf(headers)).not.toContain('unsafe-inline');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).toContain('Aurora Jacket');
    expect(text).toContain(`"portal":"${portal()}"`);
  });

  test('begins with the look of the store, whose tokens a script may replace', async () => {
    const { storeId, storeKey } = await createStoreWithWaitlist(api);
    await updateBrand(api, storeId, { accent: '#a8481f', radius: 4 });
    const { text } = await look(storeKey);
    expect(text).toContain('--action:light-dark(#a8481f');
    expect(text).toContain('--radius:0.25rem');
    expect(text).toContain('var(--action)');
  });

  test('shows a made-up offer where there is none, and runs nothing of its name', async () => {
    const storeId = await createTestStore(api.db, { name: 'Fjord</script><script>alert(1)</script>' });
    const { text } = await look((await readStore(api.db, storeId)).publicKey);
    expect(text).toContain('Fjord\\u003c/script>');
    expect(text).not.toContain('<script>alert');
  });

  test.each(['', 'nothing', '00000000-0000-4000-8000-000000000000'])('refuses the key “%s”', async (key) => {
    const { status, json } = await look(key);
    expect([400, 401]).toContain(status);
    expect(json).toHaveProperty('error.code');
  });
});

test('the page of a mail is a sandbox that loads nothing and runs nothing but its own script', async () => {
  const { status, headers, text } = await api.ask('/frames/1/letter');
  expect(status).toBe(200);
  const directives = new Map(
    policyOf(headers)
      .split('; ')
      .map((one) => [one.split(' ')[0], one]),
  );
  expect(directives.get('sandbox')).toBe('sandbox allow-scripts');
  expect(directives.get('default-src')).toBe("default-src 'none'");
  expect(directives.get('script-src')).toMatch(/^script-src 'sha256-[\w+/=]+'$/);
  expect(directives.get('img-src')).toBe('img-src data:');
  expect(directives.get('frame-ancestors')).toBe(`frame-ancestors ${portal()}`);
  expect(text).toContain(portal());
});

test('the palette is for people who are signed in', async () => {
  const stage = await startPortal();
  expect((await stage.browser().get('/api/palette')).error.code).toBe('not_signed_in');
  const { data } = await (await signInAsOwner(stage)).get('/api/palette');
  expect(data['--surface']).toEqual({ light: '#ffffff', dark: '#16181d' });
  expect(Object.keys(data)).toContain('--text-muted');
  await stage.stop();
});
