import { describe, expect, test } from 'vitest';
import { FORECAST_DAYS_MAX, forecastSellOut } from './forecast.ts';

/** A small generator of chance with a seed (mulberry32), so that every history can be repeated. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Draws the sales of a day around a mean, with as much spread again as chance alone has. */
function drawDay(random: () => number, mean: number): number {
  const busy = mean * Math.exp(0.35 * normal(random) - 0.06);
  return Math.max(0, Math.round(busy + Math.sqrt(busy) * normal(random)));
}

const WEEK = [0.8, 0.8, 0.9, 1, 1.1, 1.3, 1.1];

/** How many units sell on a day, on average, for each kind of sale. `wander` moves by itself from day to day. */
const KINDS: Record<string, (day: number, wander: number) => number> = {
  steady: (_, wander) => wander,
  'with weekends': (day, wander) => (WEEK[day % 7] ?? 1) * wander,
  'after a launch': (day, wander) => (0.5 + 3 * Math.exp(-day / 6)) * wander,
  'with campaigns': (day, wander) => (day % 30 < 4 ? 2.5 : 1) * wander,
};

type History = { sales: number[]; allocation: number };

function invent(kind: string, seed: number): History {
  const random = chance(seed);
  const pace = 2 + 30 * random();
  let wander = 1;
  const sales: number[] = [];
  for (let day = 0; day < 400; day += 1) {
    wander *= Math.exp(0.04 * normal(random));
    sales.push(drawDay(random, pace * (KINDS[kind]?.(day, wander) ?? 0)));
  }
  return { sales, allocation: Math.round(pace * (20 + 60 * random())) };
}

type Verdict = 'inside' | 'too early' | 'too late' | 'none';

/** Asks for a forecast on one day of a history, and looks when it was really sold out. */
function judge({ sales, allocation }: History, askedOn: number): Verdict {
  const known = sales.slice(Math.max(0, askedOn - 56), askedOn);
  const sold = sales.slice(0, askedOn).reduce((sum, units) => sum + units, 0);
  let left = allocation - sold;
  if (left <= 0) return 'none';
  const found = forecastSellOut(known, left);
  if (!found) return 'none';
  let day = 0;
  while (left > 0 && day < FORECAST_DAYS_MAX) {
    left -= sales[askedOn + day] ?? 0;
    day += 1;
  }
  if (found.earliest === null || day < found.earliest) return 'too early';
  return found.latest !== null && day > found.latest ? 'too late' : 'inside';
}

const HISTORIES = 400;

type Tried = { inside: number; judged: number };

/** Asks for a forecast one, two and four weeks after each invented sale began. */
function tryOut(kind: string): Tried {
  const verdicts = Array.from({ length: HISTORIES }, (_, seed) => {
    const history = invent(kind, seed + 1);
    return [7, 14, 28].map((day) => judge(history, day));
  }).flat();
  const judged = verdicts.filter((verdict) => verdict !== 'none');
  return { inside: judged.filter((verdict) => verdict === 'inside').length, judged: judged.length };
}

describe('tried on invented sales', () => {
  const tried = Object.keys(KINDS).map((kind) => ({ kind, ...tryOut(kind) }));

  test.each(tried)('$kind: the window holds in more than seven of ten cases', ({ inside, judged }) => {
    expect(judged).toBeGreaterThan(2 * HISTORIES);
    expect(inside / judged).toBeGreaterThan(0.72);
    expect(inside / judged).toBeLessThan(0.96);
  });

  test('of all kinds together it holds about four times of five', () => {
    const sum = (of: (one: Tried) => number) => tried.reduce((total, one) => total + of(one), 0);
    const coverage = sum(({ inside }) => inside) / sum(({ judged }) => judged);
    expect(coverage).toBeGreaterThan(0.78);
    expect(coverage).toBeLessThan(0.9);
  });
});

describe('a forecast', () => {
  test('is not made from too little', () => {
    expect(forecastSellOut([], 10)).toBeNull();
    expect(forecastSellOut([9, 9, 9], 10)).toBeNull();
    expect(forecastSellOut([1, 0, 2, 1, 0, 0], 10)).toBeNull();
  });

  test('of ten units a day says ten days for a hundred, with days before and after', () => {
    const found = forecastSellOut(Array(28).fill(10), 100);
    expect(found?.pace).toBeCloseTo(10);
    expect(found?.expected).toBe(10);
    expect(found?.earliest).toBeLessThan(10);
    expect(found?.latest).toBeGreaterThan(10);
  });

  test('is surer the less is left', () => {
    const width = (left: number) => {
      const { earliest, latest } = forecastSellOut(Array(28).fill(10), left) ?? {};
      return (latest ?? 0) - (earliest ?? 0);
    };
    expect(width(20)).toBeLessThan(width(200));
  });

  test('of what is sold out is now, and of what takes years is open', () => {
    expect(forecastSellOut([5, 5, 5, 5], 0)).toMatchObject({ expected: 0, earliest: 0, latest: 0 });
    expect(forecastSellOut([5, 5, 5, 5], 1_000_000)).toMatchObject({ expected: null, earliest: null, latest: null });
  });

  test('never comes out of order', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const { sales, allocation } = invent('after a launch', seed);
      const found = forecastSellOut(sales.slice(0, 20), allocation);
      if (!found) continue;
      const { earliest, expected, latest } = found;
      expect((earliest ?? 999) <= (expected ?? 999) && (expected ?? 999) <= (latest ?? 999), `seed ${seed}`).toBe(true);
    }
  });
});
