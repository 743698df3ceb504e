/** What Shopify says of a store's points after each operation. */
export type PointsLeft = { currentlyAvailable: number; restoreRate: number };

export type Points = {
  /** Returns the milliseconds after which there are enough points for the operation, and keeps them for it. */
  take(operation: string): number;
  /** Notes what an operation wanted, and what is left after it. */
  note(operation: string, requested: number, left: PointsLeft): void;
  /** Notes that an operation ended without an answer. */
  drop(operation: string): void;
};

type PointsState = { available: number; restoreRate: number; at: number; underWay: number };

// Of an operation that was never sent. Most want less, and none of ours more than ten times that.
const FIRST_COST = 50;

/**
 * Keeps count of a store's points, so that requests wait before Shopify refuses them. Others use the same points, so each answer
 * corrects the count. Until the first answer nothing is known, and nothing waits.
 */
export function createPoints(now: () => number = Date.now): Points {
  const costs = new Map<string, number>();
  let known: PointsState | null = null;
  const costOf = (operation: string) => costs.get(operation) ?? FIRST_COST;
  const end = (operation: string) => {
    if (known) known.underWay = Math.max(0, known.underWay - costOf(operation));
  };
  return {
    take(operation) {
      if (!known) return 0;
      const cost = costOf(operation);
      const free = known.available + ((now() - known.at) / 1_000) * known.restoreRate - known.underWay;
      known.underWay += cost;
      return free >= cost ? 0 : Math.ceil(((cost - free) / Math.max(1, known.restoreRate)) * 1_000);
    },
    note(operation, requested, { currentlyAvailable, restoreRate }) {
      end(operation);
      costs.set(operation, requested);
      known = { available: currentlyAvailable, restoreRate, at: now(), underWay: known?.underWay ?? 0 };
    },
    drop: end,
  };
}

// Adapters live for one task; a store's points are the same for all of them.
const stores = new Map<string, Points>();

export function pointsOf(origin: string): Points {
  const points = stores.get(origin) ?? createPoints();
  stores.set(origin, points);
  return points;
}
