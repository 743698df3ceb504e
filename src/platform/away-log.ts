import type { Logger } from 'pino';
import { isDatabaseGone, isIdleTimeout, isOutOfDescriptors, isPoolerFull, refusalOf } from './database-away.ts';

// While the database is away, dozens of rounds and all requests fail each second.
const QUIET_MS = 5_000; // without a failure for so long, the database is back: the outbox alone asks twice a second
const LOOK_MS = 1_000;

type LogArguments = [fields: unknown, ...rest: unknown[]];
type Method = (this: Logger, ...args: LogArguments) => void;

const KINDS = {
  full: ['the database takes no more connections', 'the database takes new connections again'],
  pooler_full: [
    'the pooler takes no more connections (its max_client_conn, or a limit of the database or the user)',
    'the pooler takes new connections again',
  ],
  busy: [
    'no connection of the pooler to the database became free in time (its default_pool_size, query_wait_timeout)',
    'the pooler has connections to the database again',
  ],
  old_primary: ['the database server is an old primary, and is not used', 'no old primary answers any more'],
  other_system: [
    'the address of the database leads to two database systems, and the second is not used',
    'the address of the database leads to one database system again',
  ],
  // Such as after this process or its machine stood still. The server is well, and the work is tried again.
  idle: [
    'the database ended a transaction that this process left idle for too long',
    'no more transactions were ended',
  ],
  // The server is well: this process, or its machine, opens no more.
  descriptors: [
    'no file descriptor is left for a connection to the database',
    'there are file descriptors for connections to the database again',
  ],
  gone: ['the database does not answer', 'the database answers again'],
} as const;
type Kind = keyof typeof KINDS;

function kindOf(err: unknown): Kind | null {
  const refusal = refusalOf(err);
  if (refusal !== null) return isPoolerFull(err) ? 'pooler_full' : refusal;
  if (isIdleTimeout(err)) return 'idle';
  if (isOutOfDescriptors(err)) return 'descriptors';
  return isDatabaseGone(err) ? 'gone' : null;
}

/**
 * Returns a hook for the log: of all lines about a database that cannot be used it passes the first one on, counts the others,
 * and says how many there were when it can. Lines whose `err` is another error stay as they are.
 */
export function sayOnceWhileAway(): (this: Logger, args: LogArguments, method: Method) => void {
  const lasting = new Map<Kind, { since: number; last: number; lines: number }>();
  return function hook(args, method) {
    const kind = kindOf(((args[0] ?? {}) as { err?: unknown }).err);
    if (kind === null) return method.apply(this, args);
    const [begins, ends] = KINDS[kind];
    const now = Date.now();
    const known = lasting.get(kind);
    if (known) {
      known.last = now;
      known.lines += 1;
      return;
    }
    const state = { since: now, last: now, lines: 1 };
    lasting.set(kind, state);
    if (kind !== 'idle') method.apply(this, args);
    this.warn(`${begins}; further lines about it are only counted until ${kind === 'gone' ? 'it does' : 'that ends'}`);
    const look = setInterval(() => {
      if (Date.now() - state.last < QUIET_MS) return;
      clearInterval(look);
      lasting.delete(kind);
      const seconds = Math.round((state.last - state.since) / 1000);
      this.warn({ seconds, lines: state.lines }, ends);
    }, LOOK_MS).unref();
  };
}
