import { api, bodyOf, storeSlug } from '../../requests/store-api.ts';
import { clockMoved } from './reads.ts';

// What the service takes at once.
const ADVANCE_SECONDS_MAX = 366 * 86_400;
// A date further away is a slip of the keyboard: the service refuses it, as it refuses the past.
const STEPS_MAX = 10;

/** Lets time pass, in steps where the service takes no more at once. Whatever was read of the store before is older now. */
export async function moveOn(seconds: number): Promise<void> {
  const step = seconds > STEPS_MAX * ADVANCE_SECONDS_MAX ? seconds : ADVANCE_SECONDS_MAX;
  let left = seconds;
  try {
    do {
      bodyOf(await api.POST('/admin/api/v1/test-clock', { body: { advance_seconds: Math.min(left, step) } }));
      left -= step;
    } while (left > 0);
  } finally {
    clockMoved(storeSlug());
  }
}

/** How many seconds from now until a moment that was typed on the clock of a time zone; undefined for nothing typed. */
export function secondsUntil(local: string, timeZone: string, now = Date.now()): number | undefined {
  const typed = Date.parse(`${local}Z`);
  if (Number.isNaN(typed)) return undefined;
  // What the clock shows at a first guess tells how far the zone is from UTC; the second time corrects a change of summer time.
  let at = typed;
  for (let turn = 0; turn < 2; turn += 1) at += typed - shownAt(at, timeZone);
  return Math.ceil((at - now) / 1_000);
}

/** What the clock of a zone shows at a moment, read as if it were UTC. */
function shownAt(at: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'medium', timeZone });
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
}
