import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BookedPayment, reconcile, type TheirPayment } from './reconciliation.ts';

const amount = fc.integer({ min: 1, max: 1_000_000 });
const payments = fc.uniqueArray(
  fc.record({ ref: fc.uuid(), captured: amount, refunds: fc.array(amount, { maxLength: 3 }) }),
  { selector: ({ ref }) => ref, minLength: 1, maxLength: 20 },
);

type MadePayment = { ref: string; captured: number; refunds: number[] };

const ours = ({ ref, captured, refunds }: MadePayment): BookedPayment => ({
  ref,
  attemptId: `attempt of ${ref}`,
  preorderId: null,
  reference: null,
  mayHold: true,
  moving: false,
  currency: 'EUR',
  captured,
  refunds: refunds.map((back, place) => ({ movementId: `${ref} ${place}`, ref: null, amount: back })),
});

const theirs = ({ ref, captured, refunds }: MadePayment): TheirPayment => ({
  ref,
  attemptId: `attempt of ${ref}`,
  holdsAuthorisation: false,
  currency: 'EUR',
  captured,
  refunds: refunds.map((back, place) => ({ ref: `re_${place}`, movementId: `${ref} ${place}`, amount: back })),
});

const one = (made: Partial<MadePayment> = {}): MadePayment => ({ ref: 'pi_1', captured: 1_000, refunds: [], ...made });

describe('reconciling', () => {
  test('finds no difference between equal books, in any order', () => {
    fc.assert(
      fc.property(payments, (made) => {
        expect(reconcile(made.map(ours), made.map(theirs).reverse())).toEqual([]);
      }),
    );
  });

  test('finds a payment that is missing on either side, and one of another amount', () => {
    fc.assert(
      fc.property(payments, amount, (made, more) => {
        const [first, ...rest] = made;
        if (!first) return;
        const plain = { ...first, refunds: [] };
        const all = [plain, ...rest];
        expect(reconcile(all.map(ours), rest.map(theirs))).toMatchObject([{ kind: 'missing_there', ref: first.ref }]);
        expect(reconcile(rest.map(ours), all.map(theirs))).toMatchObject([{ kind: 'missing_here', ref: first.ref }]);
        const other = { ...plain, captured: plain.captured + more };
        expect(reconcile([other, ...rest].map(ours), all.map(theirs))).toMatchObject([
          { kind: 'amount', ref: first.ref, here: other.captured, there: plain.captured },
        ]);
      }),
    );
  });

  test('finds every refund that only one side has', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 5 }), fc.array(amount, { maxLength: 5 }), (mine, yours) => {
        const found = reconcile([ours(one({ refunds: mine }))], [theirs(one({ refunds: yours }))]);
        const shared = Math.min(mine.length, yours.length);
        const differing = mine.slice(0, shared).filter((value, place) => value !== yours[place]).length;
        expect(found).toHaveLength(Math.abs(mine.length - yours.length) + differing);
        for (const difference of found) expect(difference.of).toBe('refund');
      }),
    );
  });

  test('finds a refund of ours that the provider made twice', () => {
    const payment = theirs(one({ refunds: [10] }));
    const twice = { ...payment, refunds: [...payment.refunds, { ref: 're_again', movementId: 'pi_1 0', amount: 10 }] };
    expect(reconcile([ours(one({ refunds: [10] }))], [twice])).toMatchObject([{ kind: 'missing_here', there: 10 }]);
  });

  test('ignores payments with a movement under way, and unknown ones without money', () => {
    expect(reconcile([{ ...ours(one()), moving: true }], [theirs(one({ captured: 0 }))])).toEqual([]);
    expect(reconcile([{ ...ours(one()), moving: true }], [])).toEqual([]);
    expect(reconcile([], [theirs(one({ captured: 0 }))])).toEqual([]);
    expect(reconcile([ours(one({ captured: 0 }))], [])).toEqual([]);
  });

  test('finds money that is held for a payment that is over, and another currency', () => {
    const held = { ...theirs(one({ captured: 0 })), holdsAuthorisation: true };
    const over = { ...ours(one({ captured: 0 })), mayHold: false };
    expect(reconcile([over], [held])).toMatchObject([{ kind: 'state' }]);
    expect(reconcile([{ ...over, mayHold: true }], [held])).toEqual([]);
    expect(reconcile([], [held])).toMatchObject([{ kind: 'missing_here' }]);
    expect(reconcile([ours(one())], [{ ...theirs(one()), currency: 'USD' }])).toMatchObject([{ kind: 'amount' }]);
  });
});
