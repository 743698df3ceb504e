import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpenApi } from './reference.ts';
import { buildSite } from './site.ts';

test('all pages are rendered from the guides and openapi.json as they are', async () => {
  const document = JSON.parse(await readFile('openapi.json', 'utf8')) as OpenApi;
  const assets = { script: '/site.js', style: '/site.css', icon: '/icon.svg', early: '' };
  const { pages } = await buildSite({ baseUrl: 'https://preorders.example.com', assets, document });
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['', 'sdk', 'api', 'errors', 'glossary']));
  for (const path of Object.keys(document.paths)) expect(pages.get('api')).toContain(`<code>${path}</code>`);
});
