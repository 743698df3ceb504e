import { endAttempt, touchAttempt, undoSurplus } from '../payments/commands/end-attempt.ts';
import { settle } from '../payments/commands/settle.ts';
import { type Attempt, readSilentAttempts } from '../payments/queries.ts';
import { type Looked, lookAfter } from '../payments/rounds.ts';
import { type EndDeps, endCheckout } from './commands/end.ts';
import { readExpiredHolds, readExpiredPayments } from './queries.ts';

const ROUND_MAX = 200;
// A shopper's page asks every second or two; who is silent for longer has closed it.
const SILENT_SECONDS = 10;

/** Ends holds whose time is over and that nobody pays for: no provider has to be asked, so none is waited for. */
export async function endExpiredHolds(deps: EndDeps): Promise<number> {
  return lookAfter(deps, await readExpiredHolds(deps.db, ROUND_MAX), (hold) => end(deps, hold));
}

/** Ends those that somebody began to pay, as far as the provider says how that ended; the others wait for a later round. */
export async function endExpiredPayments(deps: EndDeps): Promise<number> {
  return lookAfter(deps, await readExpiredPayments(deps.db, ROUND_MAX), async (hold) => {
    await touchAttempt(deps.db, hold.storeId, hold.attemptId);
    return end(deps, hold);
  });
}

async function end(deps: EndDeps, hold: { storeId: string; checkoutId: string }): Promise<Looked> {
  return (await endCheckout(deps, hold, 'expired')) === 'pending' ? 'waits' : 'done';
}

/** Asks the provider about attempts that nobody has spoken of: a lost answer or a lost webhook costs seconds, not money. */
export async function settleSilentAttempts(deps: EndDeps): Promise<number> {
  return lookAfter(deps, await readSilentAttempts(deps.db, SILENT_SECONDS, ROUND_MAX), async (attempt) => {
    await touchAttempt(deps.db, attempt.storeId, attempt.id);
    return settleSilent(deps, attempt);
  });
}

async function settleSilent(deps: EndDeps, attempt: Attempt): Promise<Looked> {
  const key = { storeId: attempt.storeId, attemptId: attempt.id };
  if (attempt.state === 'surplus') {
    await undoSurplus(deps, key);
    return 'done';
  }
  if (attempt.state !== 'cancel_sent') return (await settle(deps, key)).kind === 'unknown' ? 'waits' : 'done';
  if (attempt.purpose === 'checkout') return end(deps, attempt);
  return (await endAttempt(deps, attempt)) === 'pending' ? 'waits' : 'done';
}
