import type { Command } from 'commander';
import type { Basics } from '../../../core/deps.ts';
import { listMeasures, type MeasuredDay } from '../../../core/measures/queries/counts.ts';
import { readClock, type Store } from '../../../core/stores/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { MEASURED_EVENTS } from '../../../protocol/wire/measures.ts';
import { type Counts, measuresJson, periodFrom, whole } from '../../merchant-json/measures.ts';
import { formatDays, formatTable } from '../terminal.ts';
import { type Answer, defineStoreReading, type Input, type VerbRunner } from '../verb.ts';

type ShowOptions = { waitlist?: string; from?: string; to?: string };

const HEADINGS = ['Shown', 'Clicked', 'Steps', 'Submitted', 'Created', 'Failed', 'Clicked, %', 'Created, %'];

export function addMeasures(runner: VerbRunner, measures: Command): void {
  const show = measures
    .command('show')
    .description('by waitlist, or with --waitlist by day; by default the last 30 days')
    .option('--waitlist <id>', 'only this waitlist, by day')
    .option('--from <day>', 'such as 2026-06-01, on the store’s calendar')
    .option('--to <day>', 'the last day that counts');
  defineStoreReading<ShowOptions>(runner, show, showVerb);
}

async function showVerb({ db }: Basics, { store, options }: Input<ShowOptions> & { store: Store }): Promise<Answer> {
  const period = await periodFrom(options, async () => (await readClock(db, store.id)).today);
  const waitlistId = options.waitlist === undefined ? null : (await readWaitlist(db, store.id, options.waitlist)).id;
  const found = await listMeasures(db, store.id, { ...period, waitlistId });
  const data = measuresJson(found, period, store);
  const title = `${formatDays(period)} (${store.timeZone})`;
  if (found.length === 0) return { data, text: `${title}\n\nNothing was counted.` };
  return { data, text: `${title}\n\n${waitlistId === null ? byWaitlist(found) : byDay(found)}` };
}

function byWaitlist(found: readonly MeasuredDay[]): string {
  const totals = new Map<string, { handle: string; counts: Counts }>();
  for (const { waitlistId, handle, counts } of found) {
    const key = waitlistId ?? '(none open)';
    totals.set(key, { handle: handle ?? '', counts: sum(totals.get(key)?.counts ?? whole({}), counts) });
  }
  const rows = [...totals].map(([waitlist, { handle, counts }]) => [waitlist, handle, ...cells(counts)]);
  return formatTable(['Waitlist', 'Product', ...HEADINGS], rows);
}

function byDay(found: readonly MeasuredDay[]): string {
  const total = found.reduce((counts, day) => sum(counts, day.counts), whole({}));
  const rows = found.map(({ day, counts }) => [day, ...cells(whole(counts))]);
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

function sum(one: Counts, other: MeasuredDay['counts']): Counts {
  return Object.fromEntries(MEASURED_EVENTS.map((event) => [event, one[event] + (other[event] ?? 0)])) as Counts;
}
