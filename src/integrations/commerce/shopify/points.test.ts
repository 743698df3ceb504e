import { expect, test } from 'vitest';
import { createPoints } from './points.ts';

test('nothing waits before Shopify has said how many points there are', () => {
  expect(createPoints(() => 0).take('query A')).toBe(0);
});

test('requests wait for the points that others under way will take, and these come back over time', () => {
  let now = 0;
  const points = createPoints(() => now);
  points.take('create');
  points.note('create', 20, { currentlyAvailable: 50, restoreRate: 100 });
  expect([points.take('create'), points.take('create'), points.take('create')]).toEqual([0, 0, 100]);
  now = 1_000;
  expect(points.take('create')).toBe(0);
});

test('a request that ended without an answer takes no points', () => {
  const points = createPoints(() => 0);
  points.note('create', 40, { currentlyAvailable: 50, restoreRate: 100 });
  expect(points.take('create')).toBe(0);
  points.drop('create');
  expect(points.take('create')).toBe(0);
});

test('a store whose points others used up waits as long as its plan takes to give more', () => {
  const points = createPoints(() => 0);
  points.note('create', 20, { currentlyAvailable: 0, restoreRate: 1_000 });
  expect(points.take('create')).toBe(20);
});
