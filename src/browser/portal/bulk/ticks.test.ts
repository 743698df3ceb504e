import { expect, test } from 'vitest';
import { added, NO_TICKS, press, removed, type Ticks } from './ticks.ts';

const LIST = ['a', 'b', 'c', 'd', 'e'];
const same = (row: string) => row;
const ticked = ({ rows }: Ticks<string>) => [...rows.keys()].join('');
const click = (ticks: Ticks<string>, key: string, { on = true, through = false } = {}) =>
  press(ticks, { list: LIST, key, on, through }, same);

test('a press with Shift ticks up to the last one, in both directions', () => {
  const one = click(NO_TICKS, 'b');
  expect(ticked(one)).toBe('b');
  expect(ticked(click(one, 'd', { through: true }))).toBe('bcd');
  expect(ticked(click(click(NO_TICKS, 'd'), 'b', { through: true }))).toBe('dbc');
});

test('a press with Shift unticks as well, and means one row where nothing was pressed before', () => {
  const all = { rows: added(new Map(), LIST, same), last: 'b' };
  expect(ticked(click(all, 'd', { on: false, through: true }))).toBe('ae');
  expect(ticked(click(NO_TICKS, 'c', { through: true }))).toBe('c');
  const gone = { rows: new Map<string, string>(), last: 'not in the list' };
  expect(ticked(click(gone, 'c', { through: true }))).toBe('c');
});

test('what was done loses its tick, the others keep it', () => {
  expect([...removed(added(new Map(), LIST, same), ['a', 'c', 'x']).keys()]).toEqual(['b', 'd', 'e']);
});
