import type { LineState } from './preorder.ts';

/** A line item that may be withdrawn from, which is one unit. */
type Unit = { id: string; title: string; state: LineState };

/** Equal units that were sent, or equal units that were not. */
export type UnitGroup = { id: string; title: string; sent: boolean; lineIds: string[] };

/**
 * Returns the units from which the customer can still withdraw, in groups of equal ones. Those that were sent are apart from those that
 * were not, because it decides what follows. The id of a group is that of its first line item.
 */
export function groupUnits(units: readonly Unit[]): UnitGroup[] {
  const groups = new Map<string, UnitGroup>();
  for (const { id, title, state } of units) {
    if (state === 'cancelled' || state === 'returned') continue;
    const sent = state === 'fulfilled';
    const group = groups.get(`${sent} ${title}`) ?? { id, title, sent, lineIds: [] };
    group.lineIds.push(id);
    groups.set(`${sent} ${title}`, group);
  }
  return [...groups.values()];
}

/**
 * Returns the line items of a choice, given as how many of each group by its id; the last ones of a group first, so that the earlier ones
 * keep their place. A number that is none, or more than there are, counts as all of the group.
 */
export function chooseUnits(groups: readonly UnitGroup[], numberOf: (id: string) => string): string[] {
  return groups.flatMap(({ id, lineIds }) => {
    const count = countOf(numberOf(id), lineIds.length);
    return count === 0 ? [] : lineIds.slice(-count);
  });
}

const WORDS_MAX = 2_000;

/** Says how many of what these line items are, in as many characters as a declaration may have. */
export function wordsOfUnits(units: readonly Pick<Unit, 'id' | 'title'>[], lineIds: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const { id, title } of units) if (lineIds.includes(id)) counts.set(title, (counts.get(title) ?? 0) + 1);
  const words = [...counts].map(([title, count]) => `${count} × ${title}`).join('\n');
  return words.length <= WORDS_MAX ? words : `${words.slice(0, WORDS_MAX - 1).toWellFormed()}…`;
}

function countOf(typed: string, most: number): number {
  return /^\d{1,3}$/.test(typed) ? Math.min(Number(typed), most) : most;
}
