import { describe, expect, test } from 'vitest';
import {
  ATTEMPT_TRANSITIONS,
  type AttemptState,
  attemptCanBecome,
  isLastMovement,
  isStillDue,
  LIVE_ATTEMPTS,
  type MoneyLine,
  type MoneyMeans,
  nextMovement,
  owedBy,
  restOf,
  shouldHavePaid,
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

  test('in a state that can still change is live or a surplus', () => {
    const unfinished = STATES.filter((state) => ATTEMPT_TRANSITIONS[state].length > 0);
    expect(unfinished.sort()).toEqual([...LIVE_ATTEMPTS, 'surplus'].sort());
  });
});

const line = (id: string, changes: Partial<MoneyLine> = {}): MoneyLine => {
  const { total = 1_000, state = 'placed', dueNow = total } = changes;
  const authorised = changes.paid ? 0 : dueNow;
  return {
    id,
    state,
    dueFrom: state === 'payment_due' ? 'placed' : null,
    total,
    dueNow,
    givenBack: 0,
    kept: 0,
    paid: [],
    authorised,
    moving: false,
    ...changes,
  };
};
const paid = (net: number, attemptId = 'first') => [{ attemptId, net }];
const means = (changes: Partial<MoneyMeans> = {}): MoneyMeans => ({
  waiting: null,
  attempts: ['first', 'second'],
  card: false,
  busy: false,
  disputed: false,
  retry: false,
  least: 0,
  ...changes,
});
const waiting = (amount: number) => means({ waiting: { attemptId: 'first', amount } });
const withCard = means({ card: true });

describe('what a line item should have paid', () => {
  const deposit = { total: 1_000, dueNow: 200 };
  test.each<[string, Partial<MoneyLine>, number]>([
    ['placed: what is due now', { ...deposit }, 200],
    ['released: all of it', { ...deposit, state: 'released' }, 1_000],
    ['fulfilled: all of it', { ...deposit, state: 'fulfilled' }, 1_000],
    ['returned: all except what the merchant gave back', { state: 'returned', givenBack: 300 }, 700],
    ['released with goodwill: all less the goodwill', { ...deposit, state: 'released', givenBack: 50 }, 950],
    ['placed with more goodwill than was due: nothing', { ...deposit, givenBack: 300 }, 0],
    ['cancelled: what is kept', { ...deposit, state: 'cancelled', kept: 200 }, 200],
    ['payment due: what it has paid', { ...deposit, state: 'payment_due', dueFrom: 'released', paid: paid(200) }, 200],
    ['payment due with goodwill: no more than it owes', { state: 'payment_due', givenBack: 900, paid: paid(200) }, 100],
  ])('%s', (_, changes, expected) => {
    expect(shouldHavePaid(line('a', changes))).toBe(expected);
  });

  test('after a failed payment it owes the rest', () => {
    const released = line('a', { ...deposit, state: 'payment_due', dueFrom: 'released', paid: paid(200) });
    expect([owedBy(released), owedBy({ ...released, dueFrom: 'placed' })]).toEqual([800, 0]);
    expect(owedBy(line('a', { ...deposit, state: 'released' }))).toBe(0);
  });
});

describe('while the authorisation waits', () => {
  test('all that is not cancelled is captured in one movement', () => {
    const lines = [line('a'), line('b', { state: 'cancelled' }), line('c', { total: 500 })];
    expect(nextMovement(lines, waiting(2_500))).toEqual({
      kind: 'capture',
      attemptId: 'first',
      amount: 1_500,
      lines: [
        { id: 'a', amount: 1_000 },
        { id: 'c', amount: 500 },
      ],
    });
  });

  test('it is undone when all line items are cancelled', () => {
    const lines = [line('a', { state: 'cancelled' }), line('b', { state: 'cancelled' })];
    expect(nextMovement(lines, waiting(2_000))).toEqual({ kind: 'undo', attemptId: 'first', amount: 0, lines: [] });
  });

  test('the kept deposit of a cancelled line item is captured', () => {
    const lines = [line('a', { dueNow: 200, kept: 200, state: 'cancelled' })];
    expect(nextMovement(lines, waiting(200))).toMatchObject({ kind: 'capture', amount: 200 });
  });

  test('a released line item takes at most what was authorised for it', () => {
    const lines = [line('a', { dueNow: 200, state: 'released' }), line('b', { dueNow: 200 })];
    const capture = { kind: 'capture', amount: 400, lines: [{ amount: 200 }, { amount: 200 }] };
    expect(nextMovement(lines, { ...waiting(400), card: true })).toMatchObject(capture);
  });

  test('for a more expensive variant no more is taken than was authorised in all', () => {
    const capture = { kind: 'capture', amount: 2_000, lines: [{ amount: 1_500 }, { amount: 500 }] };
    expect(nextMovement([line('a', { total: 1_500 }), line('b')], waiting(2_000))).toMatchObject(capture);
  });

  test('no money moves during a movement', () => {
    expect(nextMovement([line('a', { moving: true }), line('b')], waiting(2_000))).toBeNull();
  });

  test('an authorisation of zero is captured by line items that cost nothing', () => {
    expect(nextMovement([line('a', { total: 0 })], waiting(0))).toMatchObject({ kind: 'capture', amount: 0 });
  });
});

describe('after the authorisation', () => {
  test('a paid line item that is cancelled is refunded', () => {
    const lines = [line('a', { paid: paid(1_000) }), line('b', { paid: paid(1_000), state: 'cancelled' })];
    const refund = { kind: 'refund', attemptId: 'first', amount: 1_000, lines: [{ id: 'b', amount: 1_000 }] };
    expect(nextMovement(lines, means())).toEqual(refund);
  });

  test('what two attempts paid is refunded by two movements, the newer attempt first', () => {
    const next = (net: MoneyLine['paid']) => nextMovement([line('a', { paid: net, state: 'cancelled' })], means());
    const newer = { kind: 'refund', attemptId: 'second', amount: 800 };
    expect(next([...paid(200), ...paid(800, 'second')])).toMatchObject(newer);
    const older = { kind: 'refund', attemptId: 'first', amount: 200 };
    expect(next([...paid(200), ...paid(0, 'second')])).toMatchObject(older);
  });

  test('goodwill is refunded, and is not charged again at the release', () => {
    const placed = line('a', { dueNow: 200, givenBack: 50, paid: paid(200) });
    expect(nextMovement([placed], withCard)).toMatchObject({ kind: 'refund', amount: 50 });
    const released = { ...placed, state: 'released' as const, paid: paid(150) };
    expect(nextMovement([released], withCard)).toMatchObject({ kind: 'charge', amount: 800 });
  });

  test('no line item is refunded twice, or during a movement of it', () => {
    expect(nextMovement([line('a', { state: 'cancelled', paid: [] })], means())).toBeNull();
    expect(nextMovement([line('a', { state: 'cancelled', paid: paid(1_000), moving: true })], means())).toBeNull();
  });

  test('a line item does not wait for the movement of another one', () => {
    const lines = [
      line('a', { paid: paid(1_000), state: 'cancelled', moving: true }),
      line('b', { paid: paid(1_000), state: 'cancelled' }),
    ];
    expect(nextMovement(lines, means())?.lines).toEqual([{ id: 'b', amount: 1_000 }]);
  });
});

describe('the balance', () => {
  const released = line('a', { dueNow: 200, state: 'released', paid: paid(200) });
  const failed = { ...released, state: 'payment_due' as const, dueFrom: 'released' as const };

  test('is charged to the kept card once the line item is released', () => {
    expect(nextMovement([{ ...released, state: 'placed' }], withCard)).toBeNull();
    const charge = { kind: 'charge', amount: 800, lines: [{ id: 'a', amount: 800 }] };
    expect(nextMovement([released], withCard)).toEqual(charge);
  });

  test('is asked for when no card was kept', () => {
    expect(nextMovement([released], means())).toMatchObject({ kind: 'ask', amount: 800 });
  });

  test('waits while another attempt is under way', () => {
    expect(nextMovement([released], means({ card: true, busy: true }))).toBeNull();
  });

  test('is not charged, asked for or waived while a payment is disputed, but refunds go on', () => {
    const released = line('a', { dueNow: 200, state: 'released', paid: paid(200) });
    const owed = line('a', { state: 'payment_due', dueFrom: 'released', paid: paid(200) });
    for (const card of [true, false]) {
      const disputed = means({ card, disputed: true, retry: true, least: 5_000 });
      expect(nextMovement([released], disputed)).toBeNull();
      expect(nextMovement([owed], disputed)).toBeNull();
      const cancelled = line('b', { state: 'cancelled', paid: paid(200) });
      expect(nextMovement([cancelled], disputed)).toMatchObject({ kind: 'refund' });
    }
  });

  test('whose charge failed waits for a retry with a card', () => {
    expect(nextMovement([failed], withCard)).toBeNull();
    expect(nextMovement([failed], means({ retry: true }))).toBeNull();
    expect(nextMovement([failed], means({ retry: true, card: true }))).toMatchObject({ kind: 'charge', amount: 800 });
  });

  test('of which nothing is owed any more no longer keeps the line item in payment_due', () => {
    const free = { ...failed, dueNow: 600, paid: paid(600), givenBack: 500 };
    expect(nextMovement([free], withCard)).toMatchObject({ kind: 'resume', lines: [{ id: 'a' }] });
    const resumed = { ...free, state: 'released' as const, dueFrom: null };
    expect(nextMovement([resumed], withCard)).toMatchObject({ kind: 'refund', amount: 100 });
  });

  test('that is too small to be charged is waived, unless it is enough together with what failed before', () => {
    const least = (amount: number) => means({ card: true, least: amount });
    const waive = { kind: 'waive', amount: 800, lines: [{ id: 'a', amount: 800 }] };
    expect(nextMovement([released], least(801))).toEqual(waive);
    expect(nextMovement([failed], least(801))).toMatchObject({ kind: 'waive', amount: 800 });
    const cents = line('b', { dueNow: 970, state: 'released', paid: paid(970) });
    expect(nextMovement([failed, cents], least(50))).toMatchObject({ kind: 'charge', amount: 830 });
    expect(nextMovement([cents], least(50))).toMatchObject({ kind: 'waive', amount: 30 });
    expect(nextMovement([cents], means({ card: true, least: 50, busy: true }))).toBeNull();
    const placed = { ...released, state: 'placed' as const };
    expect(nextMovement([placed, cents], least(30))).toMatchObject({ kind: 'charge', amount: 30 });
  });
});

test.each([
  ['a deposit', line('a', { dueNow: 200, paid: [{ attemptId: 'x', net: 200 }] }), 800],
  ['a line item whose payment failed', line('a', { state: 'payment_due', paid: [{ attemptId: 'x', net: 200 }] }), 800],
  ['a paid line item', line('a', { state: 'released', paid: [{ attemptId: 'x', net: 1_000 }] }), 0],
  [
    'a line item with goodwill',
    line('a', { state: 'released', givenBack: 100, paid: [{ attemptId: 'x', net: 900 }] }),
    0,
  ],
  ['a cancelled line item', line('a', { state: 'cancelled', paid: [] }), 0],
])('what is still to be charged for %s', (_, one, rest) => {
  expect(restOf(one)).toBe(rest);
});

test.each([
  ['nothing', [], true],
  ['a part', paid(100), true],
  ['all', paid(200), false],
])('of a cancelled line item no more is kept than was taken: %s of the deposit', (_, taken, less) => {
  const one = line('a', { state: 'cancelled', dueNow: 200, kept: 200, paid: taken });
  const next = { kind: 'keep_less', amount: 0, lines: [{ id: 'a', amount: 0 }] };
  expect(nextMovement([one], means({ card: true }))).toEqual(less ? next : null);
  expect(nextMovement([{ ...one, moving: true }], means({ card: true }))).toBeNull();
});

describe('a movement is the last one', () => {
  const withCard = means({ card: true });
  const released = line('a', { dueNow: 0, state: 'released', paid: [] });
  const isLast = (lines: MoneyLine[], by: MoneyMeans) => isLastMovement(lines, by, nextMovement(lines, by));

  test('when a charge takes all that is due, or nothing is due', () => {
    expect(isLast([released], withCard)).toBe(true);
    expect(isLast([released, line('b', { dueNow: 0 })], withCard)).toBe(true); // not due before it is released
    expect(isLast([line('a', { state: 'released', paid: paid(1_000) })], withCard)).toBe(true);
  });

  test('not when more is due, or may be', () => {
    expect(isLast([released, line('b', { state: 'cancelled', paid: paid(500) })], withCard)).toBe(false); // a refund first
    const failed = line('b', { dueNow: 0, state: 'payment_due', paid: [] });
    expect(isLast([released, failed], withCard)).toBe(false);
    expect(isLast([line('a')], waiting(1_000))).toBe(false);
    const half = { kind: 'charge' as const, amount: 400, lines: [{ id: 'a', amount: 400 }] };
    expect(isLastMovement([released], withCard, half)).toBe(false);
  });
});

describe('what a movement takes is still due', () => {
  const takes = (one: MoneyLine, amount = 1_000) => isStillDue([one, line('b')], [{ id: 'a', amount }]);

  test.each([
    ['while nothing changed', line('a'), true],
    ['when its payment had failed before', line('a', { state: 'payment_due' }), true],
    ['not when it was cancelled', line('a', { state: 'cancelled' }), false],
    ['not when a part was given back', line('a', { givenBack: 1 }), false],
    ['not when it became cheaper', line('a', { total: 999 }), false],
    ['not when it is paid', line('a', { paid: paid(1_000) }), false],
  ])('%s', (_, one, due) => {
    expect(takes(one)).toBe(due);
  });

  test('for a cancelled line item up to what is kept of it', () => {
    const kept = line('a', { state: 'cancelled', kept: 200 });
    expect([takes(kept, 200), takes(kept, 201)]).toEqual([true, false]);
  });

  test('not for an unknown line item', () => {
    expect(isStillDue([], [{ id: 'a', amount: 1 }])).toBe(false);
  });
});
