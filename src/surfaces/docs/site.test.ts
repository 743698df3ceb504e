import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { OpenApi } from './reference.ts';
import { buildSite } from './site.ts';

const document = JSON.parse(await readFile('openapi.json', 'utf8')) as OpenApi;
const assets = { script: '/site.js', style: '/site.css', icon: '/icon.svg', early: '' };
const { pages } = await buildSite({ baseUrl: 'https://preorders.example.com', assets, document });

test('all pages are rendered from the guides and openapi.json as they are', async () => {
  expect([...pages.keys()]).toEqual(expect.arrayContaining(['', 'sdk', 'api', 'errors', 'glossary']));
  const reference = [...pages].filter(([slug]) => /^api(\/|$)/.test(slug)).map(([, markup]) => markup);
  for (const path of Object.keys(document.paths)) {
    const holding = reference.filter((markup) => markup.includes(`<code>${path}</code>`));
    expect(holding, path).toHaveLength(1);
  }
  // A longer page is slow to open and to read; the part that grew is better cut in two.
  for (const markup of reference) expect(markup.split('<section class="operation"').length - 1).toBeLessThanOrEqual(40);
});

test('each refusal stands once in openapi.json, and the reference says its codes at every operation', async () => {
  const markup = [...pages.values()].join('');
  const { responses } = document.components;
  const described = Object.values(responses).map((response) => JSON.stringify(response));
  expect(new Set(described).size).toBe(described.length);
  const named = new Set<string>();
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  for (const { operationId, responses: answers } of operations) {
    const [, section = ''] = markup.split(`<h2 id="${operationId}">`);
    for (const [status, answer] of Object.entries(answers).filter(([code]) => Number(code) >= 400)) {
      const name = '$ref' in answer ? (answer.$ref.split('/').at(-1) ?? '') : '';
      named.add(name);
      const [, code = ''] = /`(\w+)`/.exec(responses[name]?.description ?? '') ?? [];
      const said = new RegExp(`<dt>${status}</dt><dd><a href="/docs/errors#${code}">`);
      expect(section.split('</section>')[0], `${operationId} ${status} ${name}`).toMatch(said);
    }
  }
  expect([...named].sort()).toEqual(Object.keys(responses));
});
