import { AppError } from '../domain/error.ts';
import { isUuid } from '../domain/uuid.ts';

/** Where a page of a list begins: after the row with this moment, or number, and this id. Nulls for the first page. */
export type ListCursor<At = string> = [at: At, id: string] | [null, null];

/** Returns that a list has no place `after` to go on from. */
export const noCursor = (): AppError =>
  new AppError('invalid_parameter', 'after is no cursor of this list.', { param: 'after' });

/**
 * Resolves with the place after the row `after`, which `find` reads by its id. A moment is read as text: a Date would drop the microseconds
 * that keep two rows of one millisecond apart. Throws `invalid_parameter` where the list has no such row.
 */
export async function cursorAfter<At = string>(
  after: string | undefined,
  find: (id: string) => Promise<{ at: At }[]>,
): Promise<ListCursor<At>> {
  if (after === undefined) return [null, null];
  const [row] = isUuid(after) ? await find(after) : [];
  if (!row) throw noCursor();
  return [row.at, after];
}
