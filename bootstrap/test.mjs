// `npm test` runs the check and then the quick tests. `npm run test:all` also runs all other tests; `npm run test:ci` runs the thorough
// ones and one half of the long ones, which a seed draws; `npm run test:night` runs the night alone. Arguments are Vitest's; they select
// tests and skip the check: `npm test -- test/api`, `npm test -- --project browser`, `npm test -- test/api/health.test.ts --watch`.
// `npm test -- --changed` runs the quick steps of the check, and the tests that uncommitted changes reach. `npm run unit` runs the
// tests of pure rules. What fails beside other tests is tried again alone and named; only `test:all` takes the first result. The last
// line counts the results. An error before the tests counts as one failure.
import { randomInt } from 'node:crypto';
import { parseCLI, startVitest } from 'vitest/node';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { processorSeconds } from './processor-time.mjs';
import { describeSlowest, recordTimes, resultsOf } from './test-report.mjs';

const QUICK = ['unit', 'files', 'database', 'journeys'];
const NIGHT = ['night', 'strikes'];
const REST = ['campaigns', 'browser', 'engines', 'alone', ...NIGHT, 'plans'];
const FIRST = [...QUICK, 'thorough'];
const RUNS = { '--all': [FIRST, [...REST, 'walk']], '--ci': [FIRST, REST], '--night': [NIGHT] };

const named = RUNS[process.argv[2]];
const parts = named ?? [QUICK];
const args = process.argv.slice(named ? 3 : 2);
const isChanged = args.some((arg) => /^--changed(=|$)/.test(arg));
const isNarrowed = args.length > 0;
const { filter, options } = parseCLI(['vitest', args.includes('--watch') ? 'watch' : 'run', ...args]);
const began = performance.now();
const results = new Map(); // by project and file: what came of it, at last
const AGAIN_MAX = 10; // more broken files than that are no accident

const seed = process.argv[2] === '--ci' ? drawSeed() : null;
if (options.watch) {
  await chromiumLaunchOptions(say);
  await startVitest('test', filter, options); // runs until the user stops it
} else {
  let failed = 1;
  try {
    failed = isChanged ? await testChanged() : isNarrowed ? await testSome() : await testAll();
  } catch (error) {
    console.error(error);
  }
  const files = [...results.values()];
  const failures = files.flatMap((file) => file.failures);
  const passed = files.reduce((sum, file) => sum + file.passed, 0);
  for (const failure of failures) say(`FAILED ${failure}`);
  say(describeTime());
  console.log(`${passed} passed, ${failed + failures.length} failed`);
  process.exitCode = failed + failures.length === 0 && (passed > 0 || isChanged) && !process.exitCode ? 0 : 1;
}

/** Draws the seed of a half of the long tests, and of a half of the night in it (`test/support/draw.ts`), unless one is given. Says it first. */
function drawSeed() {
  process.env.TEST_SEED ??= `${randomInt(1_000_000)}`;
  const drawn = process.env.TEST_SEED;
  say(`seed ${drawn} draws a half of the long tests; TEST_SEED=${drawn} npm run test:ci draws the same`);
  return Number(drawn);
}

/** Says how long it took and what it cost: a busy machine takes longer, a slow test costs more. */
function describeTime() {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  const cost = processorSeconds();
  return `${minutes} minutes${cost === null ? '' : `, ${Math.round(cost)} seconds of processors`}`;
}

async function testAll() {
  const steps = parts.length + 2;
  say(`1 of ${steps}: the check (types, style, imports, dead code, sizes)`);
  const { check } = await import('./check.mjs');
  const failedSteps = await check();

  say(`2 of ${steps}: browsers for the browser tests`);
  await chromiumLaunchOptions(say);
  await sayWhatIsMissing();

  const where = process.env.DATABASE_URL ? 'the PostgreSQL that DATABASE_URL names' : 'the embedded PostgreSQL';
  let errors = 0;
  for (const [index, project] of parts.entries()) {
    say(`${index + 3} of ${steps}: the tests (${project.join(', ')}), on ${where}`);
    const half = seed !== null && project === REST ? { shard: `${(seed % 2) + 1}/2` } : {};
    errors += await run({ project, ...half });
  }
  if (named !== RUNS['--all']) errors += await tryAgain();
  if (failedSteps > 0) say(`the check failed (${failedSteps} steps, above); they count as failed`);
  if (!named)
    say('npm run test:all runs the others as well: long stories, engines, languages, crowds, crashes, planted faults');
  return failedSteps + errors;
}

async function testChanged() {
  const { check } = await import('./check.mjs');
  const failedSteps = await check({ quick: true });
  await chromiumLaunchOptions(say);
  return failedSteps + (await run(options.project ? {} : { project: QUICK }));
}

async function testSome() {
  await chromiumLaunchOptions(say);
  return run({});
}

/** Runs the files that failed once more, one after the other, and names them: the machine may have been too busy for them. */
async function tryAgain() {
  // The test of the plans comes after all others anyway, and reads what they sent.
  const failed = [...results.values()].filter(({ project, failures }) => project !== 'plans' && failures.length > 0);
  if (failed.length === 0 || failed.length > AGAIN_MAX) return 0;
  const first = failed.flatMap(({ failures }) => failures);
  say(`${failed.length} files failed; once more, each alone`);
  process.exitCode = 0; // Vitest has set it
  const files = failed.map(({ file }) => file);
  const errors = await run({ project: [...new Set(failed.map(({ project }) => project))], maxWorkers: 1 }, files);
  for (const failure of first) say(`FAILED AT FIRST ${failure}`);
  return errors;
}

async function sayWhatIsMissing() {
  const { findEngines } = await import('../test/support/engines/find.ts');
  const { PGBOUNCER } = await import('../test/support/pgbouncer.ts');
  const { PODMAN } = await import('../test/support/podman.ts');
  const { WITHOUT_MACHINES } = await import('../test/support/machine.ts');
  for (const { name, where, launch } of await findEngines()) {
    say(
      launch
        ? `  ${name}: ${where}`
        : `  ${name}: MISSING, its tests are SKIPPED (${where}; "npm run browsers" installs it)`,
    );
  }
  if (PGBOUNCER === undefined) {
    say('  pgbouncer: MISSING, a pooler before the database is tried with our own alone ("apt-get install pgbouncer")');
  }
  if (PODMAN === undefined) {
    say('  podman: MISSING, the test that builds and runs the image is SKIPPED ("apt-get install podman runc")');
  }
  if (WITHOUT_MACHINES.length > 0) {
    const names = WITHOUT_MACHINES.join(', ');
    say(`  ${names}: MISSING, the walk of an operator is SKIPPED ("apt-get install podman runc systemd nginx")`);
  }
  if (!process.env.TEST_DATA) {
    say('TEST_DATA names no folder: the tests that read real catalogue exports are SKIPPED');
  }
}

/** Runs tests and keeps the result of each file. Resolves with the number of errors outside of any test. */
async function run(some, files = filter) {
  const vitest = await startVitest('test', files, { ...options, ...some });
  const found = resultsOf(vitest);
  for (const result of found) results.set(`${result.project} ${result.file}`, result);
  if (!isNarrowed && files === filter) for (const line of describeSlowest(vitest)) say(line);
  if (process.env.RECORD_TIMES) await recordTimes(vitest);
  const errors = vitest.state.getUnhandledErrors().length;
  await vitest.close();
  const skipped = found.reduce((sum, result) => sum + result.skipped, 0);
  if (skipped > 0) say(`${skipped} tests were skipped`);
  return errors;
}

function say(text) {
  console.log(`test: ${text}`);
}
