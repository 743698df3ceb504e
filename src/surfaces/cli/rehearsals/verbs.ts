import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import type { Deps } from '../../../core/deps.ts';
import { runRehearsals } from '../../../core/rehearsals/commands/run.ts';
import { startRehearsal, stopRehearsal } from '../../../core/rehearsals/commands/start.ts';
import { listRehearsals, type Rehearsal, readRehearsal } from '../../../core/rehearsals/queries/rehearsals.ts';
import type { Store } from '../../../core/stores/queries.ts';
import type { LaunchPlan, Share } from '../../../domain/rehearsal.ts';
import { REHEARSAL_SHEETS } from '../../../protocol/schema/admin-api/rehearsals.ts';
import { type RehearsalSheet, rehearsalSheet } from '../../merchant-json/rehearsal-sheets.ts';
import { rehearsalJson } from '../../merchant-json/rehearsals.ts';
import { addExportOptions, type ExportOptions, writeExport } from '../export.ts';
import { formatTable, formatTime } from '../terminal.ts';
import { collect, numberIn, numberTo, parseAssignment } from '../values.ts';
import { type Answer, defineStoreReading, defineStoreVerb, type Input, type VerbRunner } from '../verb.ts';

type RunOptions = {
  shoppers?: number;
  hours?: number;
  seed?: number;
  country?: string[];
  quantity?: string[];
  variant?: string[];
  leave?: number;
  decline?: number;
  challenge?: number;
  again?: number;
  detach?: boolean;
};

type ShowOptions = ExportOptions & { csv?: RehearsalSheet };

const LOOK_MS = 500;
const PERCENT = numberIn({ min: 0, max: 100 });

export function addRehearsals(runner: VerbRunner, rehearsals: Command): void {
  const run = rehearsals
    .command('run')
    .description('rehearse the launch of a waitlist; nothing is sold, charged or mailed')
    .argument('<waitlist>', 'the id of the waitlist')
    .option('--shoppers <n>', 'how many come (default: 500)', numberTo(20_000))
    .option('--hours <n>', 'in how many hours (default: 24)', numberTo(336))
    .option('--country <country=share>', 'such as DE=3; repeatable (default: the store’s country)', collect)
    .option('--quantity <n=share>', 'units in a checkout, such as 2=16; repeatable (default: mostly 1)', collect)
    .option('--variant <variant=share>', 'a SKU or id and its share; repeatable (default: all alike)', collect)
    .option('--leave <percent>', 'leave without paying (default: 25)', PERCENT)
    .option('--decline <percent>', 'whose first card is declined (default: 6)', PERCENT)
    .option('--challenge <percent>', 'whose bank asks for a second step (default: 20)', PERCENT)
    .option('--again <percent>', 'come a second time (default: 3)', PERCENT)
    .option('--seed <n>', 'another number brings other shoppers (default: 1)', numberIn({ min: 0, max: 2 ** 31 }))
    .option('--detach', 'only ask for it: the workers run it');
  defineStoreVerb<RunOptions>(runner, run, runVerb);

  const list = rehearsals.command('list').description('the last twenty rehearsals of a store');
  defineStoreReading(runner, list, async ({ db }, { store }) => {
    const found = await listRehearsals(db, store.id);
    const rows = found.map((one) => [
      one.id,
      one.state,
      one.product,
      one.shoppers,
      formatTime(one.createdAt, store.timeZone),
    ]);
    const text =
      rows.length > 0 ? formatTable(['Rehearsal', 'State', 'Product', 'Shoppers', 'Asked for'], rows) : 'None yet.';
    return { data: found.map(rehearsalJson), text };
  });

  const show = rehearsals.command('show').description('what a rehearsal came to').argument('<rehearsal>');
  show.addOption(new Option('--csv <sheet>', 'a part of the report as CSV').choices(REHEARSAL_SHEETS));
  defineStoreReading<ShowOptions>(
    runner,
    addExportOptions(show),
    async ({ db }, { store, options, args: [id = ''] }) => {
      const rehearsal = await readRehearsal(db, store.id, id);
      if (!options.csv) return rehearsalAnswer(rehearsal, store);
      return writeExport(runner, options, rehearsalSheet(rehearsal, options.csv));
    },
  );

  const stop = rehearsals.command('stop').description('stop a rehearsal that waits or runs').argument('<rehearsal>');
  defineStoreVerb(runner, stop, async (deps, { store, args: [id = ''] }) => {
    await stopRehearsal(deps, store.id, (await readRehearsal(deps.db, store.id, id)).id);
    return rehearsalAnswer(await readRehearsal(deps.db, store.id, id), store);
  });
}

async function runVerb(deps: Deps, { store, options, args }: Input<RunOptions> & { store: Store }): Promise<Answer> {
  const id = await startRehearsal(deps, store.id, { waitlistId: args[0] ?? '', ...planFrom(options) });
  if (options.detach) return rehearsalAnswer(await readRehearsal(deps.db, store.id, id), store);
  for (;;) {
    // A worker may have taken it, or this process runs one of another store first.
    await runRehearsals(deps);
    const rehearsal = await readRehearsal(deps.db, store.id, id);
    if (rehearsal.endedAt !== null) return rehearsalAnswer(rehearsal, store);
    await pause(LOOK_MS);
  }
}

function planFrom(options: RunOptions): Partial<LaunchPlan> {
  const { shoppers, hours, seed, country, quantity, variant, leave, decline, challenge, again } = options;
  return {
    ...(shoppers !== undefined && { shoppers }),
    ...(hours !== undefined && { hours }),
    ...(seed !== undefined && { seed }),
    ...(country && { countries: country.map((text) => shareOf(text, 'country', (name) => name.toUpperCase())) }),
    ...(quantity && { quantities: quantity.map((text) => shareOf(text, 'quantity', Number)) }),
    ...(variant && { variants: variant.map((text) => shareOf(text, 'variant', (name) => name)) }),
    ...(leave !== undefined && { leavePercent: leave }),
    ...(decline !== undefined && { declinePercent: decline }),
    ...(challenge !== undefined && { challengePercent: challenge }),
    ...(again !== undefined && { againPercent: again }),
  };
}

/** Reads `NAME=SHARE`. The rule of the plan refuses what is no share. */
function shareOf<Of>(text: string, option: string, of: (name: string) => Of): Share<Of> {
  const { name, value } = parseAssignment(text, option);
  return { of: of(name), share: Number(value) };
}

function rehearsalAnswer(rehearsal: Rehearsal, store: Store): Answer {
  const json = rehearsalJson(rehearsal);
  const partly = rehearsal.state === 'failed';
  const head = `Rehearsal ${rehearsal.id} of ${rehearsal.product}: ${rehearsal.state}`;
  const { report } = json;
  if (report === null) {
    const text = rehearsal.failure ?? `${rehearsal.arrived} of ${rehearsal.shoppers} shoppers have come.`;
    return { data: json, text: `${head}\n${text}`, partly };
  }
  const sums = `${report.shoppers} shoppers, ${report.preorders} pre-orders, ${report.units} units, ${report.booked} ${report.currency} booked, ${report.due_now} now and ${report.due_later} later.`;
  const variants = report.variants.map(({ title, sku, for_sale, sold, sold_out_at, missed }) => [
    title || sku,
    for_sale,
    sold,
    sold_out_at === null ? '' : formatTime(new Date(sold_out_at), store.timeZone),
    missed,
  ]);
  const findings = report.findings.map(({ place, message }) => [place, message]);
  const parts = [
    `${head}\n${sums}`,
    formatTable(['Variant', 'For sale', 'Sold', 'Sold out at', 'Missed'], variants),
    formatTable(
      ['Country', 'Shoppers', 'Pre-orders', 'Units', 'Refused'],
      report.countries.map(({ country, shoppers, preorders, units, refused }) => [
        country,
        shoppers,
        preorders,
        units,
        refused,
      ]),
    ),
    findings.length > 0 ? formatTable(['Mend', 'Because'], findings) : 'No setting would have failed.',
  ];
  return { data: json, text: parts.join('\n\n'), partly };
}
