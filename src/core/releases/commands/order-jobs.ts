import type { NewJob } from '../../jobs/topics.ts';

// A larger job would hardly cost less per pre-order, and a slow pre-order delays the others of its job.
const PREORDERS_AT_ONCE = 25;

type OfStore = { storeId: string; preorderId: string };

export function orderJob({ storeId, preorderId }: OfStore): NewJob {
  return { topic: 'order.due', storeId, subjectId: preorderId, detail: null };
}

/** Returns the jobs that prepare the orders of all these pre-orders: one for each chunk of a store. */
export function orderJobs(preorders: readonly OfStore[]): NewJob[] {
  return [...Map.groupBy(preorders, ({ storeId }) => storeId)].flatMap(([storeId, some]) =>
    inChunks(some.map(({ preorderId }) => preorderId)).map((preorderIds): NewJob => {
      const [preorderId = ''] = preorderIds;
      if (preorderIds.length === 1) return orderJob({ storeId, preorderId });
      return { topic: 'orders.due', storeId, subjectId: storeId, detail: { preorderIds } };
    }),
  );
}

/** Divides ids into chunks of at most PREORDERS_AT_ONCE. */
export function inChunks(preorderIds: readonly string[]): string[][] {
  const count = Math.ceil(preorderIds.length / PREORDERS_AT_ONCE);
  const chunkAt = (nth: number) => preorderIds.slice(nth * PREORDERS_AT_ONCE, (nth + 1) * PREORDERS_AT_ONCE);
  return Array.from({ length: count }, (_, nth) => chunkAt(nth));
}
