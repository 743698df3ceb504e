import { AppError } from './error.ts';
import type { Minor } from './money.ts';
import { because } from './refusal.ts';
import type { ShipWindow } from './ship-window.ts';
import { AHEAD_DAYS_MAX, dayIn, daysBetween, parseDay, tooFar } from './store-time.ts';

export const WAITLIST_STATES = ['DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED', 'CLOSED'] as const;
export type WaitlistState = (typeof WAITLIST_STATES)[number];

/** The states that each state may change to. CLOSED is final. */
const TRANSITIONS: Record<WaitlistState, readonly WaitlistState[]> = {
  DRAFT: ['SCHEDULED', 'OPEN', 'CLOSED'],
  SCHEDULED: ['DRAFT', 'OPEN', 'CLOSED'],
  OPEN: ['PAUSED', 'CLOSED'],
  PAUSED: ['OPEN', 'CLOSED'],
  CLOSED: [],
};

export function canMove(from: WaitlistState, to: WaitlistState): boolean {
  return TRANSITIONS[from].includes(to);
}

/** The acts that a merchant asks for by name. `open` and `resume` lead to the same state, from different states. */
export const WAITLIST_ACTS = {
  schedule: { from: ['DRAFT'], to: 'SCHEDULED' },
  unschedule: { from: ['SCHEDULED'], to: 'DRAFT' },
  open: { from: ['DRAFT', 'SCHEDULED'], to: 'OPEN' },
  pause: { from: ['OPEN'], to: 'PAUSED' },
  resume: { from: ['PAUSED'], to: 'OPEN' },
  close: { from: ['DRAFT', 'SCHEDULED', 'OPEN', 'PAUSED'], to: 'CLOSED' },
} as const satisfies Record<string, { from: readonly WaitlistState[]; to: WaitlistState }>;
export type WaitlistAct = keyof typeof WAITLIST_ACTS;

/** Returns the state that the act leads to. Throws `invalid_transition` when the waitlist's state does not allow it. */
export function stateAfter(act: WaitlistAct, state: WaitlistState): WaitlistState {
  const { from, to }: { from: readonly WaitlistState[]; to: WaitlistState } = WAITLIST_ACTS[act];
  if (from.includes(state)) return to;
  const possible = actsFrom(state);
  const hint = possible.length > 0 ? `It can: ${possible.join(', ')}.` : 'A closed waitlist stays closed.';
  throw new AppError('invalid_transition', `A waitlist that is ${state} cannot ${act}. ${hint}`, {
    data: { state, act },
  });
}

export function actsFrom(state: WaitlistState): WaitlistAct[] {
  const acts = Object.keys(WAITLIST_ACTS) as WaitlistAct[];
  return acts.filter((act) => (WAITLIST_ACTS[act].from as readonly WaitlistState[]).includes(state));
}

export type WaitlistTimes = { id: string; state: WaitlistState; launchesAt: Date | null; closesAt: Date | null };

/**
 * Returns true when the waitlist is past its close, although its stored state says otherwise: a job closes it a little
 * later.
 */
export function isOverdue(waitlist: Pick<WaitlistTimes, 'state' | 'closesAt'>, now: Date): boolean {
  const runs = waitlist.state !== 'DRAFT' && waitlist.state !== 'CLOSED';
  return runs && waitlist.closesAt !== null && waitlist.closesAt <= now;
}

/**
 * Returns the one waitlist of a product that sells at this moment. It is OPEN, or SCHEDULED and due, and not past its
 * close. Of several, an OPEN one comes first, then the earliest launch, then the smallest id.
 */
export function openNow<W extends WaitlistTimes>(waitlists: readonly W[], now: Date): W | null {
  const sells = (w: W) =>
    w.state === 'OPEN' || (w.state === 'SCHEDULED' && w.launchesAt !== null && w.launchesAt <= now);
  const rank = (w: W) => [w.state === 'OPEN' ? 0 : 1, w.launchesAt?.getTime() ?? 0] as const;
  const inOrder = waitlists
    .filter((w) => sells(w) && !isOverdue(w, now))
    .sort((a, b) => rank(a)[0] - rank(b)[0] || rank(a)[1] - rank(b)[1] || (a.id < b.id ? -1 : 1));
  return inOrder[0] ?? null;
}

// A leap year: a longer window promises nothing.
const WINDOW_DAYS_MAX = 366;

/** Returns the window. Throws `invalid_dates` when it ends before it begins, or more than a year after. */
export function checkShipWindow(window: ShipWindow): ShipWindow {
  const from = parseDay(window.from, 'ships_from');
  const until = parseDay(window.until, 'ships_until');
  if (until < from) {
    throw new AppError('invalid_dates', 'The ship window ends before it begins.', {
      param: 'ships_until',
      ...because('begins_after_end'),
    });
  }
  if (daysBetween(from, until) > WINDOW_DAYS_MAX) {
    const message = 'The ship window is longer than a year.';
    throw new AppError('invalid_dates', message, { param: 'ships_until', ...because('window_too_long') });
  }
  return { from, until };
}

/**
 * Throws `invalid_dates` when the window is over on `today`, a day in the store's time zone, or ends more than ten years
 * ahead: such a window cannot be promised.
 */
export function checkWindowAhead({ until }: ShipWindow, today: string): void {
  if (daysBetween(today, until) > AHEAD_DAYS_MAX) throw tooFar(until, 'ships_until');
  if (until >= today) return;
  const message = 'The ship window is over: it ended before today, in the time zone of the store.';
  throw new AppError('invalid_dates', message, { param: 'ships_until', ...because('window_ended', { until, today }) });
}

/** Throws `invalid_dates` when the waitlist would open after its ship window. */
export function checkLaunchDay(launchesAt: Date | null, timeZone: string, { until }: ShipWindow): void {
  const day = launchesAt && dayIn(launchesAt, timeZone);
  if (day === null || day <= until) return;
  const message = 'The ship window would be over when the waitlist opens.';
  throw new AppError('invalid_dates', message, { param: 'launches_at', ...because('over_before_opening') });
}

/** Throws `invalid_dates` when the waitlist would close before it launches, or at that moment. */
export function checkSchedule(times: { launchesAt: Date | null; closesAt: Date | null }): void {
  const { launchesAt, closesAt } = times;
  if (launchesAt && closesAt && closesAt <= launchesAt) {
    throw new AppError('invalid_dates', 'The waitlist would close before it opens.', {
      param: 'closes_at',
      ...because('closes_before_opening'),
    });
  }
}

// The database has the same bound. No delivery has ten million units of one variant.
const ALLOCATION_MAX = 10_000_000;

/**
 * Returns the allocation. Throws `allocation_below_sold`, with the minimum, when it is less than what is held and sold.
 */
export function checkAllocation(allocation: number, taken = { held: 0, sold: 0 }): number {
  if (!Number.isSafeInteger(allocation) || allocation < 0 || allocation > ALLOCATION_MAX) {
    throw new AppError('invalid_parameter', `An allocation is a whole number from 0 to ${ALLOCATION_MAX}.`, {
      param: 'allocation',
      ...because('bounds', { min: 0, max: ALLOCATION_MAX }),
    });
  }
  const floor = taken.held + taken.sold;
  if (allocation < floor) {
    const message = `Sold: ${taken.sold}, being paid for: ${taken.held}. The allocation cannot be below ${floor}.`;
    throw new AppError('allocation_below_sold', message, {
      param: 'allocation',
      data: { floor, held: taken.held, sold: taken.sold },
    });
  }
  return allocation;
}

const LIMIT_PER_CUSTOMER_MAX = 1_000_000;

/** Returns the limit; null means no limit. */
export function checkLimitPerCustomer(limit: number | null): number | null {
  if (limit !== null && (!Number.isSafeInteger(limit) || limit < 1 || limit > LIMIT_PER_CUSTOMER_MAX)) {
    const message = `A limit per customer is a whole number from 1 to ${LIMIT_PER_CUSTOMER_MAX}.`;
    const why = because('bounds', { min: 1, max: LIMIT_PER_CUSTOMER_MAX });
    throw new AppError('invalid_parameter', message, { param: 'limit_per_customer', ...why });
  }
  return limit;
}

/**
 * Returns the countries of a waitlist sorted and each once; null, which no list means too, for all of its store. Throws
 * `country_not_shipped` for one to which the store does not ship.
 */
export function checkCountries(
  countries: readonly string[] | null,
  shipping: readonly { country: string }[],
): string[] | null {
  if (countries === null || countries.length === 0) return null;
  const wanted = [...new Set(countries.map((code) => code.trim().toUpperCase()))].sort();
  const unknown = wanted.find((code) => !shipping.some(({ country }) => country === code));
  if (unknown === undefined) return wanted;
  const message = `The store does not ship to “${unknown.slice(0, 20)}”: a waitlist ships to countries of its store.`;
  throw new AppError('country_not_shipped', message, { param: 'countries' });
}

/** Returns whether a waitlist ships to a country to which its store does. */
export const shipsTo = (countries: readonly string[] | null, country: string): boolean =>
  countries === null || countries.includes(country);

// A merchant needs only a few, and a checkout locks the unit rows of every batch.
const BATCHES_MAX = 50;

/** Throws `too_many_batches` for a waitlist with this number of batches. */
export function checkBatches(batches: number): void {
  if (batches <= BATCHES_MAX) return;
  throw new AppError('too_many_batches', `A waitlist has at most ${BATCHES_MAX} batches.`, {
    data: { max: BATCHES_MAX },
  });
}

const DESCRIPTION_LENGTH_MAX = 2_000;

export function checkDescription(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length > DESCRIPTION_LENGTH_MAX || trimmed.includes('\0') || !trimmed.isWellFormed()) {
    throw new AppError(
      'invalid_parameter',
      `The text is not text, or longer than ${DESCRIPTION_LENGTH_MAX} characters.`,
      {
        param: 'text',
        ...because('not_text', { max: DESCRIPTION_LENGTH_MAX }),
      },
    );
  }
  return trimmed;
}

/**
 * Returns the price at which a variant is offered: the merchant's own, else the catalogue's. Throws `price_required` when
 * there is neither. A compare-at price is regulated, so it is never copied from the catalogue, and it must be above the
 * price.
 */
export function checkOffer(
  offer: { price?: Minor | null | undefined; compareAtPrice?: Minor | null | undefined },
  variant: { title: string; price: Minor | null },
): { price: Minor; compareAtPrice: Minor | null } {
  const price = offer.price ?? variant.price;
  if (price === null) {
    const message = `The catalogue has no price for “${variant.title}”: give one with the waitlist.`;
    throw new AppError('price_required', message, { param: 'price' });
  }
  const compareAtPrice = offer.compareAtPrice ?? null;
  if (!Number.isSafeInteger(price) || price < 0) {
    throw new AppError('invalid_parameter', 'A price is an amount of zero or more.', { param: 'price' });
  }
  if (compareAtPrice !== null && (!Number.isSafeInteger(compareAtPrice) || compareAtPrice <= price)) {
    throw new AppError('invalid_parameter', 'The compare-at price must be above the price.', {
      param: 'compare_at',
      ...because('price_not_above'),
    });
  }
  return { price, compareAtPrice };
}

/** From this part of its units on, an open waitlist is nearly sold, and staff who want to know are told. */
export const NEARLY_SOLD_PERCENT = 90;
/** Below this, units were added: when they are nearly sold as well, that is told again. */
export const NEARLY_SOLD_AGAIN_PERCENT = 80;
