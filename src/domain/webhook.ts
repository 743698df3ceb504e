import { AppError } from './error.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The waits before the second try, the third and so on. Standard Webhooks proposes them; they take a little over three
 * days.
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
// Up to a tenth more, so that receivers that failed together are not all called again in the same second.
const JITTER_MAX = 0.1;
// The longest pause that a receiver may ask for. Our own schedule has longer waits where they are needed.
const RETRY_AFTER_MAX_MS = HOUR_MS;

/** Returns how long to wait after this number of failed tries. Null when no further try is made. `random` is in [0, 1). */
export function retryDelayMs(attempts: number, random: number): number | null {
  const delay = RETRY_DELAYS_MS[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + JITTER_MAX * random));
}

/** `gone` (410): the receiver wants no more messages. A redirect counts as failed, since we do not follow it. */
export type Verdict = 'delivered' | 'gone' | 'failed';

export function verdictOf(status: number): Verdict {
  if (status >= 200 && status <= 299) return 'delivered';
  return status === 410 ? 'gone' : 'failed';
}

/** Returns the pause that a Retry-After header asks for, in seconds or as a date. 0 for a header that cannot be read. */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0;
  const ms = /^\d{1,9}$/.test(header.trim()) ? Number(header) * SECOND_MS : Date.parse(header) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS) : 0;
}

const URL_LENGTH_MAX = 2_000;
const DESCRIPTION_LENGTH_MAX = 200;

/**
 * Returns the address to call. Throws `invalid_parameter`. Plain http is only for receivers in the operator's own network.
 */
export function checkEndpointUrl(text: string, { plainHttp }: { plainHttp: boolean }): string {
  const refuse = (reason: string): never => {
    throw new AppError('invalid_parameter', `“${text.slice(0, 80)}” ${reason}.`, { param: 'url' });
  };
  const url = URL.canParse(text) ? new URL(text) : refuse('is not an address such as https://shop.example/webhooks');
  if (url.protocol !== 'https:' && !(plainHttp && url.protocol === 'http:')) refuse('must begin with https://');
  if (url.username || url.password) refuse('must not hold a name or password');
  if (text.includes('#')) refuse('must not hold a #');
  if (url.href.length > URL_LENGTH_MAX) refuse(`is longer than ${URL_LENGTH_MAX} characters`);
  return url.href;
}

export function checkEndpointDescription(text: string): string {
  if (text.length <= DESCRIPTION_LENGTH_MAX) return text;
  const message = `A description has at most ${DESCRIPTION_LENGTH_MAX} characters.`;
  throw new AppError('invalid_parameter', message, { param: 'description' });
}
