import type { Logger } from 'pino';
import { isDatabaseGone } from './database-away.ts';

// While the database is away, dozens of rounds and all requests fail each second.
const QUIET_MS = 5_000; // without a failure for so long, the database is back: the outbox alone asks twice a second
const LOOK_MS = 1_000;

type LogArguments = [fields: unknown, ...rest: unknown[]];
type Method = (this: Logger, ...args: LogArguments) => void;

/**
 * Returns a hook for the log: of all lines about a database that does not answer it passes the first one on, counts the others,
 * and says how many there were when the database answers again. Lines whose `err` is another error stay as they are.
 */
export function sayOnceWhileAway(): (this: Logger, args: LogArguments, method: Method) => void {
  let away: { since: number; last: number; lines: number } | undefined;
  return function hook(args, method) {
    const { err } = (args[0] ?? {}) as { err?: unknown };
    if (!isDatabaseGone(err)) return method.apply(this, args);
    const now = Date.now();
    if (away) {
      away.last = now;
      away.lines += 1;
      return;
    }
    const gone = { since: now, last: now, lines: 1 };
    away = gone;
    method.apply(this, args);
    this.warn('the database does not answer; further lines about it are only counted until it does');
    const look = setInterval(() => {
      if (Date.now() - gone.last < QUIET_MS) return;
      clearInterval(look);
      away = undefined;
      const seconds = Math.round((gone.last - gone.since) / 1000);
      this.warn({ seconds, lines: gone.lines }, 'the database answers again');
    }, LOOK_MS).unref();
  };
}
