// `npm test` runs the check and then the tests that prove every promise once. `npm run test:all` also runs all other tests.
// Arguments are Vitest's; they select tests and skip the check: `npm test -- test/api`, `npm test -- --project browser`,
// `npm test -- test/api/health.test.ts --watch`. `npm run unit` runs the tests of pure rules. The last line counts the results.
// An error before the tests counts as one failure.
import { parseCLI, startVitest } from 'vitest/node';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { countTests, describeTests } from './test-report.mjs';

const QUICK = ['unit', 'files', 'database', 'journeys'];
const REST = ['campaigns', 'browser', 'engines', 'alone', 'plans'];

const isWhole = process.argv[2] === '--whole'; // npm run test:all
const args = process.argv.slice(isWhole ? 3 : 2);
const isNarrowed = args.length > 0;
const { filter, options } = parseCLI(['vitest', args.includes('--watch') ? 'watch' : 'run', ...args]);

if (options.watch) {
  await chromiumLaunchOptions(say);
  await startVitest('test', filter, options); // runs until the user stops it
} else {
  let counts = { passed: 0, failed: 1 };
  try {
    counts = isNarrowed ? await testSome() : await testAll();
  } catch (error) {
    console.error(error);
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  process.exitCode = counts.failed === 0 && counts.passed > 0 && !process.exitCode ? 0 : 1;
}

async function testAll() {
  const parts = isWhole ? [QUICK, REST] : [QUICK];
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
  if (!isWhole) say('npm run test:all runs the others as well: engines, languages, crowds, crashes, planted faults');
  return counts;
}

async function testSome() {
  await chromiumLaunchOptions(say);
  return run({});
}

async function sayWhatIsMissing() {
  const { findEngines } = await import('../test/support/engines/find.ts');
  const { PGBOUNCER } = await import('../test/support/pgbouncer.ts');
  const { PODMAN } = await import('../test/support/podman.ts');
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
  if (!process.env.TEST_DATA) {
    say('TEST_DATA names no folder: the tests that read real catalogue exports are SKIPPED');
  }
}

async function run(some) {
  const vitest = await startVitest('test', filter, { ...options, ...some });
  const { passed, failed, skipped } = countTests(vitest);
  if (!isNarrowed) for (const line of describeTests(vitest)) say(line);
  await vitest.close();
  if (skipped > 0) say(`${skipped} tests were skipped`);
  return { passed, failed };
}

function say(text) {
  console.log(`test: ${text}`);
}
