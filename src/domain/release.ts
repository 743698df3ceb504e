import { AppError } from './error.ts';

/** A line item that waits for a unit of its batch and variant. */
export type QueuedLine = {
  id: string;
  variantId: string;
  /** Its payment failed or is disputed. It keeps its place, and a unit is kept for it until that is over. */
  barred: boolean;
};

export type Allotment<Line extends QueuedLine> = {
  /** The line items that get a unit now. */
  released: Line[];
  /** The barred line items for which a unit is kept. */
  kept: Line[];
  /** The line items for which there is no unit. */
  leftOut: Line[];
};

/**
 * Allots the units that have arrived: first come, first served, by variant. `queue` is in order of age, and `free` counts
 * the units of each variant that no line item has.
 */
export function allotUnits<Line extends QueuedLine>(
  queue: readonly Line[],
  free: ReadonlyMap<string, number>,
): Allotment<Line> {
  const left = new Map(free);
  const allotment: Allotment<Line> = { released: [], kept: [], leftOut: [] };
  for (const line of queue) {
    const units = left.get(line.variantId) ?? 0;
    if (units > 0) left.set(line.variantId, units - 1);
    allotment[units <= 0 ? 'leftOut' : line.barred ? 'kept' : 'released'].push(line);
  }
  return allotment;
}

/**
 * Plans a new release: the allotted units that no running release has planned. `limit` takes only the first line items,
 * whatever their variant; null takes all.
 */
export function planRelease<Line extends QueuedLine>(
  { queue, free }: { queue: readonly Line[]; free: ReadonlyMap<string, number> },
  planned: ReadonlyMap<string, number>,
  limit: number | null,
): { units: Map<string, number>; lines: Line[] } {
  const { leftOut } = allotUnits(queue, free);
  const unserved = new Set(leftOut);
  const stillPlanned = new Map(planned);
  const units = new Map<string, number>();
  const lines: Line[] = [];
  for (const line of queue) {
    if (unserved.has(line)) continue;
    if (limit !== null && lines.length >= limit) break;
    const taken = stillPlanned.get(line.variantId) ?? 0;
    if (taken > 0) stillPlanned.set(line.variantId, taken - 1);
    else {
      units.set(line.variantId, (units.get(line.variantId) ?? 0) + 1);
      lines.push(line);
    }
  }
  return { units, lines };
}

/**
 * Returns the line items to which a release hands units now: the first of those that can have one, up to what is left of
 * the release's plan for each variant (`quota`).
 */
export function linesToRelease<Line extends QueuedLine>(
  { queue, free }: { queue: readonly Line[]; free: ReadonlyMap<string, number> },
  quota: ReadonlyMap<string, number>,
): Line[] {
  const left = new Map(quota);
  return allotUnits(queue, free).released.filter((line) => {
    const units = left.get(line.variantId) ?? 0;
    if (units > 0) left.set(line.variantId, units - 1);
    return units > 0;
  });
}

/**
 * Returns the head of a queue without a last pre-order of which only a part may have been read: the line items of a
 * pre-order are released, and so charged, together. `limit` is how many line items that are not barred were read at most.
 * It is never less than a pre-order can have, so one that fills the whole head is complete.
 */
export function withoutPartialPreorder<Line extends QueuedLine & { preorderId: string }>(
  head: readonly Line[],
  limit: number,
): Line[] {
  const ready = head.filter(({ barred }) => !barred);
  const last = ready.at(-1)?.preorderId;
  const first = ready[0]?.preorderId;
  return ready.length < limit || first === last ? [...head] : head.filter(({ preorderId }) => preorderId !== last);
}

// The bound of an allocation; the database has the same.
const ARRIVED_MAX = 10_000_000;

/** Returns how many units have arrived in all. Throws `arrived_below_released` when line items already have more. */
export function checkArrived(counted: number, released: number): number {
  if (!Number.isSafeInteger(counted) || counted < 0 || counted > ARRIVED_MAX) {
    throw new AppError('invalid_parameter', `What has arrived is a whole number from 0 to ${ARRIVED_MAX}.`, {
      param: 'variant',
    });
  }
  if (counted < released) {
    const given = released === 1 ? '1 unit was' : `${released} units were`;
    const message = `${given} given to line items already, so at least as many have arrived, not ${counted}.`;
    throw new AppError('arrived_below_released', message, { param: 'variant', data: { floor: released } });
  }
  return counted;
}

const RELEASE_LIMIT_MAX = 1_000_000;

/** Returns how many line items a release may take; null for as many as there are units. */
export function checkReleaseLimit(limit: number | null): number | null {
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1 || limit > RELEASE_LIMIT_MAX)) {
    throw new AppError('invalid_parameter', `A limit is a whole number from 1 to ${RELEASE_LIMIT_MAX}.`, {
      param: 'limit',
    });
  }
  return limit;
}
