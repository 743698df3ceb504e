import { expect, test } from 'vitest';
import { afterPage, startOfPage } from './page-cursor.ts';

type Entry = { id: number; at: number };

/** Lists as a platform does: what was created after a time, the oldest first, without the first so many. */
function listAll(entries: readonly Entry[], size: number): number[] {
  const ids: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 100; pages += 1) {
    const start = startOfPage(cursor);
    const page = entries.filter(({ at }) => at > start.after).slice(start.skip, start.skip + size);
    ids.push(...page.map(({ id }) => id));
    if (page.length < size) return ids;
    cursor = afterPage(
      start,
      page.map(({ at }) => new Date(at).toISOString()),
    );
  }
  throw new Error('the pages never end');
}

test.each([
  ['each at a time of its own', (nth: number) => 1_000 + nth * 50],
  ['all at one moment, as an import makes them', () => 5_000],
  ['some at one moment', (nth: number) => 1_000 + Math.floor(nth / 7)],
])('lists every entry once: %s', (_, at) => {
  const entries = Array.from({ length: 40 }, (_, id) => ({ id, at: at(id) }));
  for (const size of [1, 3, 5, 40, 50]) expect(listAll(entries, size)).toEqual(entries.map(({ id }) => id));
});

test.each(['', 'abc', '12', '-1.0', '1.1.1'])('“%s” is no cursor', (cursor) => {
  expect(() => startOfPage(cursor)).toThrow(expect.objectContaining({ kind: 'not_found' }));
});
