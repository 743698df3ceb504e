import { listMeasures } from '../../core/measures/queries/counts.ts';
import { readClock } from '../../core/stores/queries.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import { getMeasures } from '../../protocol/schema/admin-api/operations.ts';
import { MEASURED_EVENTS } from '../../protocol/wire/measures.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { periodFrom } from './reports/period.ts';

/** Registers `GET /admin/api/v1/measures`. */
export function registerMeasures({ reads }: AdminRoutes): void {
  reads(getMeasures, async ({ store }, { waitlist_id: id, ...given }, { db }) => {
    const period = await periodFrom(given, async () => (await readClock(db, store.id)).today);
    const waitlistId = id === undefined ? null : (await readWaitlist(db, store.id, id)).id;
    const days = await listMeasures(db, store.id, { ...period, waitlistId });
    return {
      from: period.from,
      to: period.until,
      time_zone: store.timeZone,
      days: days.map(({ day, waitlistId: waitlist_id, handle, counts }) => ({
        day,
        waitlist_id,
        product_code: handle,
        counts: Object.fromEntries(MEASURED_EVENTS.map((event) => [event, counts[event] ?? 0])),
      })),
    };
  });
}
