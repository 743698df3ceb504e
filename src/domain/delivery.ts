import type { ShipWindow } from './ship-window.ts';
import { laterDay } from './store-time.ts';

/**
 * How a batch stands against its promise: nobody waits · enough has arrived for all who wait · the window is over · it begins
 * soon · there is time.
 */
export type DeliveryStatus = 'idle' | 'ready' | 'late' | 'at_risk' | 'on_time';

export type DeliveryUnits = {
  /** Line items that wait for a unit. */
  waiting: number;
  /** Units that have arrived and that no line item has. */
  free: number;
};

// A week is what sending many parcels, or telling many shoppers of another date, takes.
export const SOON_DAYS = 7;

/** Returns how a batch stands on a day of the store. A batch that ships soon with units missing is at risk. */
export function deliveryStatus(
  { waiting, free }: DeliveryUnits,
  { from, until }: ShipWindow,
  today: string,
): DeliveryStatus {
  if (waiting === 0) return 'idle';
  if (until < today) return 'late';
  if (free >= waiting) return 'ready';
  return from <= laterDay(today, SOON_DAYS) ? 'at_risk' : 'on_time';
}
