import { setTimeout as sleep } from 'node:timers/promises';

// The database is away, restarting, full, or has not answered in time. None of it is the caller's doing, and all of it may pass.
const CODES =
  /^(08...|53300|53400|57P0[1-3]|57014|55P03|40001|40P01|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const MESSAGES = /^(timeout exceeded when trying to connect|Connection terminated)/;

/** Whether what was thrown says that the database could not do it now. */
export function isDatabaseAway(thrown: unknown): boolean {
  const { code = '', message = '' } = (thrown ?? {}) as { code?: unknown; message?: unknown };
  return CODES.test(String(code)) || MESSAGES.test(String(message));
}

/** Whether a statement was ended because a lock, or all of it, took longer than it may: the session is as good as before. */
export function isTimeout(thrown: unknown): boolean {
  const { code = '' } = (thrown ?? {}) as { code?: unknown };
  return code === '55P03' || code === '57014';
}

const PAUSE_MS_MIN = 100;
const PAUSE_MS_MAX = 2_000;

/**
 * Tries again while the database is away, for so long at most: for the record of what was done outside, which would be
 * done a second time without it.
 */
export async function outlast<T>(msMax: number, write: () => Promise<T>): Promise<T> {
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
