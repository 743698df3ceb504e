import { describe, expect, test } from 'vitest';
import type { LineState } from './preorder.ts';
import {
  canWithdraw,
  type DatedLine,
  parseExclusion,
  WITHDRAWAL_EXCLUSIONS,
  type WithdrawalPeriod,
  type WithdrawalRuleOfStore,
  withdrawalPeriod,
  withdrawalPeriods,
  withdrawalTiming,
} from './withdrawal-period.ts';
import { COUNTRIES_WITH_LAW } from './withdrawal-right.ts';

const LAW = { withdrawalDays: null, withdrawalFor: 'law', withdrawalCountsFrom: 'order' } as const;
const GRANT = { ...LAW, withdrawalFor: 'everyone' } as const;
const DELIVERED = '2030-06-04'; // a Tuesday, and so is the day 14 days later
const LAST = '2030-06-18';

type Case = { state: LineState; deliveredOn: string | null; today: string; says: WithdrawalPeriod };

// The day of delivery itself does not count.
const CASES: Case[] = [
  { state: 'placed', deliveredOn: null, today: '2030-06-04', says: { is: 'open' } },
  { state: 'payment_due', deliveredOn: null, today: '2030-06-04', says: { is: 'open' } },
  { state: 'released', deliveredOn: null, today: '2030-06-04', says: { is: 'open' } },
  { state: 'fulfilled', deliveredOn: null, today: '2031-06-04', says: { is: 'open' } },
  { state: 'fulfilled', deliveredOn: DELIVERED, today: '2030-06-04', says: { is: 'until', lastDay: LAST } },
  { state: 'fulfilled', deliveredOn: DELIVERED, today: '2030-06-17', says: { is: 'until', lastDay: LAST } },
  { state: 'fulfilled', deliveredOn: DELIVERED, today: '2030-06-18', says: { is: 'until', lastDay: LAST } },
  { state: 'fulfilled', deliveredOn: DELIVERED, today: '2030-06-19', says: { is: 'over', lastDay: LAST } },
  // The last day would be a Saturday, a Sunday, or New Year's Day.
  { state: 'fulfilled', deliveredOn: '2030-06-01', today: '2030-06-17', says: { is: 'until', lastDay: '2030-06-17' } },
  { state: 'fulfilled', deliveredOn: '2030-06-01', today: '2030-06-18', says: { is: 'over', lastDay: '2030-06-17' } },
  { state: 'fulfilled', deliveredOn: '2030-06-02', today: '2030-06-17', says: { is: 'until', lastDay: '2030-06-17' } },
  { state: 'fulfilled', deliveredOn: '2030-12-18', today: '2031-01-02', says: { is: 'until', lastDay: '2031-01-02' } },
  { state: 'fulfilled', deliveredOn: '2032-12-18', today: '2033-01-03', says: { is: 'until', lastDay: '2033-01-03' } },
  { state: 'returned', deliveredOn: DELIVERED, today: '2030-06-05', says: { is: 'nothing_left' } },
  { state: 'cancelled', deliveredOn: null, today: '2030-06-05', says: { is: 'nothing_left' } },
];

test('there are the 31 countries', () => expect(COUNTRIES_WITH_LAW).toHaveLength(31));

describe.each([...COUNTRIES_WITH_LAW])('in %s', (country) => {
  test.each(CASES)('$state, delivered $deliveredOn, on $today', ({ today, says, ...line }) => {
    for (const rule of [LAW, GRANT, { ...LAW, withdrawalDays: 14 }]) {
      expect(withdrawalPeriod(line, { country, exclusion: null, rule }, today)).toEqual(says);
    }
  });

  // The statement in `core/withdrawals/queries/timing.ts` names the same three.
  const ONCE_OPENED: readonly string[] = ['hygiene', 'mixed', 'media'];
  test.each(WITHDRAWAL_EXCLUSIONS.filter((one) => !ONCE_OPENED.includes(one)))(
    '%s excludes what is not gone',
    (exclusion) => {
      for (const { today, says, ...line } of CASES) {
        const period = withdrawalPeriod(line, { country, exclusion, rule: LAW }, today);
        expect(period).toEqual(says.is === 'nothing_left' ? says : { is: 'excluded', exclusion });
      }
    },
  );

  test.each(['hygiene', 'mixed', 'media'] as const)('%s does not: it depends on what the shopper does', (exclusion) => {
    for (const { today, says, ...line } of CASES) {
      expect(withdrawalPeriod(line, { country, exclusion, rule: LAW }, today)).toEqual(says);
    }
  });

  test('the store may grant more days than the law, and never fewer', () => {
    const granted = (withdrawalDays: number) =>
      withdrawalPeriod(
        { state: 'fulfilled', deliveredOn: DELIVERED },
        { country, exclusion: null, rule: { ...LAW, withdrawalDays } },
        '2030-06-19',
      );
    expect(granted(30)).toEqual({ is: 'until', lastDay: '2030-07-04' });
    expect(granted(7)).toEqual({ is: 'over', lastDay: LAST });
  });
});

describe.each(['CH', 'US', ''])('in %j, where no law gives the right', (country) => {
  const about = (rule: typeof LAW | typeof GRANT) => ({ country, exclusion: null, rule });

  test.each(CASES)('$state, delivered $deliveredOn, on $today', ({ today, says, ...line }) => {
    expect(withdrawalPeriod(line, about(LAW), today)).toEqual(says.is === 'nothing_left' ? says : { is: 'none' });
    expect(withdrawalPeriod(line, about(GRANT), today)).toEqual(says);
  });

  test('the days of a store alone grant nothing', () => {
    const line = { state: 'fulfilled', deliveredOn: DELIVERED } as const;
    const rule = { ...LAW, withdrawalDays: 30 };
    expect(withdrawalPeriod(line, { country, exclusion: null, rule }, DELIVERED)).toEqual({ is: 'none' });
    const granted = { ...rule, withdrawalFor: 'everyone' } as const;
    expect(withdrawalPeriod(line, { country, exclusion: null, rule: granted }, DELIVERED)).toEqual({
      is: 'until',
      lastDay: '2030-07-04',
    });
  });
});

const STORE: WithdrawalRuleOfStore = { ...LAW, timeZone: 'Europe/Berlin' };
const BY_LINE: WithdrawalRuleOfStore = { ...STORE, withdrawalCountsFrom: 'line' };
const SENT = new Date('2030-06-03T09:00:00Z');

function line(state: LineState, delivered?: string, changes: Partial<DatedLine> = {}): DatedLine {
  const isSent = state === 'fulfilled' || state === 'returned';
  return {
    state,
    deliveredAt: delivered === undefined ? null : new Date(delivered),
    fulfilledAt: isSent ? SENT : null,
    returnedAt: null,
    cancelledAt: null,
    ...changes,
  };
}

const order = (...lines: DatedLine[]) => ({ country: 'DE', exclusion: null, lines });
const EARLY = '2030-06-04T10:00:00Z';
const LATER = '2030-06-10T22:30:00Z'; // the 11th in Berlin

describe('the delivery that counts', () => {
  const both = order(line('fulfilled', EARLY), line('fulfilled', LATER));
  const lastDays = (given: typeof both, rule: WithdrawalRuleOfStore) =>
    withdrawalPeriods(given, rule, '2030-06-11').map((period) => ('lastDay' in period ? period.lastDay : period.is));

  test('is that of the last parcel, on the day that the store’s clock shows', () => {
    expect(lastDays(both, STORE)).toEqual(['2030-06-25', '2030-06-25']);
    expect(lastDays(both, { ...STORE, timeZone: 'UTC' })).toEqual(['2030-06-24', '2030-06-24']);
  });

  test('is that of its own parcel, where the store says so', () => {
    expect(lastDays(both, BY_LINE)).toEqual(['2030-06-18', '2030-06-25']);
  });

  test('has not been while something of the pre-order is not delivered', () => {
    const waiting = order(line('fulfilled', EARLY), line('placed'));
    expect(lastDays(waiting, STORE)).toEqual(['open', 'open']);
    expect(lastDays(waiting, BY_LINE)).toEqual(['2030-06-18', 'open']);
    const unknown = order(line('fulfilled', EARLY), line('fulfilled'));
    expect(lastDays(unknown, STORE)).toEqual(['open', 'open']);
  });

  test('is not one of what was cancelled, nor of what came back without it', () => {
    expect(lastDays(order(line('fulfilled', EARLY), line('cancelled'), line('returned')), STORE)).toEqual([
      '2030-06-18',
      'nothing_left',
      'nothing_left',
    ]);
    expect(lastDays(order(line('fulfilled', EARLY), line('returned', LATER)), STORE)[0]).toBe('2030-06-25');
  });
});

test('a shopper can withdraw while one line item is open or within its days', () => {
  const delivered = order(line('fulfilled', EARLY), line('cancelled'));
  expect(canWithdraw(order(line('placed')), STORE, '2030-01-01')).toBe(true);
  expect(canWithdraw(delivered, STORE, '2030-06-18')).toBe(true);
  expect(canWithdraw(delivered, STORE, '2030-06-19')).toBe(false);
  expect(canWithdraw(order(line('fulfilled', EARLY), line('placed')), BY_LINE, '2030-06-19')).toBe(true);
  expect(canWithdraw({ ...delivered, country: null }, STORE, '2030-06-05')).toBe(false);
  expect(canWithdraw({ ...delivered, exclusion: 'personalised' }, STORE, '2030-06-05')).toBe(false);
  expect(canWithdraw({ ...delivered, exclusion: 'hygiene' }, STORE, '2030-06-05')).toBe(true);
});

describe('a withdrawal is', () => {
  const LAST_MINUTE = new Date('2030-06-18T21:59:59Z'); // in Berlin
  const TOO_LATE = new Date('2030-06-18T22:00:00Z');
  const on = (declaredAt: Date, ...lines: DatedLine[]) => withdrawalTiming(order(...lines), STORE, declaredAt);

  test('in time before delivery, and until the last day ends', () => {
    expect(on(TOO_LATE, line('placed'))).toBe('in_time');
    expect(on(LAST_MINUTE, line('fulfilled', EARLY))).toBe('in_time');
    expect(on(TOO_LATE, line('fulfilled', EARLY), line('placed'))).toBe('in_time');
  });

  test('late after that', () => {
    expect(on(TOO_LATE, line('fulfilled', EARLY))).toBe('late');
    expect(on(TOO_LATE, line('fulfilled', EARLY), line('cancelled'))).toBe('late');
  });

  test('in time for one line item, where each counts for itself', () => {
    const lines = [line('fulfilled', EARLY), line('fulfilled', LATER)];
    expect(withdrawalTiming(order(...lines), BY_LINE, TOO_LATE)).toBe('in_time');
    expect(withdrawalTiming(order(...lines), BY_LINE, new Date('2030-06-26T10:00:00Z'))).toBe('late');
  });

  test('judged by what had happened when it was declared', () => {
    const then = new Date('2030-06-02T09:00:00Z');
    const after = new Date('2030-06-05T09:00:00Z');
    expect(on(then, line('cancelled', undefined, { cancelledAt: after }))).toBe('in_time');
    expect(on(then, line('fulfilled'))).toBe('in_time'); // sent a day later
    expect(on(then, line('returned', undefined, { returnedAt: after }))).toBe('in_time');
    expect(on(TOO_LATE, line('returned', EARLY, { returnedAt: new Date('2030-06-20T09:00:00Z') }))).toBe('late');
    expect(on(TOO_LATE, line('returned', EARLY, { returnedAt: after }))).toBe('nothing_left');
    expect(on(TOO_LATE, line('cancelled', undefined, { cancelledAt: then }))).toBe('nothing_left');
  });

  test('neither where nobody said when the parcel was delivered, nor once the person is erased', () => {
    expect(on(TOO_LATE, line('fulfilled'))).toBe('not_known');
    expect(withdrawalTiming({ ...order(line('placed')), country: null }, STORE, TOO_LATE)).toBe('not_known');
  });

  test('without a right', () => {
    const placed = order(line('placed'));
    expect(withdrawalTiming({ ...placed, country: 'US' }, STORE, TOO_LATE)).toBe('no_right');
    expect(withdrawalTiming({ ...placed, country: 'US' }, { ...STORE, ...GRANT }, TOO_LATE)).toBe('in_time');
    expect(withdrawalTiming({ ...placed, exclusion: 'personalised' }, STORE, TOO_LATE)).toBe('excluded');
    expect(withdrawalTiming({ ...placed, exclusion: 'hygiene' }, STORE, TOO_LATE)).toBe('in_time');
  });
});

test('an exclusion is read as a merchant names it', () => {
  for (const one of WITHDRAWAL_EXCLUSIONS) expect(parseExclusion(` ${one.toUpperCase()} `)).toBe(one);
  expect(parseExclusion('none')).toBe(null);
  expect(() => parseExclusion('mood')).toThrow(expect.objectContaining({ code: 'invalid_parameter' }));
});
