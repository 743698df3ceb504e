import { expect, test } from 'vitest';
import { orderJobs } from './order-jobs.ts';

const some = (storeId: string, count: number) =>
  Array.from({ length: count }, (_, nth) => ({ storeId, preorderId: `${storeId}-${nth}` }));

test('puts every pre-order into one job of its store, at most 25 into each', () => {
  const jobs = orderJobs([...some('a', 30), ...some('b', 2), ...some('a2', 51)]);
  expect(jobs.map(({ topic, storeId }) => `${topic} ${storeId}`)).toEqual([
    'orders.due a',
    'orders.due a',
    'orders.due b',
    'orders.due a2',
    'orders.due a2',
    'order.due a2',
  ]);
  const named = jobs.flatMap((job) => (job.topic === 'orders.due' ? job.detail.preorderIds : [job.subjectId]));
  expect(named).toEqual([...some('a', 30), ...some('b', 2), ...some('a2', 51)].map(({ preorderId }) => preorderId));
});

test('the subject of a job is its only pre-order, or the store when there are several', () => {
  expect(orderJobs(some('a', 1))).toEqual([{ topic: 'order.due', storeId: 'a', subjectId: 'a-0', detail: null }]);
  expect(orderJobs(some('a', 2))).toEqual([
    { topic: 'orders.due', storeId: 'a', subjectId: 'a', detail: { preorderIds: ['a-0', 'a-1'] } },
  ]);
  expect(orderJobs([])).toEqual([]);
});
