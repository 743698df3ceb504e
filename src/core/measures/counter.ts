import { isUuid } from '../../domain/uuid.ts';
import type { Database } from '../../platform/db.ts';
import type { Log } from '../../platform/log.ts';
import { repeat } from '../../platform/loop.ts';
import { MEASURED_EVENTS, MEASURES_MAX, type MeasuredEvent } from '../../protocol/wire/measures.ts';
import { addCounts, type EventCount } from './commands/counts.ts';

/** Counts the events that pages report in memory, so that a busy storefront does not lock a row for each page view. */
export type MeasureCounter = {
  /** Adds what a page reported. `told`: counts by event and waitlist id. Unknown events and invalid ids are ignored. */
  add(storeId: string, counts: Readonly<Record<string, Readonly<Record<string, number>>>>): void;
  /** Writes the counts so far. Counts of a failed write are lost; measures may be incomplete. */
  flush(): Promise<void>;
  stop(): Promise<void>;
};

const FLUSH_MS = 3_000;
// A client that invents waitlist ids fills only its own store's share of the memory. Beyond this limit, new ids are not
// counted until the next flush.
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
    add(storeId, counts) {
      for (const event of MEASURED_EVENTS) {
        const waitlists = Object.entries(counts[event] ?? {}).slice(0, MEASURES_MAX.waitlists);
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
