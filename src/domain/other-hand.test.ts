import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { doneByOthers, type KnownMovement, shareGivenBack, shareReceived } from './other-hand.ts';
import type { MoneyLine } from './payment.ts';

type Line = Parameters<typeof shareReceived>[0][number];

const line = (id: string, changes: Partial<MoneyLine> = {}): Line => {
  const { total = 1_000, dueNow = total } = changes;
  return {
    id,
    state: 'placed',
    dueFrom: null,
    total,
    dueNow,
    givenBack: 0,
    kept: 0,
    paid: [],
    authorised: dueNow,
    ...changes,
  };
};
const paid = (net: number, attemptId = 'first') => ({ paid: [{ attemptId, net }], authorised: 0 });

describe('what another hand captured', () => {
  test('is shared as each line item should pay', () => {
    expect(shareReceived([line('a'), line('b', { total: 500 })], 1_500)).toEqual([
      { id: 'a', amount: 1_000 },
      { id: 'b', amount: 500 },
    ]);
  });

  test('is for the line items that go on first, and for cancelled ones when it is more', () => {
    const lines = [line('gone', { state: 'cancelled' }), line('stays')];
    expect(shareReceived(lines, 1_000)).toEqual([{ id: 'stays', amount: 1_000 }]);
    expect(shareReceived(lines, 1_300)).toEqual([
      { id: 'gone', amount: 300 },
      { id: 'stays', amount: 1_000 },
    ]);
  });

  test('is shared in proportion when it is too little for all', () => {
    expect(shareReceived([line('a'), line('b'), line('c')], 1_000).map(({ amount }) => amount)).toEqual([
      334, 333, 333,
    ]);
  });

  test('is shared whole when a line item became cheaper since', () => {
    const cheaper = line('a', { total: 600, dueNow: 600 });
    expect(shareReceived([cheaper, line('b')], 2_000).reduce((sum, { amount }) => sum + amount, 0)).toBe(2_000);
  });
});

describe('what another hand gave back', () => {
  test('is what was due back anyway, and the rest is goodwill', () => {
    const lines = [line('gone', { state: 'cancelled', ...paid(1_000) }), line('stays', paid(1_000))];
    expect(shareGivenBack(lines, { attemptId: 'first', amount: 400 })).toEqual([
      { id: 'gone', amount: 400, goodwill: 0 },
    ]);
    expect(shareGivenBack(lines, { attemptId: 'first', amount: 1_300 })).toEqual([
      { id: 'gone', amount: 1_000, goodwill: 0 },
      { id: 'stays', amount: 300, goodwill: 300 },
    ]);
  });

  test('leaves to a refund that is under way what it gives back, unless nothing else is left', () => {
    const lines = [line('a', { givenBack: 300, ...paid(1_000) })];
    const underWay = new Map([['a', 300]]);
    const back = (amount: number) => shareGivenBack(lines, { attemptId: 'first', amount, underWay });
    expect(back(200)).toEqual([{ id: 'a', amount: 200, goodwill: 200 }]);
    expect(back(900)).toEqual([{ id: 'a', amount: 900, goodwill: 700 }]);
    expect(back(1_200)).toEqual([{ id: 'a', amount: 1_000, goodwill: 700 }]);
  });

  test('is taken from a kept deposit when nothing else is left', () => {
    const lines = [line('gone', { state: 'cancelled', kept: 200, ...paid(1_000) })];
    expect(shareGivenBack(lines, { attemptId: 'first', amount: 900 })).toEqual([
      { id: 'gone', amount: 900, goodwill: 100 },
    ]);
  });

  test('is taken only from what that attempt took', () => {
    const both = line('a', {
      paid: [
        { attemptId: 'first', net: 200 },
        { attemptId: 'second', net: 800 },
      ],
    });
    expect(shareGivenBack([both], { attemptId: 'first', amount: 200 })).toEqual([
      { id: 'a', amount: 200, goodwill: 200 },
    ]);
    expect(shareGivenBack([both], { attemptId: 'first', amount: 201 })).toEqual(
      shareGivenBack([both], { attemptId: 'first', amount: 200 }),
    );
  });
});

const amount = fc.nat({ max: 5_000 });
const lines = fc
  .array(fc.record({ dueNow: amount, more: amount, isCancelled: fc.boolean(), net: amount }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((given) =>
    given.map(({ dueNow, more, isCancelled, net }, at) =>
      line(String(at), { total: dueNow + more, dueNow, state: isCancelled ? 'cancelled' : 'placed', ...paid(net) }),
    ),
  );

test('for any amounts, nothing is lost and nothing is given twice', () => {
  fc.assert(
    fc.property(lines, amount, (given, moved) => {
      const total = (shares: { amount: number }[]) => shares.reduce((sum, one) => sum + one.amount, 0);
      const unpaid = given.map((one) => ({ ...one, paid: [], authorised: one.dueNow }));
      expect(total(shareReceived(unpaid, moved))).toBe(moved);
      const back = shareGivenBack(given, { attemptId: 'first', amount: moved });
      const has = new Map(given.map(({ id, paid: [first] }) => [id, first?.net ?? 0]));
      const most = [...has.values()].reduce((sum, one) => sum + one, 0);
      expect(total(back)).toBe(Math.min(moved, most));
      for (const share of back) {
        expect(share.amount).toBeLessThanOrEqual(has.get(share.id) ?? 0);
        expect(share.goodwill).toBeLessThanOrEqual(share.amount);
      }
    }),
  );
});

describe('what another hand did to a payment', () => {
  const movement = (id: string, changes: Partial<KnownMovement> = {}): KnownMovement => ({
    id,
    kind: 'capture',
    state: 'done',
    byHandRef: null,
    ...changes,
  });
  const captured = { status: 'captured', capturedAmount: 1_000, refunds: [] };

  test('is nothing when our books have all of it', () => {
    const refunds = [{ ref: 're_1', movementId: 'r', amount: 10 }];
    expect(doneByOthers([movement('c'), movement('r', { kind: 'refund' })], { ...captured, refunds })).toEqual({
      received: null,
      refunds: [],
      lost: false,
    });
  });

  test('is a capture that failed here or was never tried here', () => {
    expect(doneByOthers([], captured).received).toBe(1_000);
    expect(doneByOthers([movement('c', { state: 'failed' })], captured).received).toBe(1_000);
    expect(doneByOthers([movement('c', { byHandRef: 'pi_1' })], captured).received).toBeNull();
  });

  test('is each refund that our books do not have, once', () => {
    const refunds = [
      { ref: 're_1', movementId: null, amount: 10 },
      { ref: 're_2', movementId: null, amount: 20 },
      { ref: 're_3', movementId: 'failed here', amount: 30 },
    ];
    const known = [
      movement('c'),
      movement('x', { kind: 'refund', byHandRef: 're_1' }),
      movement('failed here', { kind: 'refund', state: 'failed' }),
    ];
    expect(doneByOthers(known, { ...captured, refunds }).refunds).toEqual([
      { ref: 're_2', amount: 20 },
      { ref: 're_3', amount: 30 },
    ]);
  });

  test('is a cancellation, unless our books have it', () => {
    const cancelled = { status: 'cancelled', capturedAmount: 0, refunds: [] };
    expect(doneByOthers([], cancelled).lost).toBe(true);
    expect(doneByOthers([movement('u', { kind: 'undo' })], cancelled).lost).toBe(false);
  });
});
