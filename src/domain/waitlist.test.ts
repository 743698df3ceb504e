import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from './error.ts';
import {
  actsFrom,
  canMove,
  checkAllocation,
  checkDescription,
  checkLaunchDay,
  checkLimitPerCustomer,
  checkOffer,
  checkSchedule,
  checkShipWindow,
  checkWindowAhead,
  isOverdue,
  openNow,
  stateAfter,
  WAITLIST_ACTS,
  WAITLIST_STATES,
  type WaitlistAct,
  type WaitlistState,
  type WaitlistTimes,
} from './waitlist.ts';

const acts = Object.keys(WAITLIST_ACTS) as WaitlistAct[];
const code = (work: () => unknown) => {
  try {
    work();
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
};

// Repeats the table in another form, so that a change has to be made in both places.
const ALLOWED = new Set([
  'DRAFT SCHEDULED',
  'DRAFT OPEN',
  'DRAFT CLOSED',
  'SCHEDULED DRAFT',
  'SCHEDULED OPEN',
  'SCHEDULED CLOSED',
  'OPEN PAUSED',
  'OPEN CLOSED',
  'PAUSED OPEN',
  'PAUSED CLOSED',
]);

describe('the states of a waitlist', () => {
  const pairs = WAITLIST_STATES.flatMap((from) => WAITLIST_STATES.map((to) => [from, to] as const));

  it.each(pairs)('%s to %s', (from, to) => {
    expect(canMove(from, to)).toBe(ALLOWED.has(`${from} ${to}`));
    const leading = acts.filter((act) => code(() => stateAfter(act, from)) === 'done' && stateAfter(act, from) === to);
    // Each allowed transition has exactly one act, and there is no act for any other transition.
    expect(leading.length).toBe(ALLOWED.has(`${from} ${to}`) ? 1 : 0);
  });

  it.each(WAITLIST_STATES.flatMap((state) => acts.map((act) => [act, state] as const)))('%s from %s', (act, state) => {
    const possible = actsFrom(state).includes(act);
    expect(code(() => stateAfter(act, state))).toBe(possible ? 'done' : 'invalid_transition');
  });

  it('ends in CLOSED', () => {
    expect(actsFrom('CLOSED')).toEqual([]);
  });
});

const now = new Date('2030-06-01T12:00:00Z');
const hours = (n: number) => new Date(now.getTime() + n * 3_600_000);
const waitlist = (id: string, state: WaitlistState, times: Partial<WaitlistTimes> = {}): WaitlistTimes => ({
  id,
  state,
  launchesAt: null,
  closesAt: null,
  ...times,
});

describe('the waitlist that is open now', () => {
  it.each<[string, WaitlistTimes[], string | null]>([
    ['none without waitlists', [], null],
    ['an open one', [waitlist('a', 'OPEN')], 'a'],
    [
      'neither a draft nor a paused nor a closed one',
      [waitlist('a', 'DRAFT'), waitlist('b', 'PAUSED'), waitlist('c', 'CLOSED')],
      null,
    ],
    ['a scheduled one that is due', [waitlist('a', 'SCHEDULED', { launchesAt: hours(-1) })], 'a'],
    ['a scheduled one at its launch', [waitlist('a', 'SCHEDULED', { launchesAt: now })], 'a'],
    ['not a scheduled one before its launch', [waitlist('a', 'SCHEDULED', { launchesAt: hours(1) })], null],
    ['not an open one past its close', [waitlist('a', 'OPEN', { closesAt: hours(-1) })], null],
    ['not an open one at its close', [waitlist('a', 'OPEN', { closesAt: now })], null],
    ['not a draft past its launch', [waitlist('a', 'DRAFT', { launchesAt: hours(-1) })], null],
    [
      'the open one rather than one that is due',
      [waitlist('a', 'SCHEDULED', { launchesAt: hours(-9) }), waitlist('b', 'OPEN', { launchesAt: hours(-1) })],
      'b',
    ],
    [
      'the one that is due when the open one is past its close',
      [waitlist('a', 'SCHEDULED', { launchesAt: hours(-1) }), waitlist('b', 'OPEN', { closesAt: now })],
      'a',
    ],
    [
      'the one with the earlier launch',
      [waitlist('a', 'SCHEDULED', { launchesAt: hours(-1) }), waitlist('b', 'SCHEDULED', { launchesAt: hours(-2) })],
      'b',
    ],
    [
      'the one with the smaller id when both launch at once',
      [waitlist('b', 'SCHEDULED', { launchesAt: hours(-1) }), waitlist('a', 'SCHEDULED', { launchesAt: hours(-1) })],
      'a',
    ],
  ])('is %s', (_, waitlists, expected) => {
    expect(openNow(waitlists, now)?.id ?? null).toBe(expected);
  });

  it('is the same for any order of the waitlists', () => {
    const some = fc.record({
      id: fc.uuid(),
      state: fc.constantFrom(...WAITLIST_STATES),
      launchesAt: fc.constantFrom(hours(-2), hours(-1), hours(1)),
      closesAt: fc.constantFrom(null, hours(-0.5), hours(2)),
    });
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: ({ id }) => id }), (waitlists) => {
        expect(openNow(waitlists.toReversed(), now)).toBe(openNow(waitlists, now));
      }),
    );
  });
});

it.each<[WaitlistState, boolean]>([
  ['DRAFT', false],
  ['SCHEDULED', true],
  ['OPEN', true],
  ['PAUSED', true],
  ['CLOSED', false],
])('a waitlist that is %s and past its close is overdue: %s', (state, overdue) => {
  expect(isOverdue({ state, closesAt: hours(-1) }, now)).toBe(overdue);
  expect(isOverdue({ state, closesAt: null }, now)).toBe(false);
});

describe('dates', () => {
  it.each([
    ['2030-06-10', '2030-06-15', 'done'],
    ['2030-06-10', '2030-06-10', 'done'],
    ['2030-06-10', '2030-06-09', 'invalid_dates'],
    ['2030-06-31', '2030-07-09', 'invalid_parameter'],
    ['soon', '2030-07-09', 'invalid_parameter'],
    ['2030-06-10', '', 'invalid_parameter'],
    ['2030-6-1', '2030-07-09', 'invalid_parameter'],
  ])('a window from %s to %s: %s', (from, until, expected) => {
    expect(code(() => checkShipWindow({ from, until }))).toBe(expected);
  });

  it.each([
    ['2030-06-15', 'done'],
    ['2030-06-10', 'done'],
    ['2030-06-16', 'invalid_dates'],
    ['2031-01-01', 'invalid_dates'],
    ['2020-06-15', 'done'],
    ['1930-06-10', 'invalid_dates'], // a century too early: the window is too far ahead
  ])('a window is refused after its last day: on %s it is %s', (today, expected) => {
    expect(code(() => checkWindowAhead({ from: '2030-06-10', until: '2030-06-15' }, today))).toBe(expected);
  });

  it.each([
    [null, 'done'],
    ['2030-06-15T03:59:00Z', 'done'], // still the 14th in New York
    ['2030-06-16T03:59:00Z', 'done'],
    ['2030-06-16T04:00:00Z', 'invalid_dates'],
  ])('a launch after the last day of the window is refused: at %s it is %s', (at, expected) => {
    const window = { from: '2030-06-10', until: '2030-06-15' };
    expect(code(() => checkLaunchDay(at === null ? null : new Date(at), 'America/New_York', window))).toBe(expected);
  });

  it('a waitlist has to close after it launches', () => {
    expect(code(() => checkSchedule({ launchesAt: hours(1), closesAt: hours(2) }))).toBe('done');
    expect(code(() => checkSchedule({ launchesAt: hours(1), closesAt: hours(1) }))).toBe('invalid_dates');
    expect(code(() => checkSchedule({ launchesAt: hours(2), closesAt: hours(1) }))).toBe('invalid_dates');
    expect(code(() => checkSchedule({ launchesAt: null, closesAt: hours(1) }))).toBe('done');
  });

  it.each([
    ['2028-02-29', '2029-02-28', 'done'],
    ['2028-02-29', '2029-03-01', 'done'],
    ['2028-02-29', '2029-03-02', 'invalid_dates'], // longer than a year
    ['2030-06-10', '2130-06-15', 'invalid_dates'],
    ['1930-06-10', '2030-06-15', 'invalid_dates'],
    ['2029-02-29', '2029-03-15', 'invalid_parameter'], // no leap year
    ['0000-00-00', '2030-06-15', 'invalid_parameter'],
    ['+12030-01-01', '2030-06-15', 'invalid_parameter'],
  ])('a window from %s until %s is %s', (from, until, expected) => {
    expect(code(() => checkShipWindow({ from, until }))).toBe(expected);
  });
});

describe('what a waitlist offers', () => {
  it('refuses an allocation below the held and sold units, and names the minimum', () => {
    expect(checkAllocation(5, { held: 2, sold: 3 })).toBe(5);
    expect(() => checkAllocation(4, { held: 2, sold: 3 })).toThrow(
      expect.objectContaining({
        code: 'allocation_below_sold',
        info: { param: 'allocation', data: { floor: 5, held: 2, sold: 3 } },
      }),
    );
  });

  it.each([-1, 1.5, Number.NaN, 10_000_001])('refuses an allocation of %d', (units) => {
    expect(code(() => checkAllocation(units))).toBe('invalid_parameter');
  });

  it.each([0, -1, 1.5, 1e9])('refuses a limit of %d', (limit) => {
    expect(code(() => checkLimitPerCustomer(limit))).toBe('invalid_parameter');
  });

  it('has the catalogue’s price unless the merchant gave one', () => {
    expect(checkOffer({}, { title: 'M', price: 100 })).toEqual({ price: 100, compareAtPrice: null });
    expect(checkOffer({ price: 90, compareAtPrice: 100 }, { title: 'M', price: 100 })).toEqual({
      price: 90,
      compareAtPrice: 100,
    });
    expect(checkOffer({ price: 0 }, { title: 'M', price: null })).toEqual({ price: 0, compareAtPrice: null });
    expect(code(() => checkOffer({}, { title: 'M', price: null }))).toBe('price_required');
    expect(code(() => checkOffer({ price: -1 }, { title: 'M', price: 1 }))).toBe('invalid_parameter');
    expect(code(() => checkOffer({ compareAtPrice: 100 }, { title: 'M', price: 100 }))).toBe('invalid_parameter');
  });

  it('has a trimmed text of limited length', () => {
    expect(checkDescription('  Made to order. ')).toBe('Made to order.');
    expect(code(() => checkDescription('x'.repeat(2_001)))).toBe('invalid_parameter');
    expect(code(() => checkDescription('a\0b'))).toBe('invalid_parameter');
    expect(code(() => checkDescription('\ud800'))).toBe('invalid_parameter');
  });
});

it('what a person reads about a window has no days as programs write them', () => {
  const refusals = [
    () => checkShipWindow({ from: '2030-06-15', until: '2030-06-10' }),
    () => checkShipWindow({ from: '2030-06-15', until: '2032-06-10' }),
    () => checkWindowAhead({ from: '2021-01-01', until: '2021-01-02' }, '2030-01-01'),
    () => checkLaunchDay(new Date('2031-01-01'), 'UTC', { from: '2030-06-10', until: '2030-06-15' }),
  ];
  for (const refusal of refusals) {
    expect(refusal).toThrow(/ship window/i);
    expect(refusal).not.toThrow(/\d{4}-\d\d/);
  }
});
