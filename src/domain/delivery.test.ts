import { expect, test } from 'vitest';
import { deliveryStatus } from './delivery.ts';

const JUNE = { from: '2030-06-10', until: '2030-06-15' };
const statusOn = (today: string, units: { waiting: number; free: number }) => deliveryStatus(units, JUNE, today);

test('a batch is at risk a week before it ships, and late when its window is over', () => {
  const units = { waiting: 10, free: 4 };
  expect(statusOn('2030-06-02', units)).toBe('on_time');
  expect(statusOn('2030-06-03', units)).toBe('at_risk');
  expect(statusOn('2030-06-15', units)).toBe('at_risk');
  expect(statusOn('2030-06-16', units)).toBe('late');
});

test('units for all who wait make it ready, but do not undo a missed window', () => {
  expect(statusOn('2030-06-14', { waiting: 10, free: 10 })).toBe('ready');
  expect(statusOn('2030-06-16', { waiting: 10, free: 10 })).toBe('late');
});

test('a batch that nobody waits for is never late', () => {
  expect(statusOn('2031-01-01', { waiting: 0, free: 0 })).toBe('idle');
});
