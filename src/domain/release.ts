import { AppError } from './error.ts';

/** A line item that waits for a unit of its batch and variant. */
export type QueuedLine = {
  id: string;
  variantId: string;
  /** Its money is not there, or a bank decides about it: it keeps its place and the unit, which it is given once that is over. */
  barred: boolean;
};

export type Allotment<Line extends QueuedLine> = {
  /** These get a unit now. */
  released: Line[];
  /** A unit is kept for these. */
  kept: Line[];
  /** There is none for these. */
  leftOut: Line[];
};

/**
 * Who gets the units that have arrived: first come, first served, by variant. `queue` is in its order, `free` counts the
 * units of each variant that nobody has.
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
 * What a new release may hand out: what is allotted and not planned by one that still runs. `limit` takes the first of
 * them, whatever their variant; null takes all.
 */
export function planRelease<Line extends QueuedLine>(
  { queue, free }: { queue: readonly Line[]; free: ReadonlyMap<string, number> },
  planned: ReadonlyMap<string, number>,
  limit: number | null,
): { units: Map<string, number>; lines: Line[] } {
  const { leftOut } = allotUnits(queue, free);
  const without = new Set(leftOut);
  const others = new Map(planned);
  const units = new Map<string, number>();
  const lines: Line[] = [];
  for (const line of queue) {
    if (without.has(line)) continue;
    if (limit !== null && lines.length >= limit) break;
    const taken = others.get(line.variantId) ?? 0;
    if (taken > 0) others.set(line.variantId, taken - 1);
    else {
      units.set(line.variantId, (units.get(line.variantId) ?? 0) + 1);
      lines.push(line);
    }
  }
  return { units, lines };
}

/** The lines a release hands units to now: of all that could have one, as many of each variant as it has left to give. */
export function takeTurn<Line extends QueuedLine>(
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
 * The head of a queue of which `limit` lines were read that wait for nothing but a unit, without the pre-order that may go on
 * behind it: its line items are released, and so charged, together. What `limit` is never below: a pre-order's line items.
 */
export function withoutCut<Line extends QueuedLine & { preorderId: string }>(
  head: readonly Line[],
  limit: number,
): Line[] {
  const ready = head.filter(({ barred }) => !barred);
  const last = ready.at(-1)?.preorderId;
  const first = ready[0]?.preorderId;
  return ready.length < limit || first === last ? [...head] : head.filter(({ preorderId }) => preorderId !== last);
}

// The bound of an allocation, and of the database.
const ARRIVED_MAX = 10_000_000;

/** How many have arrived in all: not fewer than line items have of them. */
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

export const RELEASE_LIMIT_MAX = 1_000_000;

/** How many line items a release may take; null is as many as there are units. */
export function checkReleaseLimit(limit: number | null): number | null {
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1 || limit > RELEASE_LIMIT_MAX)) {
    throw new AppError('invalid_parameter', `A limit is a whole number from 1 to ${RELEASE_LIMIT_MAX}.`, {
      param: 'limit',
    });
  }
  return limit;
}
