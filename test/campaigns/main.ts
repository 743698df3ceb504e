import { parseArgs } from 'node:util';
import { lastRelease } from '../support/last-release.ts';
import { runClocks } from './clocks.ts';
import { runConnections } from './connections.ts';
import { runDeploys, runUpgrades } from './deploys.ts';
import { runDisks } from './disks.ts';
import { runKills } from './kills.ts';
import { runOutages } from './outages.ts';
import { runPromotions } from './promotions.ts';
import { runProviders } from './providers.ts';
import { failuresOf, type Report, tableOf } from './table.ts';
import { runWithdrawals } from './withdrawals.ts';

// `npm run campaign -- NAME` strikes faults at real processes under load and prints one table; docs/reliability.md keeps it.
// It fails when something was lost, sold or charged twice, held for ever, or answered with an error of ours. `--only PART` strikes only the
// faults that have PART in their name, `--people N` is how large a crowd is, `--archive FOLDER` runs the processes of an unpacked archive.

const MISUSED = 2;
type Options = {
  times: number;
  seconds: number[];
  from: string;
  only: string | undefined;
  people: number | undefined;
  archive: string | undefined;
};
type Campaign = { times: number; seconds?: number[]; run: (options: Options) => AsyncGenerator<Report> };

const CAMPAIGNS: Record<string, Campaign> = {
  deploys: { times: 10, run: runDeploys },
  upgrades: { times: 1, run: runUpgrades },
  kills: { times: 500, run: runKills },
  promotions: { times: 20, run: runPromotions },
  outages: { times: 20, seconds: [15, 60], run: runOutages },
  connections: { times: 20, run: runConnections },
  disks: { times: 10, run: runDisks },
  clocks: { times: 20, run: runClocks },
  providers: { times: 3, run: runProviders },
  withdrawals: { times: 4, run: runWithdrawals },
};

const { values, positionals } = parseArgs({
  options: {
    times: { type: 'string' },
    seconds: { type: 'string' },
    from: { type: 'string' },
    only: { type: 'string' },
    people: { type: 'string' },
    archive: { type: 'string' },
  },
  allowPositionals: true,
});
const from = values.from ?? (await lastRelease());
const unknown = positionals.filter((name) => !(name in CAMPAIGNS));
if (unknown.length > 0) {
  process.stderr.write(
    `There is no campaign ${unknown.join(', ')}. There are: ${Object.keys(CAMPAIGNS).join(', ')}.\n`,
  );
  process.exitCode = MISUSED;
} else if (values.times !== undefined && !(Number.isInteger(Number(values.times)) && Number(values.times) > 0)) {
  process.stderr.write(`--times is a whole number from 1 on, not ${values.times}.\n`);
  process.exitCode = MISUSED;
} else if (from === undefined && positionals.includes('upgrades')) {
  process.stderr.write('There is no release to upgrade from yet. Name a commit: --from REF.\n');
  process.exitCode = MISUSED;
} else {
  const all = Object.keys(CAMPAIGNS).filter((name) => name !== 'upgrades' || from !== undefined);
  process.exitCode = await runAll(positionals.length > 0 ? positionals : all);
}

async function runAll(names: readonly string[]): Promise<number> {
  const reports: Report[] = [];
  const failures: string[] = [];
  process.env.CAMPAIGN_TELLS = 'yes';
  for (const name of names) {
    const campaign = CAMPAIGNS[name];
    const times = Number(values.times ?? campaign?.times);
    const seconds = values.seconds?.split(',').map(Number) ?? campaign?.seconds ?? [];
    const people = values.people === undefined ? undefined : Number(values.people);
    const options = { times, seconds, from: from ?? '', only: values.only, people, archive: values.archive };
    try {
      for await (const report of campaign?.run(options) ?? []) reports.push(report);
    } catch (error) {
      failures.push(`${name} ended before its time: ${error instanceof Error ? error.stack : error}`);
    }
  }
  process.stdout.write(`\n${tableOf(reports)}\n`);
  failures.push(...reports.flatMap(failuresOf));
  if (reports.length === 0) failures.push(`nothing was struck; --only is ${values.only ?? 'not given'}`);
  for (const failure of failures) process.stdout.write(`FAILED: ${failure}\n`);
  return failures.length > 0 ? 1 : 0;
}
