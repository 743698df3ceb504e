import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseReference } from '../src/domain/reference.ts';
import { PROJECT, projectFiles } from './checks/project.ts';

const files = await projectFiles();
const pages = files.filter((path) => path.endsWith('.md'));
const textOf = (path: string) => readFile(PROJECT + path, 'utf8');

/** Removes code blocks, which have no links for readers. */
const prose = (markdown: string) => markdown.replaceAll(/^```[\s\S]*?^```/gm, '');

/** Returns a heading's anchor: lower case, spaces as dashes, without punctuation. */
const slug = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const headingsOf = (markdown: string) =>
  [...prose(markdown).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading);

/** Finds the page's broken relative links. */
async function brokenLinks(page: string, markdown: string): Promise<string[]> {
  const targets = [...prose(markdown).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = targets.map(async (target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    if (!existsSync(PROJECT + file)) return [target];
    const found =
      anchor === undefined ||
      headingsOf(await textOf(file))
        .map(slug)
        .includes(anchor);
    return found ? [] : [target];
  });
  return (await Promise.all(broken)).flat();
}

test.each(pages)('the links of %s are not broken', async (page) => {
  expect(await brokenLinks(page, await textOf(page))).toEqual([]);
});

// A reader who types an example should get an unknown reference, not an invalid one.
test.each(pages)('the references in %s are valid', async (page) => {
  const shown = (await textOf(page)).match(/\bPO-[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]\b/g) ?? [];
  expect(shown.filter((reference) => parseReference(reference) !== reference)).toEqual([]);
});

// Paths in prose, without placeholders.
// Files of the reader's own application.
const READERS_PATHS = ['src/main.tsx', 'src/App.tsx'];
const OUR_PATH = /`((?:src|test|docs|migrations|bench|demo|bootstrap)\/[\w./-]+)`/g;

test.each(pages)('the files that %s names exist', async (page) => {
  const named = [...prose(await textOf(page)).matchAll(OUR_PATH)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(PROJECT + path) && !READERS_PATHS.includes(path))).toEqual([]);
});

// Guides also name files of their readers.
const SHORT_PATH = /`([\w-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|sql))`/g;

test.each(pages.filter((page) => !page.startsWith('docs/guides/')))(
  'the files that %s names in short are there',
  async (page) => {
    const named = [...prose(await textOf(page)).matchAll(SHORT_PATH)].map(([, path = '']) => path);
    expect(named.filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))).toEqual([]);
  },
);

describe('citations in code', async () => {
  // A migration never changes, so it may name a decision that the index lists as moved.
  const [, list = ''] = (await textOf('docs/decisions/README.md')).split('\n## Moved\n');
  const moved: string[] = list.match(/\b\d{4}\b/g) ?? [];
  const hasMoved = (path: string, name: string) =>
    path.startsWith('migrations/') && moved.includes(/^docs\/decisions\/(\d{4})/.exec(name)?.[1] ?? '');
  const sources = files.filter((path) => /^(src|bench|bootstrap|demo|migrations)\/.*\.(tsx?|mjs|css|sql)$/.test(path));
  const cited = await Promise.all(
    sources.map(async (path) => {
      const text = await textOf(path);
      return {
        pages: [...text.matchAll(/\bdocs\/[\w/-]+\.md\b/g)]
          .filter(([name]) => !hasMoved(path, name))
          .map(([name]) => `${name} (${path})`),
        sections: [...text.matchAll(/\(contract: ([^)]+)\)/g)].map(([, name = '']) => name),
        decisions: [...text.matchAll(/docs\/decisions\/(\d{4})/g)]
          .filter(([name]) => !hasMoved(path, name))
          .map(([, number = '']) => number),
      };
    }),
  );

  test('of pages are valid', () => {
    const missing = cited.flatMap((one) => one.pages).filter((name) => !existsSync(PROJECT + name.split(' ')[0]));
    expect(missing).toEqual([]);
  });

  test('of sections of the contract are valid', async () => {
    const sections = new Set(cited.flatMap((one) => one.sections));
    const headings = headingsOf(await textOf('docs/contract.md'));
    expect(sections.size).toBeGreaterThan(5);
    expect([...sections].filter((name) => !headings.includes(name))).toEqual([]);
  });

  test('of decisions are valid', () => {
    const numbers = pages.map((path) => /^docs\/decisions\/(\d{4})/.exec(path)?.[1]);
    expect(cited.flatMap((one) => one.decisions).filter((number) => !numbers.includes(number))).toEqual([]);
  });
});

test('the tour of the house takes ten minutes', async () => {
  expect((await textOf('ARCHITECTURE.md')).split(/\s+/).length).toBeLessThan(1_500);
});

test('the changelog of a version is read in one go', async () => {
  const versions = (await textOf('CHANGELOG.md')).split(/^## /m).slice(1);
  expect(Math.max(...versions.map((version) => version.split('\n').length))).toBeLessThan(122);
});

test('a decision has 30 lines at most', async () => {
  const decisions = pages.filter((path) => /^docs\/decisions\/\d/.test(path));
  const long = await Promise.all(
    decisions.map(async (path) => ((await textOf(path)).split('\n').length > 31 ? path : [])),
  );
  expect(decisions.length).toBeGreaterThan(8);
  expect(long.flat()).toEqual([]);
});

describe('finds a broken link', () => {
  test.each([
    ['a file', '[x](docs/nowhere.md)', ['docs/nowhere.md']],
    ['a picture', '![x](docs/nowhere.png)', ['docs/nowhere.png']],
    ['a heading', '[x](CONTRIBUTING.md#nowhere)', ['CONTRIBUTING.md#nowhere']],
    ['a heading of its own', '# Here\n[x](#there)', ['#there']],
    ['not one that is there', '[x](CONTRIBUTING.md#style)', []],
    ['not one in code', '```\n[x](docs/nowhere.md)\n```\n', []],
  ])('%s', async (_name, markdown, broken) => {
    expect(await brokenLinks('CHANGELOG.md', markdown)).toEqual(broken);
  });
});
