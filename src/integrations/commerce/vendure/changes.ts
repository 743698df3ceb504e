import { type ChangePage, CommerceError, type PlatformChange } from '../port.ts';
import type { AskVendure } from './client.ts';
import { Changes, LastChange } from './wire.ts';

const CHANGES_A_PAGE = 500;
// Numbers are given when a change begins and seen when it commits, so a lower one may come after a higher one. A transaction takes
// seconds: of more missing numbers than this the oldest were given up.
const MISSED_MAX = 200;

type Cursor = { after: number; missed: number[] };

/** Lists what the plugin has written down. */
export async function vendureChanges(ask: AskVendure, cursor: string | null): Promise<ChangePage> {
  if (cursor === null) {
    const [last] = (await ask('lastChange', { as: LastChange })).waitlistLastChange;
    return { changes: [], cursor: write({ after: last, missed: [] }), more: false };
  }
  const from = read(cursor);
  const answer = await ask('changes', { as: Changes, variables: { ...from, take: CHANGES_A_PAGE } });
  const [last, oldest] = answer.waitlistLastChange;
  if (from.after > last || from.after < oldest - 1) {
    throw new CommerceError(
      'not_found',
      'Vendure has removed the changes since the last time: everything is read again.',
    );
  }
  const found = answer.waitlistChanges;
  const after = Math.max(from.after, ...found.map(({ seq }) => seq));
  const seen = new Set(found.map(({ seq }) => seq));
  const passed = Array.from({ length: Math.min(after - from.after, MISSED_MAX) }, (_, nth) => after - nth).reverse();
  const missed = [...from.missed, ...passed].filter((seq) => !seen.has(seq)).slice(-MISSED_MAX);
  const changes = found.map(({ what, ref }): PlatformChange => (what === 'order' ? { what, ref } : { what, id: ref }));
  return { changes, cursor: write({ after, missed }), more: found.length === CHANGES_A_PAGE };
}

const write = ({ after, missed }: Cursor) => [after, ...missed.map((seq) => after - seq)].join('.');

function read(cursor: string): Cursor {
  if (!/^\d{1,15}(\.\d{1,15})*$/.test(cursor) || cursor.length > 4_000) {
    throw new CommerceError('not_found', 'The cursor is unknown.');
  }
  const [after = 0, ...back] = cursor.split('.').map(Number);
  return { after, missed: back.map((steps) => after - steps) };
}
