// `npm test`: the check, then every test, in one run. Arguments narrow the tests, as Vitest reads them:
// `npm test -- test/api`, `npm test -- --project unit`. The last line counts, for people and machines, also where something
// before the tests failed: that counts as one.
import { parseCLI, startVitest } from 'vitest/node';
import { chromiumLaunchOptions } from '../test/support/chromium.ts';
import { findEngines } from '../test/support/engines/find.ts';
import { PGBOUNCER } from '../test/support/pgbouncer.ts';
import { check } from './check.mjs';

let counts = { passed: 0, failed: 1 };
try {
  counts = await testAll();
} catch (error) {
  console.error(error);
}
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed === 0 && counts.passed > 0 && !process.exitCode ? 0 : 1;

async function testAll() {
  say('1 of 3: the check (types, style, imports, dead code, sizes)');
  const failedSteps = await check();

  say('2 of 3: browsers for the browser tests');
  await chromiumLaunchOptions(say);
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

  say(
    `3 of 3: the tests, on ${process.env.DATABASE_URL ? 'the PostgreSQL that DATABASE_URL names' : 'the embedded PostgreSQL'}`,
  );
  if (!process.env.TEST_DATA) {
    say('TEST_DATA names no folder: the tests that read real catalogue exports are SKIPPED');
  }
  const { filter, options } = parseCLI(['vitest', 'run', ...process.argv.slice(2)]);
  const vitest = await startVitest('test', filter, { ...options, watch: false });
  const { passed, failed, skipped } = count(vitest);
  await vitest.close();
  if (skipped > 0) say(`${skipped} tests were skipped`);
  if (failedSteps > 0) say(`the check failed (${failedSteps} steps, above); they count as failed`);
  return { passed, failed: failed + failedSteps };
}

/** Tests by what became of them. A file that cannot be loaded, and an error outside of any test, are failures too. */
function count({ state }) {
  const modules = state.getTestModules();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const states = tests.map((test) => test.result().state);
  const number = (wanted) => states.filter((found) => found === wanted).length;
  const broken = modules.filter((module) => module.errors().length > 0).length + state.getUnhandledErrors().length;
  return {
    passed: number('passed'),
    failed: number('failed') + number('pending') + broken,
    skipped: number('skipped'),
  };
}

function say(text) {
  console.log(`test: ${text}`);
}
