import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf, POOLER_BUSY, POOLER_FULL } from './pooler-refusals.ts';
import { EARLIER_TIMELINE, OTHER_SYSTEM } from './timeline.ts';

// The database is unreachable, restarting, out of connections, memory or disk, read-only, or too slow. None of these is the caller's
// fault, and all may pass.
const CODES =
  /^(08...|53...|58030|25006|57P0[1-3]|57014|55P03|25P0[34]|40001|40P01|ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|ERR_STREAM_DESTROYED|EARLIER_TIMELINE|OTHER_SYSTEM|POOLER_\w+)$/;
// Of opening a connection alone: a socket that is not there yet, and no port of this machine that is free. Of files they are faults of ours.
const CONNECT_CODES = /^(ENOENT|EADDRNOTAVAIL)$/;
const DESCRIPTOR_CODES = /^(EMFILE|ENFILE)$/;
// The last two are of a connection that has ended meanwhile, such as for a transaction that was idle for too long.
const MESSAGES =
  /^(timeout expired$|timeout exceeded when trying to connect|Connection terminated|Client (has encountered a connection error|was closed))/;
const LOST = /^(Connection terminated|Client (has encountered a connection error|was closed))/;

type Fault = { code?: unknown; message?: unknown; cause?: unknown; syscall?: unknown; errors?: unknown };

/** Returns true if the error, or what caused it, means that the database is unavailable for now. */
export function isDatabaseAway(thrown: unknown): boolean {
  const { message = '', cause } = (thrown ?? {}) as Fault;
  if (CODES.test(codeOf(thrown) ?? '') || MESSAGES.test(String(message)) || failedToConnect(thrown, CONNECT_CODES))
    return true;
  return isOutOfDescriptors(thrown) || (cause !== undefined && isDatabaseAway(cause));
}

/** Returns true if this process, or its machine, has no descriptor left for a connection. */
export function isOutOfDescriptors(thrown: unknown): boolean {
  const { cause } = (thrown ?? {}) as Fault;
  return failedToConnect(thrown, DESCRIPTOR_CODES) || (cause !== undefined && isOutOfDescriptors(cause));
}

/** Of a name with several addresses, the system call stands at the errors of each. */
function failedToConnect(thrown: unknown, codes: RegExp): boolean {
  const { code, syscall, errors } = (thrown ?? {}) as Fault;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return codes.test(String(code));
  return Array.isArray(errors) && errors.some((one) => failedToConnect(one, codes));
}

/** Returns true if no connection works: the server is gone, restarts, or takes no more of them. */
export function isDatabaseGone(thrown: unknown): boolean {
  const { code = '' } = (thrown ?? {}) as { code?: unknown };
  return isDatabaseAway(thrown) && !/^(57014|55P03|40001|40P01|25P0[34])$/.test(String(code));
}

/** The code of a session that the server ended because its transaction was idle for too long. */
export const IDLE_TIMEOUT = '25P03';

export function isIdleTimeout(thrown: unknown): boolean {
  return ((thrown ?? {}) as { code?: unknown }).code === IDLE_TIMEOUT;
}

/**
 * `full`: the server, or the pooler, takes no more connections. `busy`: no connection of the pooler to the server became free in time.
 * `old_primary`: a server that came back after another one took over. `other_system`: the address leads to two database systems.
 */
export type Refusal = 'full' | 'busy' | 'old_primary' | 'other_system';

const REFUSALS = new Map<string | undefined, Refusal>([
  ['53300', 'full'],
  [POOLER_FULL, 'full'],
  [POOLER_BUSY, 'busy'],
  [EARLIER_TIMELINE, 'old_primary'],
  [OTHER_SYSTEM, 'other_system'],
]);

/** Returns why a connection was refused that the server, its pooler or this process will not have; null for all other errors. */
export function refusalOf(thrown: unknown): Refusal | null {
  const { cause } = (thrown ?? {}) as { cause?: unknown };
  return REFUSALS.get(codeOf(thrown)) ?? (cause === undefined ? null : refusalOf(cause));
}

/** Returns true if no more connections are taken: all that the server, the role, the database or the pooler may have are open. */
export const isFull = (thrown: unknown): boolean => refusalOf(thrown) === 'full';

/** Returns true if it is the pooler, not the server, that takes no more connections. */
export function isPoolerFull(thrown: unknown): boolean {
  const { cause } = (thrown ?? {}) as { cause?: unknown };
  return codeOf(thrown) === POOLER_FULL || (cause !== undefined && isPoolerFull(cause));
}

/** Returns true if a statement hit the lock or statement time-out. The session remains usable. */
export function isTimeout(thrown: unknown): boolean {
  const { code = '' } = (thrown ?? {}) as { code?: unknown };
  return code === '55P03' || code === '57014';
}

/**
 * Returns true if only this transaction failed, by a time-out, with its connection, or because of another one: the next may
 * succeed at once.
 */
export function passesByItself(thrown: unknown): boolean {
  const { code = '' } = (thrown ?? {}) as { code?: unknown };
  return isTimeout(thrown) || /^(40001|40P01|25P0[34])$/.test(String(code)) || isLost(thrown);
}

/** Returns true for the client's own words about a connection that has ended. */
export function isLost(thrown: unknown): boolean {
  return LOST.test(String(((thrown ?? {}) as { message?: unknown }).message));
}

const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 2_000;

/**
 * Retries with back-off while the database is unavailable, for `msMax` at most. For writes that record an action outside
 * the database, because the action would be repeated without the record.
 */
export async function retryWhileAway<T>(msMax: number, write: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + msMax;
  for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
    try {
      return await write();
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() + pauseMs > giveUpAt) throw error;
    }
    await sleep(pauseMs);
  }
}
