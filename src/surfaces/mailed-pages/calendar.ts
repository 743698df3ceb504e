import type { KnownPreorder } from '../../core/preorders/known-link.ts';
import type { PreorderLine } from '../../core/preorders/queries.ts';
import { translate } from '../../messages/catalogue.ts';
import { type CalendarEntry, calendarText } from '../../platform/icalendar.ts';
import type { Deps } from '../deps.ts';

/**
 * Returns the calendar of a pre-order: an entry for each delivery that it waits for. Calendars are shown to others and kept by third
 * parties, so an entry says the product's name and nothing of its buyer, its price or its address.
 */
export function calendarOf(
  { secrets }: Pick<Deps, 'secrets'>,
  { id, locale, productTitle, updatedAt, lines }: KnownPreorder,
): string {
  const batches = [...Map.groupBy(lines, ({ batchId }) => batchId)];
  const entries = batches.map(([batchId, same]): CalendarEntry => {
    const { promisedNow } = same.find(isOn) ?? (same[0] as PreorderLine);
    return {
      uid: secrets.derive('calendar-entry', `${id} ${batchId}`),
      summary: translate(locale, 'calendar.entry', { product: productTitle }),
      from: promisedNow.from,
      until: promisedNow.until,
      sequence: promisedNow.version,
      changedAt: updatedAt,
      cancelled: !same.some(isOn),
    };
  });
  return calendarText(productTitle, entries);
}

const isOn = ({ state }: PreorderLine): boolean => state !== 'cancelled';
