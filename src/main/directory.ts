import { LRUCache } from 'lru-cache';
import { hasStoreKey } from '../core/stores/queries.ts';
import type { Sql } from '../platform/db.ts';

/** Where a store lives: the name of its home. Null: no home has it. `away`: the homes that answer do not, and another does not answer. */
export type Whereabouts = { home: string } | null | 'away';

/** Says which home has the store of a public key. */
export type Directory = {
  /** Returns what is known without asking; undefined if it has to be asked. */
  recall(key: string): Whereabouts | undefined;
  /** Asks the homes. Callers at the same time share one look-up. Never rejects. */
  find(key: string): Promise<Whereabouts>;
};

/** `sql` returns undefined while the home cannot be used. */
export type HomeDatabase = { name: string; sql(): Sql | undefined };

const KNOWN_MS = 10 * 60_000; // an operator may move a store by hand
const KNOWN_MAX = 50_000;
// A made-up key costs a look-up in each home once in this time. A new store is found this much later if somebody asked before.
const UNKNOWN_MS = 10_000;
const UNKNOWN_MAX = 10_000;

export function createDirectory(
  homes: readonly HomeDatabase[],
  now: () => number = () => performance.now(),
): Directory {
  const known = new LRUCache<string, { home: string }>({
    max: KNOWN_MAX,
    ttl: KNOWN_MS,
    ttlResolution: 0,
    perf: { now },
  });
  // Apart from the known ones, which made-up keys then cannot push out.
  const unknown = new LRUCache<string, true>({ max: UNKNOWN_MAX, ttl: UNKNOWN_MS, ttlResolution: 0, perf: { now } });
  const asking = new Map<string, Promise<Whereabouts>>();

  async function ask(key: string): Promise<Whereabouts> {
    const found = await askAll(homes, key);
    if (found === null) unknown.set(key, true);
    else if (found !== 'away') known.set(key, found);
    return found;
  }

  return {
    recall: (key) => known.get(key) ?? (unknown.has(key) ? null : undefined),
    find(key) {
      const running = asking.get(key) ?? ask(key).finally(() => asking.delete(key));
      asking.set(key, running);
      return running;
    },
  };
}

/** Resolves as soon as one home has the store, whatever the others do. */
async function askAll(homes: readonly HomeDatabase[], key: string): Promise<Whereabouts> {
  let isAway = false;
  const asked = homes.map(async ({ name, sql }) => {
    const home = sql();
    const has = home ? await hasStoreKey(home, key).catch(() => undefined) : undefined;
    if (has) return { home: name };
    if (has === undefined) isAway = true;
    throw new Error('not here');
  });
  return Promise.any(asked).catch(() => (isAway ? 'away' : null));
}
