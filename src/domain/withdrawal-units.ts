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

/** What was chosen of the groups. `lineIds`: null for everything. `words`: empty for everything, as a declaration says it. */
export type ChosenUnits = { lineIds: string[] | null; words: string; count: number };

/**
 * Returns the line items of a choice, given as how many of each group by its id; the last ones of a group first, so that the earlier ones
 * keep their place. A number that is none, or more than there are, counts as all of the group.
 */
export function chooseUnits(groups: readonly UnitGroup[], numberOf: (id: string) => string): ChosenUnits {
  const chosen = groups.map((group) => ({ group, count: countOf(numberOf(group.id), group.lineIds.length) }));
  const count = chosen.reduce((sum, one) => sum + one.count, 0);
  const isAll = chosen.every((one) => one.count === one.group.lineIds.length);
  if (isAll) return { lineIds: null, words: '', count };
  return {
    lineIds: chosen.flatMap((one) => (one.count === 0 ? [] : one.group.lineIds.slice(-one.count))),
    words: chosen
      .filter((one) => one.count > 0)
      .map((one) => `${one.count} × ${one.group.title}`)
      .join('\n'),
    count,
  };
}

function countOf(typed: string, most: number): number {
  return /^\d{1,3}$/.test(typed) ? Math.min(Number(typed), most) : most;
}
