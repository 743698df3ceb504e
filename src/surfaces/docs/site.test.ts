import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpenApi } from './reference.ts';
import { buildSite } from './site.ts';

test('all pages are rendered from the guides and openapi.json as they are', async () => {
  const document = JSON.parse(await readFile('openapi.json', 'utf8')) as OpenApi;
  const assets = { script: '/site.js', style: '/site.css', icon: '/icon.svg', early: '' };
  const { pages } = await buildSite({ baseUrl: 'https://preorders.example.com', assets, document });
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['', 'sdk', 'api', 'errors', 'glossary']));
  const reference = [...pages].filter(([slug]) => /^api(\/|$)/.test(slug)).map(([, markup]) => markup);
  for (const path of Object.keys(document.paths)) {
    const holding = reference.filter((markup) => markup.includes(`<code>${path}</code>`));
    expect(holding, path).toHaveLength(1);
  }
  // A longer page is slow to open and to read; the part that grew is better cut in two.
  for (const markup of reference) expect(markup.split('<section class="operation"').length - 1).toBeLessThanOrEqual(40);
});
