import { randomInt } from 'node:crypto';
import { endAttempt, touchAttempt, undoSurplus } from '../payments/commands/end-attempt.ts';
import { settle } from '../payments/commands/settle.ts';
import { type Attempt, readSilentAttempts } from '../payments/queries.ts';
import { processPerStore, type RoundOutcome } from '../payments/rounds.ts';
import { type EndDeps, endCheckout } from './commands/end.ts';
import { endExpired } from './commands/end-expired.ts';
import { type Look, readExpiredHolds, readExpiredPayments } from './queries.ts';

const ROUND_MAX = 200;
// Half of the sale queue's largest batch. In a sale, chunks and batches take turns, so expired units come back at least half
// as fast as new ones are held. A larger chunk would delay the sale longer and cost hardly less per hold.
const CHUNK = 128;
// `storeMax` lets a look find holds of other stores too when one store has very many.
const LOOK: Look = { limit: 8_192, storeMax: 2_048, through: 50_000 };
// The next round, a second later, continues after this many looks.
const LOOKS_MAX = 8;
// A shopper's page polls every second or two; after this silence, the page was closed.
const SILENT_SECONDS = 10;

/**
 * Ends expired holds without a payment under way, so it never waits for a provider. Works in chunks of one store, and the
 * stores take turns. Resolves with the number that ended.
 */
export async function endExpiredHolds(deps: EndDeps, look = LOOK): Promise<number> {
  let ended = 0;
  const stuck = new Set<string>();
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    // Leave out stuck stores: one may have so many holds that a look finds none of other stores.
    const found = await readExpiredHolds(deps.db, look, [...stuck]);
    const before = ended;
    const chunks = chunksOf(found);
    const from = randomInt(chunks.length + 1); // concurrent workers begin at different chunks
    for (const { storeId, checkoutIds } of [...chunks.slice(from), ...chunks.slice(0, from)]) {
      if (stuck.has(storeId)) continue;
      ended += await endExpired(deps, storeId, checkoutIds).catch((error: unknown) => {
        // Most likely another transaction keeps a lock. The store is skipped for the rest of this round.
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

/** Groups holds into chunks of one store. Chunks are in the order of their first hold, so the stores keep their turns. */
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

/** Ends expired checkouts with a payment under way, if the provider says how it ended. Others wait for a later round. */
export async function endExpiredPayments(deps: EndDeps): Promise<number> {
  return processPerStore(deps, await readExpiredPayments(deps.db, ROUND_MAX), async (hold) => {
    await touchAttempt(deps.db, hold.storeId, hold.attemptId);
    return endHold(deps, hold);
  });
}

async function endHold(deps: EndDeps, hold: { storeId: string; checkoutId: string }): Promise<RoundOutcome> {
  return (await endCheckout(deps, hold, 'expired')) === 'pending' ? 'waits' : 'done';
}

/** Asks the provider about attempts without news, so that a lost answer or webhook costs seconds and no money. */
export async function settleSilentAttempts(deps: EndDeps): Promise<number> {
  return processPerStore(deps, await readSilentAttempts(deps.db, SILENT_SECONDS, ROUND_MAX), async (attempt) => {
    await touchAttempt(deps.db, attempt.storeId, attempt.id);
    return settleSilent(deps, attempt);
  });
}

async function settleSilent(deps: EndDeps, attempt: Attempt): Promise<RoundOutcome> {
  const key = { storeId: attempt.storeId, attemptId: attempt.id };
  if (attempt.state === 'surplus') {
    await undoSurplus(deps, key);
    return 'done';
  }
  if (attempt.state !== 'cancel_sent') return (await settle(deps, key)).kind === 'unknown' ? 'waits' : 'done';
  if (attempt.purpose === 'checkout') return endHold(deps, attempt);
  return (await endAttempt(deps, attempt)) === 'pending' ? 'waits' : 'done';
}
