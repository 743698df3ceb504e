import { AppError } from './error.ts';

// Years that somebody may mean: the calendars of JavaScript and PostgreSQL agree on all of these.
const INSTANT =
  /^([12]\d{3}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,3})?)?)?(Z|[+-](?:0\d|1[0-4]):[0-5]\d)?$/;

/**
 * Reads a moment as a merchant writes it: `2026-06-01`, `2026-06-01 09:00` (both on the store's clock) or with an
 * offset, `2026-06-01T09:00Z`. Where clocks skip the time it is the moment after the gap; where they repeat it, the
 * first one.
 */
export function parseMoment(text: string, timeZone: string, param: string): Date {
  const trimmed = text.trim();
  const [, date, time = '00:00', seconds = '00', offset] = INSTANT.exec(trimmed) ?? [];
  const local = new Date(`${date}T${time}:${seconds}Z`);
  // The round trip refuses what Date would carry over, such as 31 February.
  if (!date || Number.isNaN(local.getTime()) || !local.toISOString().startsWith(`${date}T${time}`)) {
    const message = `“${trimmed.slice(0, 40)}” is not a time. Write 2026-06-01 09:00 (the store's time) or 2026-06-01T09:00Z.`;
    throw new AppError('invalid_parameter', message, { param });
  }
  if (offset) return new Date(`${date}T${time}:${seconds}${offset}`);
  // The offset in force at the wanted time is one of those a day before and a day after it; the earlier moment wins.
  const dayMs = 86_400_000;
  const offsets = [-dayMs, dayMs].map((away) => offsetMs(new Date(local.getTime() + away), timeZone));
  const candidates = offsets.map((ms) => new Date(local.getTime() - ms)).sort((a, b) => a.getTime() - b.getTime());
  const exact = candidates.find((moment) => moment.getTime() + offsetMs(moment, timeZone) === local.getTime());
  return exact ?? candidates[candidates.length - 1] ?? local;
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
    });
  }
  return trimmed;
}

/** How far the zone's clock is ahead of UTC at that moment. */
function offsetMs(moment: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(moment.getTime() / 1000) * 1000;
}

/** `1 June 2026 at 09:00` on the store's clock. For merchants, who are spoken to in English. */
export function momentText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone }).format(at);
}

/** The day that the moment falls on in the store, `YYYY-MM-DD`. */
export function dayIn(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(at);
}

const DAY_MS = 86_400_000;

// A wrong century is a slip of the keyboard.
export const AHEAD_DAYS_MAX = 3_653;

export function tooFar(when: string, param: string): AppError {
  return new AppError('invalid_dates', `${when} is more than ten years ahead.`, { param });
}

/** What a time to come is called, by the parameter that has it. */
const COMING = { launches_at: 'opening time', closes_at: 'closing time', from: 'beginning', until: 'end' } as const;

/** A time to come; `invalid_dates` for one that has passed, or is more than ten years ahead. */
export function checkAhead(
  moment: Date | null,
  { now, timeZone }: { now: Date; timeZone: string },
  param: keyof typeof COMING,
): void {
  if (moment === null) return;
  const shown = `${momentText(moment, timeZone)} (${timeZone})`;
  if (moment.getTime() > now.getTime() + AHEAD_DAYS_MAX * DAY_MS) throw tooFar(shown, param);
  if (moment > now) return;
  throw new AppError('invalid_dates', `The ${COMING[param]}, ${shown}, has passed.`, { param });
}

/** Calendar days from one to the other; negative when `to` comes first. Days know no clock, so no hour is lost in spring. */
export function daysBetween(from: string, to: string): number {
  return (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;
}

/** The day so many days after. */
export function laterDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
