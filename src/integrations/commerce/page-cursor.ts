import { CommerceError } from './port.ts';

// Platforms that list by the time of creation. A page is asked for as “created after this time, without the first so many”: entries
// of one moment, as an import makes them, are counted, and what is removed before that moment moves nothing.

export type PageStart = { after: number; skip: number };

/** Reads a cursor. Throws `not_found` if it is none of ours. */
export function startOfPage(cursor: string | null): PageStart {
  if (cursor === null) return { after: 0, skip: 0 };
  const [, after, skip] = /^(\d{1,15})\.(\d{1,9})$/.exec(cursor) ?? [];
  if (after === undefined) throw new CommerceError('not_found', 'The cursor is unknown.');
  return { after: Number(after), skip: Number(skip) };
}

/** Returns the cursor after a page whose entries were created at these times, the oldest first. */
export function afterPage({ after, skip }: PageStart, createdAt: readonly string[]): string {
  const times = createdAt.map((time) => Date.parse(time));
  // A platform's clock counts finer than ours, so the last moment is asked for again, and its entries are left out by their number.
  const last = (times.at(-1) ?? after) - 1;
  if (last <= after) return `${after}.${skip + times.length}`;
  return `${last}.${times.filter((time) => time > last).length}`;
}
