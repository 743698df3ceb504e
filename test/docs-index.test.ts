import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { PROJECT, projectFiles } from './checks/project.ts';

const DOCS = 'docs/';
const DECISIONS = 'docs/decisions/';
const INDEX = 'README.md';

/** `path` is relative to its index. */
type Page = { path: string; text: string };

const files = await projectFiles(DOCS);
const decisions = await pagesOf(DECISIONS, (path) => path.startsWith(DECISIONS));
const docs = await pagesOf(DOCS, (path) => /^docs\/(guides\/|design\/)?[^/]+\.md$/.test(path));
const indexOf = (folder: string) => readFile(PROJECT + folder + INDEX, 'utf8');

async function pagesOf(folder: string, isMeant: (path: string) => boolean): Promise<Page[]> {
  const meant = files.filter((path) => path.endsWith('.md') && isMeant(path) && path !== folder + INDEX);
  return Promise.all(
    meant.map(async (path) => ({ path: path.slice(folder.length), text: await readFile(PROJECT + path, 'utf8') })),
  );
}

/** Returns a page's heading. Decisions use three signs after their number; the index uses one. */
const titleOf = ({ text }: Page) =>
  /^# (.+)$/m.exec(text)?.[1]?.replace(/^(\d{4})(?: ·|:)? /, '$1 · ') ?? 'a page without a heading';

/** Lists the lines of an index that link a page, with the text after the link. */
const entriesOf = (index: string) =>
  [...index.matchAll(/^- \[([^\]]+)\]\(([^)\s]+)\): (\S.*)$/gm)].map(([, title = '', path = '', says = '']) => ({
    title,
    path,
    says,
  }));

/** Finds pages that an index lacks, lists twice, or gives another title. */
function faultsOfList(index: string, pages: readonly Page[]): string[] {
  const linked = [...index.matchAll(/\]\(([^)\s]+)\)/g)].map(([, path]) => path);
  const entries = entriesOf(index);
  return pages.flatMap((page) => {
    const times = linked.filter((path) => path === page.path).length;
    if (times !== 1) return [`${page.path} is linked ${times} times`];
    const entry = entries.find(({ path }) => path === page.path);
    if (!entry) return [`${page.path} has no line of its own that says something of it`];
    return entry.title === titleOf(page) ? [] : [`${page.path} is called ${titleOf(page)}`];
  });
}

const numberOf = ({ path }: Page) => path.slice(0, 4);

/** Finds the numbers in the line of a decision that begins with one of these bold words, and the word. */
function lineOf({ text }: Page, words: string) {
  const [, word = '', rest = ''] = new RegExp(`^\\*\\*(${words})\\*\\* (.+)$`, 'm').exec(text) ?? [];
  return { word, numbers: [...rest.matchAll(/\[(\d{4})\]\(\1-/g)].map(([, number = '']) => number) };
}

const OLDER = 'Renewed by|Superseded by';
const NEWER: Record<string, string> = { Renews: 'Renewed by', Supersedes: 'Superseded by' };

function statusOf(page: Page): string {
  const { word, numbers } = lineOf(page, OLDER);
  return word === '' ? 'in force' : `${word.toLowerCase()} ${numbers.join(', ')}`;
}

/** Finds decisions whose status differs between the index and their file, or between two related decisions. */
function faultsOfStatus(index: string, pages: readonly Page[]): string[] {
  const listed = new Map(entriesOf(index).map(({ path, says }) => [path, says]));
  const wrong = pages
    .filter((page) => listed.get(page.path) !== statusOf(page))
    .map((page) => `${page.path} says: ${statusOf(page)}`);
  const told = pages.flatMap((page) => {
    const { word, numbers } = lineOf(page, OLDER);
    if (word !== '' && numbers.length === 0) return [`${numberOf(page)} ${word} nothing`];
    return numbers.map((newer) => `${numberOf(page)} ${word} ${newer}`);
  });
  const answered = pages.flatMap((page) => {
    const { word, numbers } = lineOf(page, Object.keys(NEWER).join('|'));
    return numbers.map((older) => `${older} ${NEWER[word]} ${numberOf(page)}`);
  });
  const oneSided = [
    ...told.filter((one) => !answered.includes(one)),
    ...answered.filter((one) => !told.includes(one)),
  ].map((one) => `only one of the two says: ${one}`);
  return [...wrong, ...oneSided];
}

test('docs/README.md lists every page of docs/ once, by its title', async () => {
  expect(docs.length).toBeGreaterThan(20);
  expect(faultsOfList(await indexOf(DOCS), docs)).toEqual([]);
});

test('docs/decisions/README.md lists every decision once, by its title', async () => {
  expect(decisions.length).toBeGreaterThan(70);
  expect(faultsOfList(await indexOf(DECISIONS), decisions)).toEqual([]);
});

test('docs/decisions/README.md has the status of each decision’s file, which the newer decision confirms', async () => {
  expect(faultsOfStatus(await indexOf(DECISIONS), decisions)).toEqual([]);
});

test.each([
  ['README.md', ['docs/README.md', 'docs/decisions/README.md']],
  ['CONTRIBUTING.md', ['docs/README.md', 'docs/decisions/README.md']],
])('%s links to both', async (page, targets) => {
  const text = await readFile(PROJECT + page, 'utf8');
  expect(targets.filter((target) => !text.includes(`](${target})`))).toEqual([]);
});

describe('finds a fault of an index', () => {
  const page: Page = { path: 'guides/sdk.md', text: '# The SDK\n\nText.\n' };

  test.each([
    ['a page that is missing', '', ['guides/sdk.md is linked 0 times']],
    [
      'a page that stands there twice',
      '- [The SDK](guides/sdk.md): it.\n- [The SDK](guides/sdk.md): it.',
      ['guides/sdk.md is linked 2 times'],
    ],
    [
      'a line that says nothing',
      '- [The SDK](guides/sdk.md)',
      ['guides/sdk.md has no line of its own that says something of it'],
    ],
    ['another title', '- [SDK](guides/sdk.md): it.', ['guides/sdk.md is called The SDK']],
    ['not one that is whole', '- [The SDK](guides/sdk.md): it.', []],
  ])('%s', (_name, index, faults) => {
    expect(faultsOfList(index, [page])).toEqual(faults);
  });
});

describe('finds a fault of a status', () => {
  const older = (line: string): Page => ({ path: '0001-a.md', text: `# 0001 · A\n\n${line}\n\n**Decided.** A.\n` });
  const newer = (line: string): Page => ({ path: '0002-b.md', text: `# 0002: B\n\n${line}\n\n**Decided.** B.\n` });
  const index = (first: string) => `- [0001 · A](0001-a.md): ${first}\n- [0002 · B](0002-b.md): in force\n`;
  const SAYS = '**Superseded by** [0002](0002-b.md): B.';
  const CONFIRMS = '**Supersedes** [0001](0001-a.md).';

  const ONE_SIDED = 'only one of the two says: 0001 Superseded by 0002';

  test.each([
    { name: 'one that the file does not say', listed: 'superseded by 0002', faults: ['0001-a.md says: in force'] },
    {
      name: 'one that the index does not say',
      listed: 'in force',
      first: SAYS,
      second: CONFIRMS,
      faults: ['0001-a.md says: superseded by 0002'],
    },
    { name: 'one that the newer page does not say', listed: 'superseded by 0002', first: SAYS, faults: [ONE_SIDED] },
    { name: 'one that only the newer page says', listed: 'in force', second: CONFIRMS, faults: [ONE_SIDED] },
    {
      name: 'one by a page that is not there',
      listed: 'superseded by 0003',
      first: SAYS.replaceAll('0002', '0003'),
      faults: ['only one of the two says: 0001 Superseded by 0003'],
    },
    { name: 'not one on which all agree', listed: 'superseded by 0002', first: SAYS, second: CONFIRMS, faults: [] },
  ])('$name', ({ listed, first = '', second = '', faults }) => {
    expect(faultsOfStatus(index(listed), [older(first), newer(second)])).toEqual(faults);
  });
});
