import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { VariantOfStore } from '../../deps.ts';
import { openConnection } from '../queries.ts';
import { logFailure } from './note.ts';
import type { SyncDeps } from './sync.ts';
import { readProduct } from './tasks.ts';

// A shopper waits for it. A platform that takes longer is read by a worker within a minute or so.
const WAIT_MS = 2_500;
// In a crowd, one answer is for all of a variant.
const KEPT_MS = 3_000;
const VARIANTS_MAX = 1_000;

/**
 * Returns what asks a store's platform whether it has a variant on its shelf that our catalogue believes to be sold out. If it has, its
 * product is read anew before the caller goes on. A platform that does not answer, or not in time, keeps no shopper from buying.
 */
export function createShelfAsker(deps: SyncDeps): (variant: VariantOfStore) => Promise<void> {
  const asked = new LRUCache<string, Promise<void>>({ max: VARIANTS_MAX, ttl: KEPT_MS });
  return async (variant) => {
    const key = `${variant.storeId} ${variant.variantExternalId}`;
    const asking = asked.get(key) ?? readIfOnShelf(deps, variant);
    if (!asked.has(key)) asked.set(key, asking);
    await Promise.race([asking, pause(WAIT_MS, undefined, { ref: false })]);
  };
}

async function readIfOnShelf(
  deps: SyncDeps,
  { storeId, productExternalId, variantExternalId }: VariantOfStore,
): Promise<void> {
  try {
    const opened = await openConnection(deps, storeId);
    if (!opened || opened.dead || !opened.platform.can.stock) return;
    const [stock] = await opened.platform.stock([variantExternalId]);
    if (!stock || stock.inStock <= 0) return;
    const { platform, currency } = opened;
    await readProduct(deps, platform, { storeId, currency, id: productExternalId });
  } catch (error) {
    logFailure(deps, { storeId, what: 'stock' }, error);
  }
}
