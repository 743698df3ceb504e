import { AppError } from './error.ts';
import { because } from './refusal.ts';

// The years 1000 to 2999: a person may mean them, and the calendars of JavaScript and PostgreSQL agree on them.
const INSTANT =
  /^([12]\d{3}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?(Z|UTC|[+-](?:0\d|1[0-4])(?::?[0-5]\d)?))?)?$/i;

/**
 * Reads a moment as a merchant writes it: `2026-06-01` or `2026-06-01 09:00` on the store's clock, or with an offset,
 * `2026-06-01T09:00Z`, also as platforms write it, `2026-06-01 09:00:00 +0200`. A time that the clocks skip is the moment
 * after the gap. A time that they repeat is the first of the two.
 */
export function parseMoment(text: string, timeZone: string, param: string): Date {
  const trimmed = text.trim();
  const [, date, time = '00:00', seconds = '00', offset] = INSTANT.exec(trimmed) ?? [];
  const local = new Date(`${date}T${time}:${seconds}Z`);
  // Date carries 31 February over into March. Comparing with the text refuses such days.
  if (!date || Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T${time}`)) {
    const message = `“${trimmed.slice(0, 40)}” is not a time. Write 2026-06-01 09:00 (the store's time) or 2026-06-01T09:00Z.`;
    const why = because('not_time', { text: trimmed.slice(0, 40) });
    throw new AppError('invalid_parameter', message, { param, ...why });
  }
  if (offset) return new Date(local.getTime() - offsetOf(offset));
  // The offset in force at the wanted time is one of those a day before and a day after it; the earlier moment wins.
  const dayMs = 86_400_000;
  const offsets = [-dayMs, dayMs].map((away) => offsetMs(new Date(local.getTime() + away), timeZone));
  const candidates = offsets.map((ms) => new Date(local.getTime() - ms)).sort((a, b) => a.getTime() - b.getTime());
  const exact = candidates.find((moment) => moment.getTime() + offsetMs(moment, timeZone) === local.getTime());
  return exact ?? candidates[candidates.length - 1] ?? local;
}

/** Returns the milliseconds of `+02:00`, `+0200` or `+02`; none for `Z` and `UTC`. */
function offsetOf(offset: string): number {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(offset) ?? [];
  const ms = (Number(hours ?? 0) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -ms : ms;
}

/** Reads a calendar day, `YYYY-MM-DD`, or a moment, which is the day that the store's clock shows at it. */
export function parseDayIn(text: string, timeZone: string, param: string): string {
  const hasTime = INSTANT.exec(text.trim())?.[2] !== undefined;
  return hasTime ? dayIn(parseMoment(text, timeZone, param), timeZone) : parseDay(text, param);
}

/** Reads a calendar day, `YYYY-MM-DD`. */
export function parseDay(text: string, param: string): string {
  const trimmed = text.trim();
  const date = new Date(`${trimmed}T00:00:00Z`);
  if (
    !/^[12]\d{3}-\d{2}-\d{2}$/.test(trimmed) ||
    Number.isNaN(date.getTime()) ||
    !date.toISOString().startsWith(trimmed)
  ) {
    throw new AppError('invalid_parameter', `“${trimmed.slice(0, 40)}” is not a day. Write it as 2026-06-01.`, {
      param,
      ...because('not_day', { text: trimmed.slice(0, 40) }),
    });
  }
  return trimmed;
}

// Creating one takes longer than using it a hundred times, and a file has thousands of times.
const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

/** Returns how many milliseconds the zone's clock is ahead of UTC at that moment. */
function offsetMs(moment: Date, timeZone: string): number {
  const parts = Object.fromEntries(
    clockOf(timeZone)
      .formatToParts(moment)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** Returns a moment on the store's clock for merchants, whose language here is English: `1 June 2026 at 09:00`. */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}

/** Returns a moment on the store's clock with its second and what it is ahead of UTC: `2026-06-01T23:30:05+02:00`. */
export function offsetText(at: Date, timeZone: string): string {
  const ahead = offsetMs(at, timeZone);
  const clock = new Date(Math.floor(at.getTime() / 1000) * 1000 + ahead).toISOString().slice(0, 19);
  const minutes = Math.abs(ahead) / 60_000;
  const two = (value: number) => `${Math.floor(value)}`.padStart(2, '0');
  return `${clock}${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** Returns the day of the moment in the store's time zone, `YYYY-MM-DD`. */
export function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
}

const DAY_MS = 86_400_000;

// Ten years. A day further ahead is a typing error, such as a wrong century.
export const AHEAD_DAYS_MAX = 3_653;

export function tooFar(when: string, param: string): AppError {
  return new AppError('invalid_dates', `${when} is more than ten years ahead.`, {
    param,
    ...because('too_far', { when }),
  });
}

/** How a message names a future time, by the parameter that has it. */
const NAMES = {
  launches_at: 'opening time',
  closes_at: 'closing time',
  starts_at: 'beginning',
  ends_at: 'end',
} as const;

/** Throws `invalid_dates` for a time that has passed, or that is more than ten years ahead. Null is accepted. */
export function checkAhead(
  moment: Date | null,
  { now, timeZone }: { now: Date; timeZone: string },
  param: keyof typeof NAMES,
): void {
  if (moment === null) return;
  const shown = `${momentText(moment, timeZone)} (${timeZone})`;
  if (moment.getTime() > now.getTime() + AHEAD_DAYS_MAX * DAY_MS) throw tooFar(shown, param);
  if (moment > now) return;
  throw new AppError('invalid_dates', `The ${NAMES[param]}, ${shown}, has passed.`, {
    param,
    ...because('passed', { when: shown }),
  });
}

/**
 * Returns the calendar days from one day to the other; negative when `to` comes first. In UTC no day has 23 or 25 hours.
 */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/** Returns the day that is this number of days later. */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns every day of a period, both ends inclusive. */
export function daysOf(from: string, until: string): string[] {
  return Array.from({ length: daysBetween(from, until) + 1 }, (_, index) => laterDay(from, index));
}
