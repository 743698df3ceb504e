import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PROJECT, projectFiles } from './checks/project.ts';
import { testData, testDataFile } from './support/test-data.ts';

const PAGE = 'docs/security/asvs.md';
const KEPT = ['yes', 'in part', 'no', 'not here'];

const page = await readFile(PROJECT + PAGE, 'utf8');
const rows = [...page.matchAll(/^\| (V[\d.]+) \| ([12]) \| ([a-z ]+) \| (.+) \|$/gm)].map(
  ([, id = '', level = '', kept = '', where = '']) => ({ id, level, kept, where }),
);

test('each row says whether a requirement is kept, and where or why not', () => {
  expect(rows.length).toBeGreaterThan(200);
  for (const { id, kept, where } of rows) {
    expect(KEPT, id).toContain(kept);
    // A test, or a sentence.
    expect(/`[^`]+\.test\.ts`|\.$/.test(where), `${id}: ${where}`).toBe(true);
  }
});

test('the files that the page names exist', async () => {
  const files = new Set(await projectFiles(''));
  const named = [...page.matchAll(/`((?:src|test|docs)\/[^`]+)`/g)].map(([, path = '']) => path);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter((path) => !files.has(path))).toEqual([]);
});

test.skipIf(testData === undefined)('each requirement of levels 1 and 2 has one row, with its level', async () => {
  const corpus: { requirements: { req_id: string; L: string }[] } = JSON.parse(
    await readFile(testDataFile('corpora/asvs/asvs-5.0.0.flat.json'), 'utf8'),
  );
  const wanted = corpus.requirements.filter(({ L }) => L === '1' || L === '2').map(({ req_id, L }) => `${req_id} ${L}`);
  expect(rows.map(({ id, level }) => `${id} ${level}`)).toEqual(wanted);
});
