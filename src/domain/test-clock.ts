import { AppError } from './error.ts';

const SECONDS = { s: 1, m: 60, h: 3_600, d: 86_400, w: 7 * 86_400 } as const;

/** A year at a time: what a pre-order waits for is seldom further away. */
export const ADVANCE_SECONDS_MAX = 366 * SECONDS.d;

/** Checks by how many seconds the clock of a test store moves: forward, and whole. Throws `invalid_parameter`. */
export function checkAdvance(seconds: number): number {
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= ADVANCE_SECONDS_MAX) return seconds;
  const message = `The clock moves forward by 1 to ${ADVANCE_SECONDS_MAX} whole seconds.`;
  throw new AppError('invalid_parameter', message, { param: 'advance_seconds' });
}

/** Reads a duration as people write it, such as `3d`, `36h` or `90` (seconds). Throws `invalid_parameter`. */
export function parseDuration(given: string, param: string): number {
  const [, digits, unit = 's'] = /^(\d{1,9})([smhdw])?$/.exec(given.trim().toLowerCase()) ?? [];
  if (digits !== undefined) return Number(digits) * SECONDS[unit as keyof typeof SECONDS];
  throw new AppError('invalid_parameter', 'Say how long: a number with s, m, h, d or w, such as 3d.', { param });
}

/** How far the rows of a store move: instants by seconds, calendar days by whole days, which add up over several moves. */
export function ageOf(advanced: number, seconds: number): { seconds: number; days: number } {
  const days = (sum: number) => Math.floor(sum / SECONDS.d);
  return { seconds, days: days(advanced + seconds) - days(advanced) };
}
