// `npm test` runs the check and then the tests that prove every promise once. `npm run test:all` also runs all other tests;
// `npm run test:ci` runs the same without the two walks, and of the night a quarter that it draws; `npm run test:night` runs the night alone.
// Arguments are Vitest's; they select tests and skip the check: `npm test -- test/api`, `npm test -- --project browser`,
// `npm test -- test/api/health.test.ts --watch`. `npm test -- --changed` runs the quick steps of the check, and the tests that
// uncommitted changes reach. `npm run unit` runs the tests of pure rules. The last line counts the results.
// An error before the tests counts as one failure.
import { randomInt } from 'node:crypto';
import { parseCLI, startVitest } from 'vitest/node';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { processorSeconds } from './processor-time.mjs';
import { countTests, describeTests, recordTimes } from './test-report.mjs';

const QUICK = ['unit', 'files', 'database', 'journeys'];
const NIGHT = ['night', 'strikes'];
const REST = ['campaigns', 'browser', 'engines', 'alone', ...NIGHT, 'plans'];
const RUNS = { '--all': [QUICK, [...REST, 'walk']], '--ci': [QUICK, REST], '--night': [NIGHT] };

const named = RUNS[process.argv[2]];
const parts = named ?? [QUICK];
const args = process.argv.slice(named ? 3 : 2);
const isChanged = args.some((arg) => /^--changed(=|$)/.test(arg));
const isNarrowed = args.length > 0;
const { filter, options } = parseCLI(['vitest', args.includes('--watch') ? 'watch' : 'run', ...args]);
const began = performance.now();

if (process.argv[2] === '--ci') drawNight();
if (options.watch) {
  await chromiumLaunchOptions(say);
  await startVitest('test', filter, options); // runs until the user stops it
} else {
  let counts = { passed: 0, failed: 1 };
  try {
    counts = isChanged ? await testChanged() : isNarrowed ? await testSome() : await testAll();
  } catch (error) {
    console.error(error);
  }
  say(describeTime());
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 && (counts.passed > 0 || isChanged) && !process.exitCode ? 0 : 1;
}

/** Draws the seed of a quarter of the night (`test/support/draw.ts`), unless one is given, and says it first. */
function drawNight() {
  process.env.NIGHT_SEED ??= `${randomInt(1_000_000)}`;
  const seed = process.env.NIGHT_SEED;
  say(`seed ${seed} draws a quarter of the night; NIGHT_SEED=${seed} npm run test:ci draws the same`);
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
  const counts = { passed: 0, failed: failedSteps };
  for (const [index, project] of parts.entries()) {
    say(`${index + 3} of ${steps}: the tests (${project.join(', ')}), on ${where}`);
    const { passed, failed } = await run({ project });
    counts.passed += passed;
    counts.failed += failed;
  }
  if (failedSteps > 0) say(`the check failed (${failedSteps} steps, above); they count as failed`);
  if (!named) say('npm run test:all runs the others as well: engines, languages, crowds, crashes, planted faults');
  return counts;
}

async function testChanged() {
  const { check } = await import('./check.mjs');
  const failedSteps = await check({ quick: true });
  await chromiumLaunchOptions(say);
  const { passed, failed } = await run(options.project ? {} : { project: QUICK });
  return { passed, failed: failed + failedSteps };
}

async function testSome() {
  await chromiumLaunchOptions(say);
  return run({});
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

async function run(some) {
  const vitest = await startVitest('test', filter, { ...options, ...some });
  const { passed, failed, skipped } = countTests(vitest);
  if (!isNarrowed) for (const line of describeTests(vitest)) say(line);
  if (process.env.RECORD_TIMES) await recordTimes(vitest);
  await vitest.close();
  if (skipped > 0) say(`${skipped} tests were skipped`);
  return { passed, failed };
}

function say(text) {
  console.log(`test: ${text}`);
}
