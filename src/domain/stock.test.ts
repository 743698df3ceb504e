import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideHold, type HoldFacts, unitsLeft } from './stock.ts';

const FACTS: HoldFacts = {
  quantity: 1,
  open: true,
  ownQuantity: 0,
  unit: { allocated: 10, held: 0, sold: 0 },
  limitPerCustomer: null,
  customerUnits: 0,
  customerHolds: 0,
  clientHolds: 0,
  customerHoldsMax: 3,
  clientHoldsMax: 20,
};

const decide = (changes: Partial<HoldFacts>) => decideHold({ ...FACTS, ...changes });

describe('a hold', () => {
  test('is granted up to the last unit', () => {
    expect(decide({ quantity: 10 })).toEqual({ kind: 'granted' });
    expect(decide({ unit: { allocated: 10, held: 4, sold: 5 } })).toEqual({ kind: 'granted' });
  });

  test('is all or nothing, and says what is left', () => {
    expect(decide({ quantity: 11 })).toEqual({ kind: 'sold_out', left: 10 });
    expect(decide({ quantity: 3, unit: { allocated: 10, held: 0, sold: 8 } })).toEqual({ kind: 'sold_out', left: 2 });
    expect(decide({ quantity: 2, unit: { allocated: 10, held: 0, sold: 8 } })).toEqual({ kind: 'granted' });
  });

  test('waits for others only where what they hold would be enough', () => {
    const unit = { allocated: 10, held: 3, sold: 6 };
    expect(decide({ quantity: 2, unit })).toEqual({ kind: 'held_by_others', left: 1 });
    expect(decide({ quantity: 4, unit })).toEqual({ kind: 'held_by_others', left: 1 });
    expect(decide({ quantity: 5, unit })).toEqual({ kind: 'sold_out', left: 1 });
  });

  test('may use the units of the own hold that it replaces', () => {
    const unit = { allocated: 10, held: 10, sold: 0 };
    expect(decide({ quantity: 2, ownQuantity: 2, unit })).toEqual({ kind: 'granted' });
    expect(decide({ quantity: 3, ownQuantity: 2, unit })).toEqual({ kind: 'held_by_others', left: 2 });
    expect(decide({ quantity: 1, ownQuantity: 0, unit })).toEqual({ kind: 'held_by_others', left: 0 });
  });

  test('is refused beyond the limit per customer, and says how many they may still have', () => {
    expect(decide({ limitPerCustomer: 2, quantity: 2 })).toEqual({ kind: 'granted' });
    expect(decide({ limitPerCustomer: 2, quantity: 3 })).toEqual({ kind: 'limit_per_customer', limit: 2, left: 2 });
    expect(decide({ limitPerCustomer: 2, customerUnits: 1, quantity: 2 })).toEqual({
      ...{ kind: 'limit_per_customer', limit: 2, left: 1 },
    });
    // A limit that was lowered below what they have already.
    expect(decide({ limitPerCustomer: 2, customerUnits: 5 })).toEqual({
      kind: 'limit_per_customer',
      limit: 2,
      left: 0,
    });
  });

  test('is refused to who holds too many at once, by e-mail or by address', () => {
    expect(decide({ customerHolds: 2 })).toEqual({ kind: 'granted' });
    expect(decide({ customerHolds: 3 })).toEqual({ kind: 'too_many_holds' });
    expect(decide({ clientHolds: 19 })).toEqual({ kind: 'granted' });
    expect(decide({ clientHolds: 20 })).toEqual({ kind: 'too_many_holds' });
  });

  test('is told the first reason of all that apply', () => {
    const all: Partial<HoldFacts> = { open: false, quantity: 99, limitPerCustomer: 1, customerHolds: 3 };
    expect(decide(all).kind).toBe('waitlist_not_open');
    expect(decide({ ...all, open: true }).kind).toBe('limit_per_customer');
    expect(decide({ ...all, open: true, limitPerCustomer: null }).kind).toBe('too_many_holds');
    expect(decide({ ...all, open: true, limitPerCustomer: null, customerHolds: 0 }).kind).toBe('sold_out');
  });

  test('never takes held and sold beyond the allocation, and a smaller one that fits is granted', () => {
    const small = fc.nat({ max: 12 });
    const facts = fc.record({
      spare: small,
      held: small,
      sold: small,
      own: small,
      quantity: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(facts, ({ spare, held, sold, own, quantity }) => {
        const ownQuantity = Math.min(own, held);
        const unit = { allocated: held + sold + spare, held, sold };
        const decision = decide({ quantity, ownQuantity, unit });
        const left = unitsLeft(unit) + ownQuantity;
        if (decision.kind === 'granted') {
          expect(held - ownQuantity + quantity + sold).toBeLessThanOrEqual(unit.allocated);
        } else {
          expect(decision).toMatchObject({ left });
          expect(quantity).toBeGreaterThan(left);
          if (left > 0) expect(decide({ quantity: left, ownQuantity, unit })).toEqual({ kind: 'granted' });
        }
      }),
    );
  });
});
