import type { NewJob } from '../../jobs/topics.ts';

// Of more at once each would cost hardly less, and what one of them waits for the others wait for as well.
const PREORDERS_AT_ONCE = 25;

type OfStore = { storeId: string; preorderId: string };

export function orderJob({ storeId, preorderId }: OfStore): NewJob {
  return { topic: 'order.due', storeId, subjectId: preorderId, detail: null };
}

/** As few jobs as look after the orders of all of these. */
export function orderJobs(preorders: readonly OfStore[]): NewJob[] {
  return [...Map.groupBy(preorders, ({ storeId }) => storeId)].flatMap(([storeId, some]) =>
    inChunks(some.map(({ preorderId }) => preorderId)).map((preorderIds): NewJob => {
      const [preorderId = ''] = preorderIds;
      if (preorderIds.length === 1) return orderJob({ storeId, preorderId });
      return { topic: 'orders.due', storeId, subjectId: storeId, detail: { preorderIds } };
    }),
  );
}

/** So many of them as are looked after at once. */
export function inChunks(preorderIds: readonly string[]): string[][] {
  const count = Math.ceil(preorderIds.length / PREORDERS_AT_ONCE);
  const chunkAt = (nth: number) => preorderIds.slice(nth * PREORDERS_AT_ONCE, (nth + 1) * PREORDERS_AT_ONCE);
  return Array.from({ length: count }, (_, nth) => chunkAt(nth));
}
