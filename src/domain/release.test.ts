import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AppError } from './error.ts';
import {
  allotUnits,
  checkArrived,
  checkReleaseLimit,
  linesToRelease,
  planRelease,
  type QueuedLine,
  withoutPartialPreorder,
} from './release.ts';

const queueOf = (text: string): QueuedLine[] =>
  [...text].map((letter, index) => ({
    id: `${letter}${index}`,
    variantId: letter.toLowerCase(),
    barred: letter !== letter.toLowerCase(), // a capital letter is a barred line item
  }));
const ids = (lines: readonly QueuedLine[]) => lines.map(({ id }) => id).join(' ');
const unitsOf = (units: Record<string, number>) => new Map(Object.entries(units));

describe('units that have arrived', () => {
  test('go to the line item that waits longest, by variant', () => {
    const { released, kept, leftOut } = allotUnits(queueOf('mmlml'), unitsOf({ m: 2, l: 1 }));
    expect([ids(released), ids(kept), ids(leftOut)]).toEqual(['m0 m1 l2', '', 'm3 l4']);
  });

  test('are kept for barred line items, which keep their places', () => {
    const { released, kept, leftOut } = allotUnits(queueOf('mMmm'), unitsOf({ m: 3 }));
    expect([ids(released), ids(kept), ids(leftOut)]).toEqual(['m0 m2', 'M1', 'm3']);
  });

  test('are each given once, in the order of the queue', () => {
    fc.assert(
      fc.property(queues, counts, (queue, free) => {
        const { released, kept, leftOut } = allotUnits(queue, free);
        expect(ids([...released, ...kept, ...leftOut].sort(byPlace))).toBe(ids(queue));
        for (const variantId of VARIANTS) {
          const ofVariant = (lines: readonly QueuedLine[]) => lines.filter((line) => line.variantId === variantId);
          const given = ofVariant([...released, ...kept]);
          const waiting = ofVariant(queue);
          expect(given.length).toBe(Math.min(waiting.length, free.get(variantId) ?? 0));
          expect(ids(given.sort(byPlace))).toBe(ids(waiting.slice(0, given.length)));
        }
        expect(released.some(({ barred }) => barred)).toBe(false);
      }),
    );
  });
});

describe('a release', () => {
  const plan = (queue: string, free: Record<string, number>, { planned = {}, limit = null as number | null } = {}) => {
    const { units, lines } = planRelease({ queue: queueOf(queue), free: unitsOf(free) }, unitsOf(planned), limit);
    return { units: Object.fromEntries(units), lines: ids(lines) };
  };

  test('plans the allotted units', () => {
    expect(plan('mmlml', { m: 2, l: 5 })).toEqual({ units: { m: 2, l: 2 }, lines: 'm0 m1 l2 l4' });
    expect(plan('mm', {})).toEqual({ units: {}, lines: '' });
  });

  test('with a limit takes the oldest line items, whatever their variant', () => {
    expect(plan('mlmm', { m: 3, l: 1 }, { limit: 2 })).toEqual({ units: { m: 1, l: 1 }, lines: 'm0 l1' });
  });

  test('does not plan what a running release has planned', () => {
    expect(plan('mmm', { m: 3 }, { planned: { m: 2 } })).toEqual({ units: { m: 1 }, lines: 'm2' });
    expect(plan('mmm', { m: 2 }, { planned: { m: 2 } })).toEqual({ units: {}, lines: '' });
  });

  test('hands out as many units as it planned, also behind a kept place', () => {
    const handedOut = (queue: string, free: Record<string, number>, quota: Record<string, number>) =>
      ids(linesToRelease({ queue: queueOf(queue), free: unitsOf(free) }, unitsOf(quota)));
    expect(handedOut('mmm', { m: 3 }, { m: 2 })).toBe('m0 m1');
    expect(handedOut('Mm', { m: 2 }, { m: 2 })).toBe('m1');
    expect(handedOut('Mm', { m: 1 }, { m: 1 })).toBe('');
    expect(handedOut('mm', { m: 1 }, { m: 2 })).toBe('m0'); // a new count found one unit less
  });

  test('does not take a pre-order of which only a part was read', () => {
    const head = (text: string) => queueOf(text).map((line) => ({ ...line, preorderId: line.variantId }));
    expect(ids(withoutPartialPreorder(head('aabbb'), 5))).toBe('a0 a1');
    expect(ids(withoutPartialPreorder(head('aabbb'), 6))).toBe('a0 a1 b2 b3 b4'); // the whole queue was read
    expect(ids(withoutPartialPreorder(head('aaaaa'), 5))).toBe('a0 a1 a2 a3 a4'); // as many as a pre-order can have
    expect(ids(withoutPartialPreorder(head('Xaab'), 3))).toBe('X0 a1 a2'); // a barred line item does not count
    expect(withoutPartialPreorder([], 5)).toEqual([]);
  });

  test('never plans a unit that an earlier release planned, and both together plan all', () => {
    const limits = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
    fc.assert(
      fc.property(queues, counts, limits, (queue, free, limit) => {
        const first = planRelease({ queue, free }, new Map(), limit);
        const second = planRelease({ queue, free }, first.units, null);
        const { released, kept } = allotUnits(queue, free);
        const sum = (units: ReadonlyMap<string, number>) => [...units.values()].reduce((all, one) => all + one, 0);
        expect(sum(first.units) + sum(second.units)).toBe(released.length + kept.length);
        expect(ids([...first.lines, ...second.lines].sort(byPlace))).toBe(ids([...released, ...kept].sort(byPlace)));
        if (limit !== null) expect(first.lines.length).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

test('a count of arrived units is a whole number, not below the units that line items have', () => {
  expect(checkArrived(0, 0)).toBe(0);
  expect(checkArrived(5, 5)).toBe(5);
  for (const absurd of [-1, 1.5, Number.NaN, 10_000_001]) expect(() => checkArrived(absurd, 0)).toThrow(AppError);
  expect(() => checkArrived(0, 1)).toThrow(/^1 unit was given/);
  expect(() => checkArrived(4, 5)).toThrow(expect.objectContaining({ code: 'arrived_below_released' }));
});

test('a limit is a whole number of at least one', () => {
  expect([checkReleaseLimit(null), checkReleaseLimit(1)]).toEqual([null, 1]);
  for (const absurd of [0, -1, 0.5, 1e9]) expect(() => checkReleaseLimit(absurd)).toThrow(AppError);
});

const VARIANTS = ['m', 'l', 's'];
const queues = fc
  .array(fc.tuple(fc.constantFrom(...VARIANTS), fc.boolean()), { maxLength: 30 })
  .map((lines) => lines.map(([variantId, barred], index): QueuedLine => ({ id: `${index}`, variantId, barred })));
const counts = fc
  .tuple(...VARIANTS.map(() => fc.nat({ max: 12 })))
  .map((units) => new Map(VARIANTS.map((variantId, index) => [variantId, units[index] ?? 0])));

function byPlace(one: QueuedLine, other: QueuedLine): number {
  return Number(one.id.replace(/\D/g, '')) - Number(other.id.replace(/\D/g, ''));
}
