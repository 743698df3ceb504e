/** The counters of one (store, waitlist, batch, variant). held + sold never exceeds allocated; the database checks it too. */
export type UnitCounters = { allocated: number; held: number; sold: number };

export function unitsLeft(unit: UnitCounters): number {
  return unit.allocated - unit.held - unit.sold;
}

/** The units of a variant that one batch has. */
export type OfferedUnits = {
  unit: UnitCounters;
  /** The shopper's own hold on this very unit row, which this request replaces; 0 for none. */
  own: number;
};

/** How many a shopper could still have, all of one batch: a pre-order comes in one delivery. */
export function mostLeft(batches: readonly UnitCounters[]): number {
  return Math.max(0, ...batches.map(unitsLeft));
}

/**
 * What shoppers are told while nobody has chosen: the first batch, in the order in which they are sold, that has units
 * left; of a waitlist that is sold out the last one, since what comes back may come back late.
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
  /** Of each batch of the waitlist that has the variant, in the order in which they are sold. */
  batches: readonly Units[];
  limitPerCustomer: number | null;
  /** The customer's live holds and uncancelled units in this waitlist, without the own hold. */
  customerUnits: number;
  /** Live holds without the own one: of this e-mail and of this client address, in the store. */
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
 * All or nothing: who asks 3 with 2 left gets none of them, and the next smaller request still fits. All come from one
 * batch, the first that has enough (docs/decisions/0155-a-checkout-is-served-from-one-batch.md).
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
  // What others hold may come back, but only what is not sold can.
  const couldComeBack = Math.max(0, ...batches.map(({ unit }) => unit.allocated - unit.sold));
  return quantity <= couldComeBack ? { kind: 'held_by_others', left } : { kind: 'sold_out', left };
}
