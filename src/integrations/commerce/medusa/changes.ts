import { type ChangePage, CommerceError, type PlatformChange } from '../port.ts';
import type { AskMedusa } from './client.ts';
import { Changes } from './wire.ts';

/** A time from which on changes are asked for; with a page that was read, also the time until which, and the page's last change. */
type Cursor = { since: string; until?: string; after?: string };

export async function medusaChanges(ask: AskMedusa, cursor: string | null): Promise<ChangePage> {
  const asked = cursor === null ? {} : readCursor(cursor);
  const { changes, until, next } = await ask('GET', 'waitlist/changes', { as: Changes, query: asked });
  const found = changes.map(({ what, id }): PlatformChange => (what === 'order' ? { what, ref: id } : { what, id }));
  if (next === null || !('since' in asked)) return { changes: found, cursor: until, more: false };
  return { changes: found, cursor: [asked.since, until, next].join('|'), more: true };
}

function readCursor(cursor: string): Cursor {
  const [since = '', until, after] = cursor.split('|');
  const times = until === undefined ? [since] : [since, until];
  if (times.some((time) => !/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z$/.test(time)) || cursor.length > 400) {
    throw new CommerceError('not_found', 'The cursor is unknown.');
  }
  return { since, ...(until === undefined || after === undefined ? {} : { until, after }) };
}
