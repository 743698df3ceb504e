import { beginOutage, endOutage } from '../../src/core/outages/commands/record.ts';
import type { OutageKind } from '../../src/domain/clock.ts';
import type { Database } from '../../src/platform/db.ts';
import { type Offer, shiftClock } from './core.ts';

/** Records an outage of that many hours of the database's clock. It ends now. */
export async function recordOutage(
  db: Database,
  kind: OutageKind,
  { hours, storeId = null }: { hours: number; storeId?: Offer['storeId'] | null },
): Promise<void> {
  await startOutage(db, kind, storeId);
  await shiftClock(db, hours * 3_600);
  await endOutage(db, { storeId, kind });
}

/** Starts an outage that lasts until a test ends it. */
export async function startOutage(db: Database, kind: OutageKind, storeId: string | null = null): Promise<void> {
  const [row] = await db.query<{ now: Date }>('SELECT app_now() AS now');
  await beginOutage(db, { storeId, kind }, { beganAt: row?.now ?? new Date(), reason: 'The test says so.' });
}
