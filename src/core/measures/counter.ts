import { isUuid } from '../../domain/uuid.ts';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { repeat } from '../../platform/loop.ts';
import { MEASURED_EVENTS, MEASURES_MAX, type MeasuredEvent } from '../../protocol/wire/measures.ts';
import { addCounts, type EventCount } from './commands.ts';

/** Counts in memory what pages tell, so that a busy storefront costs no row lock a page. */
export type MeasureCounter = {
  /** `told`: by event and waitlist id. Names and ids that cannot be ours are left out. */
  add(storeId: string, told: Readonly<Record<string, Readonly<Record<string, number>>>>): void;
  /** Writes what was counted so far. What cannot be written is lost, which harms nothing. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const FLUSH_MS = 3_000;
// Who makes ids up fills only their own store's share; beyond it, what is new waits for the next round.
const COUNTS_OF_STORE_MAX = 3_000;

export function createMeasureCounter(db: Database, log: Log): MeasureCounter {
  let counted = new Map<string, Map<string, EventCount>>();

  function count(
    storeId: string,
    { event, waitlist, times }: { event: MeasuredEvent; waitlist: string; times: number },
  ) {
    const ofStore = counted.get(storeId) ?? new Map<string, EventCount>();
    if (ofStore.size === 0) counted.set(storeId, ofStore);
    const key = `${event} ${waitlist}`;
    const known = ofStore.get(key);
    if (known) known.count += times;
    else if (ofStore.size < COUNTS_OF_STORE_MAX) {
      ofStore.set(key, { storeId, waitlistId: waitlist === '' ? null : waitlist, event, count: times });
    }
  }
  async function flush(): Promise<void> {
    const counts = [...counted.values()].flatMap((ofStore) => [...ofStore.values()]);
    counted = new Map();
    if (counts.length > 0) await addCounts(db, counts);
  }
  const loop = repeat(FLUSH_MS, flush, log);

  return {
    add(storeId, told) {
      for (const event of MEASURED_EVENTS) {
        const waitlists = Object.entries(told[event] ?? {}).slice(0, MEASURES_MAX.waitlists);
        for (const [id, times] of waitlists) {
          const known = times > 0 && (id === '' || isUuid(id));
          if (known) count(storeId, { event, waitlist: id.toLowerCase(), times: Math.min(times, MEASURES_MAX.count) });
        }
      }
    },
    flush,
    async stop() {
      await loop.stop();
      await flush().catch((error: unknown) => log.warn({ err: error }, 'the last counts of pages were lost'));
    },
  };
}
