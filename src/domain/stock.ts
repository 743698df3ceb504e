/** The counters of one (store, waitlist, batch, variant). held + sold never exceeds allocated; the database checks it too. */
export type UnitCounters = { allocated: number; held: number; sold: number };

export function unitsLeft(unit: UnitCounters): number {
  return unit.allocated - unit.held - unit.sold;
}

export type HoldFacts = {
  quantity: number;
  /** The waitlist takes pre-orders now. */
  open: boolean;
  /** The shopper's own hold on this very unit row, which this request replaces; 0 for none. */
  ownQuantity: number;
  unit: UnitCounters;
  limitPerCustomer: number | null;
  /** The customer's live holds and uncancelled units in this waitlist, without the own hold. */
  customerUnits: number;
  /** Live holds without the own one: of this e-mail and of this client address, in the store. */
  customerHolds: number;
  clientHolds: number;
  customerHoldsMax: number;
  clientHoldsMax: number;
};

export type HoldDecision =
  | { kind: 'granted' }
  | { kind: 'waitlist_not_open' }
  | { kind: 'limit_per_customer'; limit: number; left: number }
  | { kind: 'too_many_holds' }
  | { kind: 'sold_out'; left: number }
  | { kind: 'held_by_others'; left: number };

/** All or nothing: who asks 3 with 2 left gets none of them, and the next smaller request still fits. */
export function decideHold(facts: HoldFacts): HoldDecision {
  if (!facts.open) return { kind: 'waitlist_not_open' };
  const { limitPerCustomer: limit, quantity } = facts;
  if (limit !== null && facts.customerUnits + quantity > limit) {
    return { kind: 'limit_per_customer', limit, left: Math.max(0, limit - facts.customerUnits) };
  }
  if (facts.customerHolds >= facts.customerHoldsMax || facts.clientHolds >= facts.clientHoldsMax) {
    return { kind: 'too_many_holds' };
  }
  const left = unitsLeft(facts.unit) + facts.ownQuantity;
  if (quantity <= left) return { kind: 'granted' };
  // What others hold may come back, but only what is not sold can.
  const couldComeBack = facts.unit.allocated - facts.unit.sold;
  return quantity <= couldComeBack ? { kind: 'held_by_others', left } : { kind: 'sold_out', left };
}
