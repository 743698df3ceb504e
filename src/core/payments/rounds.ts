import { ProviderError } from '../../integrations/payments/port.ts';
import type { Deps } from '../deps.ts';

/** `waits`: the payment provider does not answer, or has no verdict yet. */
export type RoundOutcome = 'done' | 'waits';

// One item may wait for a reason of its own; three of a store mean that its provider is down.
const WAITING_MAX = 3;

/**
 * Processes items in order and skips a store after three items that wait for its provider, until the next round: each
 * time-out takes half a minute. An item that fails does not stop the others. Resolves with the number of items that are done.
 */
export async function processPerStore<T extends { storeId: string }>(
  { log }: Pick<Deps, 'log'>,
  items: readonly T[],
  work: (item: T) => Promise<RoundOutcome>,
): Promise<number> {
  const waiting = new Map<string, number>();
  const wait = (store: string) => waiting.set(store, (waiting.get(store) ?? 0) + 1);
  let done = 0;
  for (const item of items) {
    if ((waiting.get(item.storeId) ?? 0) >= WAITING_MAX) continue;
    try {
      if ((await work(item)) === 'waits') wait(item.storeId);
      else done += 1;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      if (kind === 'unreachable' || kind === 'account') wait(item.storeId);
      log.warn({ err: error, kind }, 'a payment of a round failed; the next round tries again');
    }
  }
  return done;
}

/** Returns an ORDER BY that takes the stores in turn, so that a store with many stuck rows leaves room for the others. */
export function inTurn(order: string, store = 'store_id'): string {
  return `row_number() OVER (PARTITION BY ${store} ORDER BY ${order}), ${order}`;
}
