import { LRUCache } from 'lru-cache';
import { isUuid } from '../../domain/uuid.ts';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { repeat } from '../../platform/loop.ts';
import type { ProductName } from '../waitlists/queries/on-sale.ts';
import { addSightings, type Sighting } from './commands/sightings.ts';

/** What a request said: the page's origin, the key it used, and the product it named. */
export type Glimpse = { origin: string; storeKey: string; name?: ProductName };

/** Notices on which pages placements are asked for. It keeps no request waiting and writes each origin at most once a minute. */
export type SightingTracker = {
  add(seen: Glimpse): void;
  /** A page loaded `service.js`, which has no key yet. */
  addScript(origin: string): void;
  /** Writes what was noticed. What a failed write had is noticed again with the next request, a minute later. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const FLUSH_MS = 2_000;
const ONCE_MS = 60_000;
// A client that invents origins fills this and no more. What is noticed beyond waits for the next minute.
const NOTED_MAX = 20_000;
const PENDING_MAX = 2_000;
const PRODUCT_MAX = 100;
const ORIGIN_MAX = 300;

export function createSightingTracker(db: Database, log: Log): SightingTracker {
  const noted = new LRUCache<string, true>({ max: NOTED_MAX, ttl: ONCE_MS });
  let pending: Sighting[] = [];

  function note(sighting: Sighting): void {
    const { storeKey, origin, kind, product } = sighting;
    const key = `${storeKey} ${origin} ${kind} ${product}`;
    if (noted.has(key) || pending.length >= PENDING_MAX || origin.length > ORIGIN_MAX) return;
    noted.set(key, true);
    pending.push(sighting);
  }
  async function flush(): Promise<void> {
    const told = pending;
    pending = [];
    if (told.length > 0) await addSightings(db, told);
  }
  const loop = repeat(FLUSH_MS, flush, log);

  return {
    add({ origin, storeKey: given, name }) {
      const storeKey = isUuid(given) ? given.toLowerCase() : null;
      note({ storeKey, origin, kind: 'page', product: '' });
      if (name && storeKey !== null) note({ storeKey, origin, kind: 'product', product: writtenName(name) });
    },
    addScript: (origin) => note({ storeKey: null, origin, kind: 'script', product: '' }),
    flush,
    async stop() {
      await loop.stop();
      await flush().catch((error: unknown) => log.warn({ err: error }, 'the last sightings of pages were lost'));
    },
  };
}

const KINDS = { externalId: 'id', handle: 'code', sku: 'sku', variantExternalId: 'variant' } as const;

function writtenName(name: ProductName): string {
  const [kind = 'externalId', text = ''] = Object.entries(name)[0] ?? [];
  return `${KINDS[kind as 'externalId']}:${text.slice(0, PRODUCT_MAX)}`;
}

/** Reads a product's name as it was written. */
export function nameOf(written: string): ProductName {
  const at = written.indexOf(':');
  const [kind, text] = [written.slice(0, at), written.slice(at + 1)];
  if (kind === 'code') return { handle: text };
  if (kind === 'sku') return { sku: text };
  return kind === 'variant' ? { variantExternalId: text } : { externalId: text };
}
