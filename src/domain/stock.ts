/**
 * The counters of one variant in one batch of a waitlist. held + sold never exceeds allocated; the database checks it too.
 */
export type UnitCounters = { allocated: number; held: number; sold: number };

export function unitsLeft(unit: UnitCounters): number {
  return unit.allocated - unit.held - unit.sold;
}

/** Returns the sum of two changes of counters, or the counters after a change. */
export function addUnits(one: UnitCounters, other: UnitCounters): UnitCounters {
  return { allocated: one.allocated + other.allocated, held: one.held + other.held, sold: one.sold + other.sold };
}

/** The units of a variant in one batch. */
export type OfferedUnits = {
  unit: UnitCounters;
  /** The shopper's own hold on this unit row, which this request replaces; 0 without one. */
  own: number;
};

/** Returns how many units a shopper could still have, all from one batch: a pre-order comes in one delivery. */
export function mostLeft(batches: readonly UnitCounters[]): number {
  return Math.max(0, ...batches.map(unitsLeft));
}

/**
 * Returns the batch whose ship window shoppers see before a hold gives them units of one: the first batch, in the order of
 * sale, that has units left. When all are sold out it is the last one, since units that come back may be of a late batch.
 */
export function shownBatch<Batch extends { units: readonly UnitCounters[] }>(
  batches: readonly Batch[],
): Batch | undefined {
  return batches.find(({ units }) => units.some((unit) => unitsLeft(unit) > 0)) ?? batches.at(-1);
}

export type HoldFacts<Units extends OfferedUnits = OfferedUnits> = {
  quantity: number;
  /** The waitlist takes pre-orders now. */
  open: boolean;
  /** The units in each batch of the waitlist that has the variant, in the order of sale. */
  batches: readonly Units[];
  limitPerCustomer: number | null;
  /** The customer's units in this waitlist, live holds and uncancelled line items, without the hold that is replaced. */
  customerUnits: number;
  /** The live holds of this e-mail address and of this client address in the store, without the one that is replaced. */
  customerHolds: number;
  clientHolds: number;
  customerHoldsMax: number;
  clientHoldsMax: number;
};

export type HoldDecision<Units extends OfferedUnits = OfferedUnits> =
  | { kind: 'granted'; from: Units }
  | { kind: 'waitlist_not_open' }
  | { kind: 'limit_per_customer'; limit: number; left: number }
  | { kind: 'too_many_holds' }
  | { kind: 'sold_out'; left: number }
  | { kind: 'held_by_others'; left: number };

/**
 * Decides about a hold, all or nothing: a request for 3 units with 2 left gets none, and a smaller request still fits. All
 * units come from one batch, the first that has enough (docs/decisions/0155-a-checkout-is-served-from-one-batch.md).
 */
export function decideHold<Units extends OfferedUnits>(facts: HoldFacts<Units>): HoldDecision<Units> {
  if (!facts.open) return { kind: 'waitlist_not_open' };
  const { limitPerCustomer: limit, quantity, batches } = facts;
  if (limit !== null && facts.customerUnits + quantity > limit) {
    return { kind: 'limit_per_customer', limit, left: Math.max(0, limit - facts.customerUnits) };
  }
  if (facts.customerHolds >= facts.customerHoldsMax || facts.clientHolds >= facts.clientHoldsMax) {
    return { kind: 'too_many_holds' };
  }
  const leftOf = ({ unit, own }: Units) => unitsLeft(unit) + own;
  const from = batches.find((units) => quantity <= leftOf(units));
  if (from) return { kind: 'granted', from };
  const left = Math.max(0, ...batches.map(leftOf));
  // Units that others hold may come back; sold units do not.
  const couldComeBack = Math.max(0, ...batches.map(({ unit }) => unit.allocated - unit.sold));
  return quantity <= couldComeBack ? { kind: 'held_by_others', left } : { kind: 'sold_out', left };
}
