import { expect, test } from 'vitest';
import { createRests, restAfter } from './rests.ts';

function atTime() {
  let time = 0;
  const rests = createRests(() => time);
  const pass = (ms: number) => {
    time += ms;
  };
  return { rests, pass };
}

test('a page is followed by a rest, which has a bound', () => {
  expect(restAfter(100)).toBe(1_400);
  expect(restAfter(60_000)).toBe(10_000);
});

test('some changes at once are read without a rest', () => {
  const { rests } = atTime();
  expect(Array.from({ length: 200 }, () => rests.owe(10))).toEqual(Array(200).fill(0));
});

test('of thousands, each is followed by as long a rest as a page of the same work', () => {
  const { rests, pass } = atTime();
  let restedMs = 0;
  for (let nth = 0; nth < 1_000; nth += 1) {
    const rest = rests.owe(10);
    pass(rest);
    restedMs += rest;
  }
  expect(restedMs).toBe(1_000 * restAfter(10) - 30_000);
});

test('a slow machine rests a second after each at most', () => {
  const { rests } = atTime();
  for (let nth = 0; nth < 30; nth += 1) expect(rests.owe(5_000)).toBe(0);
  expect(rests.owe(5_000)).toBe(1_000);
});

test('what was owed is paid by time in which nothing is read', () => {
  const { rests, pass } = atTime();
  for (let nth = 0; nth < 214; nth += 1) rests.owe(10);
  expect(rests.owe(10)).toBe(100);
  pass(30_100);
  expect(rests.owe(10)).toBe(0);
});
