import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideHold, type HoldFacts, mostLeft, shownBatch, type UnitCounters, unitsLeft } from './stock.ts';

const FACTS: HoldFacts = {
  quantity: 1,
  open: true,
  batches: [{ unit: { allocated: 10, held: 0, sold: 0 }, own: 0 }],
  limitPerCustomer: null,
  customerUnits: 0,
  customerHolds: 0,
  clientHolds: 0,
  customerHoldsMax: 3,
  clientHoldsMax: 20,
};

type OneBatch = Partial<HoldFacts> & { unit?: UnitCounters; ownQuantity?: number };

/** Decides for a waitlist of one batch, as most are. */
const decide = ({ unit, ownQuantity = 0, ...changes }: OneBatch) =>
  decideHold({ ...FACTS, ...(unit ? { batches: [{ unit, own: ownQuantity }] } : {}), ...changes });
const batchesOf = (...counters: [allocated: number, held: number, sold: number][]) =>
  counters.map(([allocated, held, sold]) => ({ unit: { allocated, held, sold }, own: 0 }));

describe('a hold', () => {
  test('is granted up to the last unit', () => {
    expect(decide({ quantity: 10 })).toMatchObject({ kind: 'granted' });
    expect(decide({ unit: { allocated: 10, held: 4, sold: 5 } })).toMatchObject({ kind: 'granted' });
  });

  test('is all or nothing, and a refusal says what is left', () => {
    expect(decide({ quantity: 11 })).toEqual({ kind: 'sold_out', left: 10 });
    expect(decide({ quantity: 3, unit: { allocated: 10, held: 0, sold: 8 } })).toEqual({ kind: 'sold_out', left: 2 });
    expect(decide({ quantity: 2, unit: { allocated: 10, held: 0, sold: 8 } })).toMatchObject({ kind: 'granted' });
  });

  test('is refused because of other holds only if their units would be enough', () => {
    const unit = { allocated: 10, held: 3, sold: 6 };
    expect(decide({ quantity: 2, unit })).toEqual({ kind: 'held_by_others', left: 1 });
    expect(decide({ quantity: 4, unit })).toEqual({ kind: 'held_by_others', left: 1 });
    expect(decide({ quantity: 5, unit })).toEqual({ kind: 'sold_out', left: 1 });
  });

  test('can use the units of the hold that it replaces', () => {
    const unit = { allocated: 10, held: 10, sold: 0 };
    expect(decide({ quantity: 2, ownQuantity: 2, unit })).toMatchObject({ kind: 'granted' });
    expect(decide({ quantity: 3, ownQuantity: 2, unit })).toEqual({ kind: 'held_by_others', left: 2 });
    expect(decide({ quantity: 1, ownQuantity: 0, unit })).toEqual({ kind: 'held_by_others', left: 0 });
  });

  test('is refused beyond the limit per customer, and the refusal says how many units are left of it', () => {
    expect(decide({ limitPerCustomer: 2, quantity: 2 })).toMatchObject({ kind: 'granted' });
    expect(decide({ limitPerCustomer: 2, quantity: 3 })).toEqual({ kind: 'limit_per_customer', limit: 2, left: 2 });
    expect(decide({ limitPerCustomer: 2, customerUnits: 1, quantity: 2 })).toEqual({
      kind: 'limit_per_customer',
      limit: 2,
      left: 1,
    });
    // The limit was lowered below what the customer has already.
    expect(decide({ limitPerCustomer: 2, customerUnits: 5 })).toEqual({
      kind: 'limit_per_customer',
      limit: 2,
      left: 0,
    });
  });

  test('is refused to a shopper with too many holds, by e-mail or by client address', () => {
    expect(decide({ customerHolds: 2 })).toMatchObject({ kind: 'granted' });
    expect(decide({ customerHolds: 3 })).toEqual({ kind: 'too_many_holds' });
    expect(decide({ clientHolds: 19 })).toMatchObject({ kind: 'granted' });
    expect(decide({ clientHolds: 20 })).toEqual({ kind: 'too_many_holds' });
  });

  test('is refused for the first of several reasons', () => {
    const all: Partial<HoldFacts> = { open: false, quantity: 99, limitPerCustomer: 1, customerHolds: 3 };
    expect(decide(all).kind).toBe('waitlist_not_open');
    expect(decide({ ...all, open: true }).kind).toBe('limit_per_customer');
    expect(decide({ ...all, open: true, limitPerCustomer: null }).kind).toBe('too_many_holds');
    expect(decide({ ...all, open: true, limitPerCustomer: null, customerHolds: 0 }).kind).toBe('sold_out');
  });

  test('never makes held and sold exceed the allocation, and a smaller one that fits is granted', () => {
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
          if (left > 0) expect(decide({ quantity: left, ownQuantity, unit })).toMatchObject({ kind: 'granted' });
        }
      }),
    );
  });
});

describe('a hold on a waitlist of several batches', () => {
  test('has all its units from the first batch that has enough', () => {
    const batches = batchesOf([10, 0, 9], [10, 4, 4], [10, 0, 0]);
    const from = (quantity: number) => {
      const decision = decideHold({ ...FACTS, quantity, batches });
      return decision.kind === 'granted' ? batches.indexOf(decision.from) : decision;
    };
    expect(from(1)).toBe(0);
    expect(from(2)).toBe(1);
    expect(from(3)).toBe(2);
    expect(from(11)).toEqual({ kind: 'sold_out', left: 10 });
  });

  test('is refused with the units left in the best batch; other holds count only if one batch would be enough', () => {
    const decideOn = (quantity: number, batches: HoldFacts['batches']) => decideHold({ ...FACTS, quantity, batches });
    expect(decideOn(3, batchesOf([5, 0, 3], [5, 0, 4]))).toEqual({ kind: 'sold_out', left: 2 });
    expect(decideOn(3, batchesOf([5, 1, 3], [5, 3, 1]))).toEqual({ kind: 'held_by_others', left: 1 });
    expect(decideOn(5, batchesOf([5, 1, 3], [5, 3, 1]))).toEqual({ kind: 'sold_out', left: 1 });
  });

  test('can use the units of the hold that it replaces only in the batch of that hold', () => {
    const [first, second] = batchesOf([5, 5, 0], [5, 4, 0]);
    if (!first || !second) throw new Error('fewer than two batches');
    const own = { ...first, own: 2 };
    expect(decideHold({ ...FACTS, quantity: 2, batches: [own, second] })).toEqual({ kind: 'granted', from: own });
    expect(decideHold({ ...FACTS, quantity: 3, batches: [own, second] })).toEqual({ kind: 'held_by_others', left: 2 });
  });

  test('is granted exactly when one batch alone has enough', () => {
    const counters = fc.record({ spare: fc.nat({ max: 6 }), held: fc.nat({ max: 4 }), sold: fc.nat({ max: 4 }) });
    fc.assert(
      fc.property(
        fc.array(counters, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 8 }),
        (rows, quantity) => {
          const batches = rows.map(({ spare, held, sold }) => ({
            unit: { allocated: spare + held + sold, held, sold },
            own: 0,
          }));
          const decision = decideHold({ ...FACTS, quantity, batches });
          const first = rows.findIndex(({ spare }) => spare >= quantity);
          if (decision.kind === 'granted') expect(batches.indexOf(decision.from)).toBe(first);
          else expect([decision, first]).toMatchObject([{ left: mostLeft(batches.map(({ unit }) => unit)) }, -1]);
        },
      ),
    );
  });
});

test('shoppers see the first batch with units left, or the last batch when no units are left', () => {
  const batch = (name: string, ...left: number[]) => ({
    name,
    units: left.map((spare) => ({ allocated: 3 + spare, held: 1, sold: 2 })),
  });
  expect(shownBatch([batch('a', 0, 0), batch('b', 0, 1), batch('c', 4)])?.name).toBe('b');
  expect(shownBatch([batch('a', 0), batch('b', 0)])?.name).toBe('b');
  expect(shownBatch([])).toBeUndefined();
});
