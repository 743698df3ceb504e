import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startFastCluster } from './history-database.ts';
import { plantedFaultNames, runWithFault } from './planted-faults.ts';
import { createTally, describeViolation } from './report.ts';
import { runHistories } from './worker-pool.ts';

// `npm run simulate -- --seeds N --from SEED` runs histories and reports violations; `--from random` draws the first seed
// and prints it. `--inspect-brk` waits for a debugger before the first history. `--plant NAME` runs a copy of the project
// with that planted fault until the fault is found.

const TELL_EVERY_MS = 5_000;
// In fewer histories a rare event may be missing without a cause.
const SEEDS_TO_MEET_ALL = 20;
// So few histories are printed with their hashes: a seed always has the same hash.
const SEEDS_TO_NAME = 10;
const SEED_MAX = 2 ** 31;
const MISUSED = 2;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    plant: { type: 'string' },
    'shrink-seconds': { type: 'string', default: '60' },
    'until-found': { type: 'boolean', default: false },
    'inspect-brk': { type: 'boolean', default: false },
  },
});
const options = {
  seeds: wholeNumber('seeds', values.seeds),
  from: values.from === 'random' ? randomInt(SEED_MAX) : wholeNumber('from', values.from),
  shrinkSeconds: wholeNumber('shrink-seconds', values['shrink-seconds']),
  untilFound: values['until-found'],
  inspect: values['inspect-brk'],
};

if (process.exitCode !== MISUSED) {
  process.exitCode = values.plant === undefined ? await simulate() : await plant(values.plant);
}

async function simulate(): Promise<number> {
  const started = performance.now();
  const tally = createTally();
  if (values.from === 'random') say(`the first seed is drawn: ${options.from}; --from ${options.from} repeats it`);
  const cluster = await startFastCluster();
  const progress = setInterval(() => {
    const seconds = Math.round((performance.now() - started) / 1_000);
    say(`… ${tally.seeds} of ${options.seeds} seeds, ${tally.violations} violations, ${seconds} s`);
  }, TELL_EVERY_MS);
  try {
    await runHistories({
      cluster,
      seeds: Array.from({ length: options.seeds }, (_, index) => options.from + index),
      // With --until-found one violation is enough, and a debugger needs one process, so histories run one at a time.
      ...((options.untilFound || options.inspect) && { processes: 1 }),
      execArgv: options.inspect ? ['--inspect-brk'] : [],
      shrinkSeconds: options.shrinkSeconds,
      onFinished(summary) {
        tally.add(summary);
        if (options.seeds <= SEEDS_TO_NAME) say(`seed ${summary.seed} went ${summary.hash}`);
        if (summary.broken) say(`\n${describeViolation(summary)}\n`);
        return options.untilFound && summary.broken !== null;
      },
    });
  } finally {
    clearInterval(progress);
    await cluster.stop();
  }
  say(tally.table());
  const missing = tally.seeds >= SEEDS_TO_MEET_ALL && !options.untilFound ? tally.missing() : [];
  if (missing.length > 0) say(`NEVER MET, so this run says nothing of it: ${missing.join(', ')}`);
  say(tally.lastLine());
  return tally.violations + missing.length > 0 ? 1 : 0;
}

async function plant(name: string): Promise<number> {
  const known = await plantedFaultNames();
  if (!known.includes(name)) {
    say(`There is no planted fault “${name}”. There are: ${known.join(', ')}.`);
    return MISUSED;
  }
  return runWithFault(name, process.argv.slice(2)).catch((error: Error) => {
    say(error.message); // such as that of a patch that no longer fits
    return MISUSED;
  });
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  say(`--${name} is a whole number, and “${text}” is none.`);
  process.exitCode = MISUSED;
  return 0;
}

function say(text: string): void {
  console.log(text);
}
