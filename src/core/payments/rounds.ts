import { ProviderError } from '../../integrations/payments/port.ts';
import type { Deps } from '../deps.ts';

/** waits: for a payment provider that does not answer, or that has no verdict yet. */
export type Looked = 'done' | 'waits';

// One that waits for a reason of its own must not stop its store; more of them mean that the provider is away.
const PATIENCE = 3;

/**
 * Looks after one after the other, of many stores. One that fails must not keep the others waiting, and neither must a
 * provider that takes half a minute not to answer: what else waits for it in that store is left to the next round.
 * Resolves with how many are done.
 */
export async function lookAfter<T extends { storeId: string }>(
  { log }: Pick<Deps, 'log'>,
  items: readonly T[],
  work: (item: T) => Promise<Looked>,
): Promise<number> {
  const waiting = new Map<string, number>();
  const wait = (store: string) => waiting.set(store, (waiting.get(store) ?? 0) + 1);
  let done = 0;
  for (const item of items) {
    if ((waiting.get(item.storeId) ?? 0) >= PATIENCE) continue;
    try {
      if ((await work(item)) === 'waits') wait(item.storeId);
      else done += 1;
    } catch (error) {
      const kind = error instanceof ProviderError ? error.kind : undefined;
      if (kind === 'unreachable' || kind === 'account') wait(item.storeId);
      log.warn({ err: error, kind }, 'a payment could not be looked after; the next round tries again');
    }
  }
  return done;
}

/** To order by: the stores in turn, so that one with many that cannot be ended leaves room for those of the others. */
export function inTurn(order: string, store = 'store_id'): string {
  return `row_number() OVER (PARTITION BY ${store} ORDER BY ${order}), ${order}`;
}
