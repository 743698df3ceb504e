import type { Command } from 'commander';
import { type AdminMeasures, getMeasures } from '../../../protocol/schema/admin-api/operations.ts';
import { MEASURED_EVENTS, type MeasuredEvent } from '../../../protocol/wire/measures.ts';
import { addAskingVerb } from '../asking.ts';
import { formatDays, formatTable } from '../terminal.ts';
import type { VerbRunner } from '../verb.ts';

type Counts = Record<MeasuredEvent, number>;
type Day = AdminMeasures['days'][number];

const HEADINGS = ['Shown', 'Clicked', 'Steps', 'Submitted', 'Created', 'Failed', 'Clicked, %', 'Created, %'];
const NOTHING = Object.fromEntries(MEASURED_EVENTS.map((event) => [event, 0])) as Counts;

export function addMeasures(runner: VerbRunner, noun: Command): void {
  addAskingVerb({ noun, runner }, 'show', {
    operation: getMeasures,
    text({ from, to, time_zone: zone, days }, _, { input }) {
      const table = input.waitlist_id === undefined ? byWaitlist(days) : byDay(days);
      return `${formatDays({ from, until: to })} (${zone})\n\n${days.length === 0 ? 'Nothing was counted.' : table}`;
    },
  });
}

function byWaitlist(days: readonly Day[]): string {
  const totals = new Map<string, { code: string; counts: Counts }>();
  for (const { waitlist_id: waitlist, product_code: code, counts } of days) {
    const key = waitlist ?? '(none open)';
    totals.set(key, { code: code ?? '', counts: sum(totals.get(key)?.counts ?? NOTHING, counts) });
  }
  const rows = [...totals].map(([waitlist, { code, counts }]) => [waitlist, code, ...cells(counts)]);
  return formatTable(['Waitlist', 'Product', ...HEADINGS], rows);
}

function byDay(days: readonly Day[]): string {
  const total = days.reduce((counts, day) => sum(counts, day.counts), NOTHING);
  const rows = days.map(({ day, counts }) => [day, ...cells(sum(NOTHING, counts))]);
  return formatTable(['Day', ...HEADINGS], [...rows, ['Together', ...cells(total)]]);
}

/** Returns the counts, then the percentages of shown placements that were clicked and of clicks that became pre-orders. */
function cells(counts: Counts): (number | string)[] {
  const numbers = MEASURED_EVENTS.map((event) => counts[event]);
  const { PlacementLoaded: shown, ButtonClicked: clicked, PreorderCreated: created } = counts;
  return [...numbers, percent(clicked, shown), percent(created, clicked)];
}

function percent(part: number, whole: number): number | '' {
  return whole === 0 ? '' : Math.round((1000 * part) / whole) / 10;
}

function sum(one: Counts, other: Day['counts']): Counts {
  return Object.fromEntries(MEASURED_EVENTS.map((event) => [event, one[event] + (other[event] ?? 0)])) as Counts;
}
