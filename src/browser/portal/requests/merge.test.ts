import { expect, test } from 'vitest';
import { merge } from './merge.ts';

const before = { limit: '2', text: 'a', DE: '4.90' };
type Typed = Partial<typeof before> & Record<string, string>;
const merged = (mine: Typed, theirs: Typed) => merge<Typed>({ before, mine, theirs });

test('what only one has changed is kept', () => {
  expect(merged({ ...before, limit: '3' }, { ...before, text: 'b' })).toEqual({
    typed: { limit: '3', text: 'b', DE: '4.90' },
    meanwhile: [{ id: 'text', now: 'b' }],
  });
});

test('what both have changed stays as it was typed, and is told with the other', () => {
  expect(merged({ ...before, limit: '3' }, { ...before, limit: '4' })).toEqual({
    typed: { ...before, limit: '3' },
    meanwhile: [{ id: 'limit', now: '4', yours: '3' }],
  });
});

test('nothing is told where both have changed it to the same, or others changed nothing that is shown', () => {
  expect(merged({ ...before, limit: '3' }, { ...before, limit: '3' }).meanwhile).toEqual([]);
  expect(merged({ ...before, limit: '3' }, before).meanwhile).toEqual([]);
});

test('a row that one took out or added is a change like others', () => {
  const { DE: _, ...without } = before;
  expect(merged({ ...before, DE: '5.90' }, without).meanwhile).toEqual([{ id: 'DE', now: undefined, yours: '5.90' }]);
  expect(merged(before, { ...before, AT: '7.90' })).toEqual({
    typed: { ...before, AT: '7.90' },
    meanwhile: [{ id: 'AT', now: '7.90' }],
  });
});
