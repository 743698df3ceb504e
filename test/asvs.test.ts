import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROJECT, projectFiles } from './checks/project.ts';
import { testData, testDataFile } from './support/test-data.ts';

const KEPT = ['yes', 'in part', 'no', 'not here'];

const page = await readFile(`${PROJECT}docs/security/asvs.md`, 'utf8');
const threats = await readFile(`${PROJECT}docs/security/threat-model.md`, 'utf8');
const rows = [...page.matchAll(/^\| (V[\d.]+) \| ([12]) \| ([a-z ]+) \| ([\d-]*) ?\| (.+) \|$/gm)].map(
  ([, id = '', level = '', kept = '', seen = '', where = '']) => ({ id, level, kept, seen, where }),
);

type Named = { path: string; name: string };

/** Returns the tests that a row names: each “name” belongs to the last file of tests before it, and may have quotes inside. */
function testsIn(where: string): Named[] {
  let path = '';
  const named: Named[] = [];
  for (const [, file, name] of where.matchAll(/`([^`]+)`|“((?:[^“”]|“[^“”]*”)*)”/g)) {
    if (file?.endsWith('.test.ts')) path = file;
    if (name !== undefined) named.push({ path, name });
  }
  return named;
}

test('each row says whether a requirement is kept, and where or why not', () => {
  expect(rows.length).toBeGreaterThan(200);
  for (const { id, kept, where } of rows) {
    expect(KEPT, id).toContain(kept);
    // A test, or a sentence.
    expect(/`[^`]+\.test\.ts`|\.$/.test(where), `${id}: ${where}`).toBe(true);
  }
});

test('each kept requirement was compared with the code on a day, and names a test or what to read', () => {
  for (const { id, seen, where } of rows.filter(({ kept }) => kept === 'yes')) {
    expect(seen, id).toMatch(/^20\d\d-\d\d-\d\d$/);
    const sentence = where.replaceAll(/`[^`]*`|“(?:[^“”]|“[^“”]*”)*”/g, '');
    expect(testsIn(where).length > 0 || /\p{L}{4,}.*\.$/u.test(sentence), `${id}: ${where}`).toBe(true);
  }
});

test('the tests that a row names exist', async () => {
  const named = rows.flatMap(({ id, where }) => testsIn(where).map((one) => ({ id, ...one })));
  expect(named.length).toBeGreaterThan(150);
  const texts = new Map(await Promise.all([...new Set(named.map(({ path }) => path))].map(readTest)));
  const missing = named.filter(
    ({ path, name }) => !["'", '`', '"'].some((q) => texts.get(path)?.includes(q + name + q)),
  );
  expect(missing).toEqual([]);
});

const readTest = async (path: string) => [path, await readFile(PROJECT + path, 'utf8').catch(() => '')] as const;

test('the files that the pages name exist', async () => {
  const files = new Set(await projectFiles(''));
  const paths = [...(page + threats).matchAll(/`((?:src|test|docs|migrations)\/[^`]+\.\w+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(150);
  expect(paths.filter((path) => !files.has(path))).toEqual([]);
});

test.skipIf(testData === undefined)('each requirement of levels 1 and 2 has one row, with its level', async () => {
  const corpus: { requirements: { req_id: string; L: string }[] } = JSON.parse(
    await readFile(testDataFile('corpora/asvs/asvs-5.0.0.flat.json'), 'utf8'),
  );
  const wanted = corpus.requirements.filter(({ L }) => L === '1' || L === '2').map(({ req_id, L }) => `${req_id} ${L}`);
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted);
});
