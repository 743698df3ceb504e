import { randomInt } from 'node:crypto';
import { endAttempt, touchAttempt, undoSurplus } from '../payments/commands/end-attempt.ts';
import { settle } from '../payments/commands/settle.ts';
import { type Attempt, readSilentAttempts } from '../payments/queries.ts';
import { type Looked, lookAfter } from '../payments/rounds.ts';
import { type EndDeps, endCheckout } from './commands/end.ts';
import { endExpired } from './commands/end-expired.ts';
import { type Look, readExpiredHolds, readExpiredPayments } from './queries.ts';

const ROUND_MAX = 200;
// Half of the sale queue's largest batch: they take turns in a sale, so at least half as many units come back as are held.
// Larger ones would make the sale wait longer, and cost hardly less for each.
const CHUNK = 128;
// Of a store that left more behind than a look goes through, the others do not wait to be found.
const LOOK: Look = { limit: 8_192, storeMax: 2_048, through: 50_000 };
// What is left behind after that is the next round's, which begins a second later.
const LOOKS_MAX = 8;
// A shopper's page asks every second or two; who is silent for longer has closed it.
const SILENT_SECONDS = 10;

/**
 * Ends holds whose time is over and that nobody pays for: no provider has to be asked, so none is waited for. In chunks of
 * one store, the stores in turn; resolves with how many ended.
 */
export async function endExpiredHolds(deps: EndDeps, look = LOOK): Promise<number> {
  let ended = 0;
  const stuck = new Set<string>();
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    // One that is stuck may have so many that a look would find none of the others'.
    const found = await readExpiredHolds(deps.db, look, [...stuck]);
    const before = ended;
    const chunks = chunksOf(found);
    const from = randomInt(chunks.length + 1); // workers that look at the same time begin at different ones
    for (const { storeId, checkoutIds } of [...chunks.slice(from), ...chunks.slice(0, from)]) {
      if (stuck.has(storeId)) continue;
      ended += await endExpired(deps, storeId, checkoutIds).catch((error: unknown) => {
        // A lock that somebody keeps, most likely: it costs this store this round.
        stuck.add(storeId);
        deps.log.warn({ err: error, storeId }, 'expired holds could not be ended; the next round tries again');
        return 0;
      });
    }
    if (found.length < look.storeMax) break;
    if (ended === before) for (const { storeId } of found) stuck.add(storeId);
  }
  return ended;
}

type Chunk = { storeId: string; checkoutIds: string[] };

/** In the order of the first of each: the stores keep their turns. */
function chunksOf(holds: readonly { storeId: string; checkoutId: string }[]): Chunk[] {
  const chunks: Chunk[] = [];
  const filling = new Map<string, Chunk>();
  for (const { storeId, checkoutId } of holds) {
    const open = filling.get(storeId);
    if (open && open.checkoutIds.length < CHUNK) {
      open.checkoutIds.push(checkoutId);
      continue;
    }
    const chunk = { storeId, checkoutIds: [checkoutId] };
    chunks.push(chunk);
    filling.set(storeId, chunk);
  }
  return chunks;
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
