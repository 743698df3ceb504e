import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_TRANSITIONS,
  type AttemptState,
  type Authorisation,
  attemptCanBecome,
  LIVE_ATTEMPTS,
  type MoneyLine,
  nextMovement,
} from './payment.ts';

describe('an attempt', () => {
  const STATES = Object.keys(ATTEMPT_TRANSITIONS) as AttemptState[];
  const allowed = new Set([
    'created open',
    'created abandoned',
    'open cancel_sent',
    'open placed',
    'open surplus',
    'open cancelled',
    'cancel_sent cancelled',
    'cancel_sent surplus',
    'surplus cancelled',
  ]);

  test.each(STATES.flatMap((from) => STATES.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
    expect(attemptCanBecome(from, to)).toBe(allowed.has(`${from} ${to}`));
  });

  test('that may still take money can still end; only a surplus ends without being live', () => {
    const unfinished = STATES.filter((state) => ATTEMPT_TRANSITIONS[state].length > 0);
    expect(unfinished.sort()).toEqual([...LIVE_ATTEMPTS, 'surplus'].sort());
  });
});

const line = (id: string, changes: Partial<MoneyLine> = {}): MoneyLine => ({
  ...{ id, cancelled: false, total: 1_000, net: 0, moving: false },
  ...changes,
});

describe('while the authorisation waits', () => {
  test('what is not cancelled is captured, in one movement', () => {
    const lines = [line('a'), line('b', { cancelled: true }), line('c', { total: 500 })];
    expect(nextMovement(lines, 'waiting')).toEqual({
      kind: 'capture',
      amount: 1_500,
      lines: [
        { id: 'a', amount: 1_000 },
        { id: 'c', amount: 500 },
      ],
    });
  });

  test('it is undone when everything is cancelled', () => {
    const lines = [line('a', { cancelled: true }), line('b', { cancelled: true })];
    expect(nextMovement(lines, 'waiting')).toEqual({ kind: 'undo', amount: 0, lines: [] });
  });

  test('nothing moves beside a movement under way', () => {
    expect(nextMovement([line('a', { moving: true }), line('b')], 'waiting')).toBeNull();
  });

  test('a line that costs nothing is captured with the others', () => {
    expect(nextMovement([line('a', { total: 0 })], 'waiting')).toMatchObject({ kind: 'capture', amount: 0 });
  });
});

describe('once it has ended', () => {
  test('what was paid and cancelled is refunded', () => {
    const lines = [line('a', { net: 1_000 }), line('b', { net: 1_000, cancelled: true })];
    expect(nextMovement(lines, 'ended')).toEqual({
      ...{ kind: 'refund', amount: 1_000, lines: [{ id: 'b', amount: 1_000 }] },
    });
  });

  test('nothing is refunded twice, nor while its line moves', () => {
    expect(nextMovement([line('a', { cancelled: true })], 'ended')).toBeNull();
    expect(nextMovement([line('a', { cancelled: true, net: 1_000, moving: true })], 'ended')).toBeNull();
  });

  test('a line beside one that moves is not kept waiting', () => {
    const lines = [
      line('a', { net: 1_000, cancelled: true, moving: true }),
      line('b', { net: 1_000, cancelled: true }),
    ];
    expect(nextMovement(lines, 'ended')?.lines).toEqual([{ id: 'b', amount: 1_000 }]);
  });

  test('what was never taken is not taken: there is no authorisation left', () => {
    expect(nextMovement([line('a')], 'ended')).toBeNull();
  });
});

test('whatever is cancelled whenever, the money ends where the lines say', () => {
  const totals = fc.array(fc.nat({ max: 5_000 }), { minLength: 1, maxLength: 8 });
  // Before each movement some lines are cancelled.
  const cancellations = fc.array(fc.array(fc.nat({ max: 7 })), { maxLength: 6 });
  fc.assert(
    fc.property(totals, cancellations, (amounts, rounds) => {
      const lines = amounts.map((total, index) => line(String(index), { total }));
      let authorisation: Authorisation = 'waiting';
      let captured = 0;
      let movements = 0;
      const move = () => {
        const next = nextMovement(lines, authorisation);
        if (!next) return false;
        movements += 1;
        expect(next.amount).toBe(next.lines.reduce((sum, { amount }) => sum + amount, 0));
        expect(next.kind === 'refund').toBe(authorisation === 'ended');
        if (next.kind === 'capture') captured += 1;
        authorisation = 'ended';
        for (const { id, amount } of next.lines) {
          const moved = lines[Number(id)];
          if (moved) moved.net += next.kind === 'refund' ? -amount : amount;
        }
        for (const { net, total } of lines) expect(net >= 0 && net <= total).toBe(true);
        return true;
      };
      for (const round of rounds) {
        for (const index of round) {
          const cancelled = lines[index % lines.length];
          if (cancelled) cancelled.cancelled = true;
        }
        move();
      }
      while (move()) expect(movements).toBeLessThan(20);
      expect(captured).toBeLessThanOrEqual(1);
      for (const { cancelled, net, total } of lines) expect(net).toBe(cancelled ? 0 : total);
    }),
  );
});
