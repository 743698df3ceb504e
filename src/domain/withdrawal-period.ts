import { AppError } from './error.ts';
import type { LineState } from './preorder.ts';
import { dayIn, laterDay } from './store-time.ts';
import { withdrawalLaw } from './withdrawal-right.ts';

/** What a store grants. Where a law gives the right, it is never less than the law. */
export type WithdrawalRule = {
  /** Calendar days after the day of delivery; null: as many as the law gives. */
  withdrawalDays: number | null;
  /** Who may withdraw: shoppers whose country's law says so, or everyone. */
  withdrawalFor: 'law' | 'everyone';
  /** Which delivery begins the period: that of the last parcel of the whole pre-order, or that of the line item's own parcel. */
  withdrawalCountsFrom: 'order' | 'line';
};

/** Who pays for sending goods back after a withdrawal. */
export const RETURN_COSTS = ['shopper', 'store'] as const;
export type ReturnCosts = (typeof RETURN_COSTS)[number];

/** What a store says of withdrawals in its settings. */
export type WithdrawalTerms = WithdrawalRule & { returnCosts: ReturnCosts };

export const WITHDRAWAL_FOR = ['law', 'everyone'] as const satisfies readonly WithdrawalRule['withdrawalFor'][];
export const WITHDRAWAL_COUNTS_FROM = [
  'order',
  'line',
] as const satisfies readonly WithdrawalRule['withdrawalCountsFrom'][];

/** The days of the law, where a store says nothing else. The law of every country that gives the right has as many. */
const LAW_DAYS = 14;

// Directive 2011/83/EU, article 16, which Britain's regulation 28 repeats. Those for services and digital content hold for no goods.
const EXCLUSIONS = {
  /** (b) The price follows a market that the seller does not control, such as gold. */
  market_price: { onceOpened: false },
  /** (c) */
  personalised: { onceOpened: false },
  /** (d) */
  perishable: { onceOpened: false },
  /** (e) Sealed for health or hygiene. */
  hygiene: { onceOpened: true },
  /** (f) Cannot be separated any more once it is mixed with other things. */
  mixed: { onceOpened: true },
  /** (g) Wine and spirits that are sold long before delivery, and whose value depends on a market. */
  vintage: { onceOpened: false },
  /** (i) Sealed audio, video or software. */
  media: { onceOpened: true },
  /** (j) A newspaper or magazine, but not a subscription. */
  periodical: { onceOpened: false },
} as const satisfies Record<string, { onceOpened: boolean }>;

/** Why a law gives no right of withdrawal from goods. */
export type WithdrawalExclusion = keyof typeof EXCLUSIONS;
export const WITHDRAWAL_EXCLUSIONS = Object.keys(EXCLUSIONS) as WithdrawalExclusion[];

/** Reads an exclusion as a merchant names it; null for `none`. Throws `invalid_parameter`. */
export function parseExclusion(text: string): WithdrawalExclusion | null {
  const word = text.trim().toLowerCase();
  if (word === 'none') return null;
  const known = WITHDRAWAL_EXCLUSIONS.find((one) => one === word);
  if (known) return known;
  const message = `“${word.slice(0, 40)}” is no reason that excludes the right of withdrawal. There are: ${WITHDRAWAL_EXCLUSIONS.join(', ')}.`;
  throw new AppError('invalid_parameter', message, { param: 'withdrawal_exclusion' });
}

/**
 * none: no law gives the right, and the store does not grant it · excluded: the law takes it away from such goods · nothing_left: it
 * is cancelled or returned · open: it is not delivered, as far as is known, so the period has not begun · until, over: the last day.
 */
export type WithdrawalPeriod =
  | { is: 'none' | 'nothing_left' | 'open' }
  | { is: 'excluded'; exclusion: WithdrawalExclusion }
  | { is: 'until' | 'over'; lastDay: string };

type Contract = { country: string; exclusion: WithdrawalExclusion | null; rule: WithdrawalRule };

/**
 * Returns how long the shopper may withdraw from a line item. `deliveredOn`: the day in the store's time zone on which the delivery that
 * counts was with the shopper; null: not known. Days are `YYYY-MM-DD`.
 */
export function withdrawalPeriod(
  { state, deliveredOn }: { state: LineState; deliveredOn: string | null },
  { country, exclusion, rule }: Contract,
  today: string,
): WithdrawalPeriod {
  if (state === 'cancelled' || state === 'returned') return { is: 'nothing_left' };
  const days = daysToWithdraw(country, rule);
  if (days === null) return { is: 'none' };
  if (exclusion !== null && isExcluded(exclusion)) return { is: 'excluded', exclusion };
  if (deliveredOn === null) return { is: 'open' };
  const lastDay = workingDayFrom(laterDay(deliveredOn, days));
  return { is: today <= lastDay ? 'until' : 'over', lastDay };
}

/** Returns how many days the shopper of a country has; null where neither a law nor the store gives the right. */
export function daysToWithdraw(country: string, { withdrawalDays, withdrawalFor }: WithdrawalRule): number | null {
  const law = withdrawalLaw(country);
  if (law === null && withdrawalFor === 'law') return null;
  return Math.max(withdrawalDays ?? 0, law?.days ?? (withdrawalDays === null ? LAW_DAYS : 0));
}

/** Returns whether nobody can withdraw from such goods. Others are excluded only once they are opened. */
export const isExcluded = (exclusion: WithdrawalExclusion | null): boolean =>
  exclusion !== null && !EXCLUSIONS[exclusion].onceOpened;

/**
 * Returns the day itself, or the next one that is neither Saturday, Sunday nor 1 January: Regulation 1182/71, article 3(4), ends a period
 * then. Other public holidays differ from country to country and are not known here: a merchant who wants them counted grants more days.
 */
function workingDayFrom(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const isFree = weekday === 0 || weekday === 6 || day.endsWith('-01-01');
  return isFree ? workingDayFrom(laterDay(day, 1)) : day;
}

type Line = { state: LineState; deliveredAt: Date | null };

/** A pre-order as far as the right of withdrawal depends on it. `country`: of its address; null once the shopper is erased. */
export type WithdrawableOrder<L extends Line = Line> = {
  country: string | null;
  exclusion: WithdrawalExclusion | null;
  lines: readonly L[];
};

export type WithdrawalRuleOfStore = WithdrawalRule & { timeZone: string };

/** Returns for each line item of a pre-order how long the shopper may withdraw from it. */
export function withdrawalPeriods(
  { country, exclusion, lines }: WithdrawableOrder,
  rule: WithdrawalRuleOfStore,
  today: string,
): WithdrawalPeriod[] {
  return lines.map((line) => {
    const deliveredAt = rule.withdrawalCountsFrom === 'line' ? line.deliveredAt : lastDelivery(lines);
    const deliveredOn = deliveredAt && dayIn(deliveredAt, rule.timeZone);
    return withdrawalPeriod({ state: line.state, deliveredOn }, { country: country ?? '', exclusion, rule }, today);
  });
}

/** Returns when the last parcel was delivered; null while one is not. What was returned has been delivered, whenever that was. */
function lastDelivery(lines: readonly Line[]): Date | null {
  const counted = lines.filter(
    ({ state, deliveredAt }) => state !== 'cancelled' && (state !== 'returned' || deliveredAt),
  );
  const times = counted.map(({ deliveredAt }) => deliveredAt?.getTime() ?? null);
  return times.length === 0 || times.includes(null) ? null : new Date(Math.max(...times.map(Number)));
}

/** Returns whether the shopper may withdraw from any of it today. */
export function canWithdraw(order: WithdrawableOrder, rule: WithdrawalRuleOfStore, today: string): boolean {
  return withdrawalPeriods(order, rule, today).some(({ is }) => is === 'open' || is === 'until');
}

/**
 * in_time: for one line item at least · late: the period of every line item was over · excluded: the law takes the right away from such
 * goods · no_right: no law of the country gives it, and the store does not grant it · nothing_left: all was cancelled or returned before ·
 * not_known: it was sent, but the service does not know when it was delivered, or to which country.
 */
export const WITHDRAWAL_TIMINGS = ['in_time', 'late', 'excluded', 'no_right', 'nothing_left', 'not_known'] as const;
export type WithdrawalTiming = (typeof WITHDRAWAL_TIMINGS)[number];

/** A line item with when it was sent, returned and cancelled: later than the declaration, that had not happened yet. */
export type DatedLine = Line & { fulfilledAt: Date | null; returnedAt: Date | null; cancelledAt: Date | null };

/** Returns whether a withdrawal that was declared at that moment was in time. */
export function withdrawalTiming(
  order: WithdrawableOrder<DatedLine>,
  rule: WithdrawalRuleOfStore,
  declaredAt: Date,
): WithdrawalTiming {
  if (order.country === null) return 'not_known';
  const { lines, periods } = periodsThen(order, rule, declaredAt);
  const is = (what: WithdrawalPeriod['is']) => periods.some((period) => period.is === what);
  if (is('until') || periods.some((period, at) => period.is === 'open' && lines[at]?.state !== 'fulfilled'))
    return 'in_time';
  if (is('open')) return 'not_known';
  if (is('over')) return 'late';
  if (is('excluded')) return 'excluded';
  return is('none') ? 'no_right' : 'nothing_left';
}

/**
 * Returns the line items whose period was not over when it was declared: those that come back, where they were sent. Goods whose right
 * ends once they are opened are none of them, because only the merchant can see a seal.
 */
export function linesInTime<L extends DatedLine>(
  order: WithdrawableOrder<L>,
  rule: WithdrawalRuleOfStore,
  declaredAt: Date,
): L[] {
  if (order.country === null || order.exclusion !== null) return [];
  const { periods } = periodsThen(order, rule, declaredAt);
  return order.lines.filter((_, at) => periods[at]?.is === 'open' || periods[at]?.is === 'until');
}

function periodsThen(order: WithdrawableOrder<DatedLine>, rule: WithdrawalRuleOfStore, declaredAt: Date) {
  const lines = order.lines.map((line) => ({ ...line, state: stateThen(line, declaredAt) }));
  return { lines, periods: withdrawalPeriods({ ...order, lines }, rule, dayIn(declaredAt, rule.timeZone)) };
}

function stateThen({ state, fulfilledAt, returnedAt, cancelledAt }: DatedLine, then: Date): LineState {
  const later = (at: Date | null) => at !== null && at > then;
  if (state === 'cancelled') return later(cancelledAt) ? 'placed' : state;
  if (state === 'returned' && !later(returnedAt)) return state;
  return state === 'returned' || state === 'fulfilled' ? (later(fulfilledAt) ? 'released' : 'fulfilled') : state;
}
