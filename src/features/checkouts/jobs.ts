import type { Deps } from '../deps.ts';
import { endAttempt, touchAttempt, undoSurplus } from '../payments/commands/end-attempt.ts';
import { settle } from '../payments/commands/settle.ts';
import { readSilentAttempts } from '../payments/queries.ts';
import { type EndDeps, endCheckout } from './commands/end.ts';
import { readExpiredHolds } from './queries.ts';

const ROUND_MAX = 200;
// A shopper's page asks every second or two; who is silent for longer has closed it.
const SILENT_SECONDS = 10;

/** Ends holds whose time is over. What cannot be ended now (a provider that does not answer) waits for the next round. */
export async function endExpiredHolds(deps: EndDeps): Promise<number> {
  const expired = await readExpiredHolds(deps.db, ROUND_MAX);
  await eachApart(deps, expired, (hold) => endCheckout(deps, hold, 'expired'));
  return expired.length;
}

/** Asks the provider about attempts that nobody has spoken of: a lost answer or a lost webhook costs seconds, not money. */
export async function settleSilentAttempts(deps: EndDeps): Promise<number> {
  const silent = await readSilentAttempts(deps.db, SILENT_SECONDS, ROUND_MAX);
  await eachApart(deps, silent, async (attempt) => {
    const key = { storeId: attempt.storeId, attemptId: attempt.id };
    await touchAttempt(deps.db, attempt.storeId, attempt.id);
    if (attempt.state === 'surplus') await undoSurplus(deps, key);
    else if (attempt.state === 'cancel_sent' && attempt.purpose === 'checkout')
      await endCheckout(deps, attempt, 'expired');
    else if (attempt.state === 'cancel_sent') await endAttempt(deps, attempt);
    else await settle(deps, key);
  });
  return silent.length;
}

/** One that fails must not keep the others waiting. */
async function eachApart<T>(deps: Pick<Deps, 'log'>, items: readonly T[], work: (item: T) => Promise<unknown>) {
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      deps.log.warn({ err: error }, 'a checkout could not be looked after; the next round tries again');
    }
  }
}
