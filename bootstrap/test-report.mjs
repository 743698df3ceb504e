// Summarises a run of Vitest: how many tests passed, and which were slowest. Writes the times of its files down where that is wanted.
import { readFile, writeFile } from 'node:fs/promises';

const SLOWEST = 20;
const TIMES = new URL('../test/times.json', import.meta.url);
const SHORT_SECONDS = 10;

/** Counts tests by result. A file that cannot be loaded and an error outside of any test count as failures. */
export function countTests({ state }) {
  const modules = state.getTestModules();
  const states = testsOf(state).map((test) => test.result().state);
  const number = (wanted) => states.filter((found) => found === wanted).length;
  const broken = modules.filter((module) => module.errors().length > 0).length + state.getUnhandledErrors().length;
  return {
    passed: number('passed'),
    failed: number('failed') + number('pending') + broken,
    skipped: number('skipped'),
  };
}

/** Returns lines that name the slowest tests. */
export function describeTests({ state }) {
  const tests = testsOf(state).flatMap((test) => {
    const diagnostic = test.diagnostic();
    return diagnostic ? [{ name: nameOf(test), ...diagnostic }] : [];
  });
  const again = tests.filter(({ retryCount }) => retryCount > 0);
  const slowest = tests.toSorted((one, other) => other.duration - one.duration).slice(0, SLOWEST);
  return [
    ...again.map(({ name }) => `tried a second time: ${name}`),
    `the slowest ${slowest.length}:`,
    ...slowest.map(({ duration, name }) => `  ${(duration / 1_000).toFixed(1).padStart(6)} s  ${name}`),
  ];
}

/** Writes the seconds of each long file of this run to `test/times.json`, by which `test/support/longest-first.ts` sorts them. */
export async function recordTimes({ state }) {
  const before = JSON.parse(await readFile(TIMES, 'utf8'));
  const measured = state
    .getTestModules()
    .map((module) => [module.relativeModuleId, Math.round(module.diagnostic().duration / 1_000)]);
  const long = Object.entries({ ...before, ...Object.fromEntries(measured) }).filter(
    ([, time]) => time >= SHORT_SECONDS,
  );
  await writeFile(TIMES, `${JSON.stringify(Object.fromEntries(long.sort()), null, 2)}\n`);
}

function testsOf(state) {
  return state.getTestModules().flatMap((module) => [...module.children.allTests()]);
}

function nameOf(test) {
  return `${test.project.name}: ${test.module.relativeModuleId} > ${test.fullName}`;
}
