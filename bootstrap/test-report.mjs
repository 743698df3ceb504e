// Summarises a run of Vitest: what came of each file, and which tests were slowest. Writes the times of its files down where that is wanted.
import { readFile, writeFile } from 'node:fs/promises';

const SLOWEST = 20;
const TIMES = new URL('../test/times.json', import.meta.url);
const SHORT_SECONDS = 5;
const REASON_LENGTH = 200;

/** Returns what came of each file. A file that cannot be loaded, or whose hook fails, has one failure at least. */
export function resultsOf({ state }) {
  return state.getTestModules().map((module) => {
    const tests = [...module.children.allTests()];
    const inState = (...states) => tests.filter((test) => states.includes(test.result().state));
    const failures = inState('failed', 'pending').map((test) => `${nameOf(test)}: ${reasonOf(test.result().errors)}`);
    if (failures.length === 0 && !module.ok()) failures.push(`${fileOf(module)}: ${reasonOf(errorsAround(module))}`);
    return {
      project: module.project.name,
      file: module.relativeModuleId,
      passed: inState('passed').length,
      skipped: inState('skipped').length,
      failures,
    };
  });
}

/** Returns lines that name the slowest tests. */
export function describeSlowest({ state }) {
  const tests = state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .flatMap((test) => {
      const diagnostic = test.diagnostic();
      return diagnostic ? [{ name: nameOf(test), duration: diagnostic.duration }] : [];
    });
  const slowest = tests.toSorted((one, other) => other.duration - one.duration).slice(0, SLOWEST);
  return [
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

function nameOf(test) {
  return `${fileOf(test.module)} > ${test.fullName}`;
}

function fileOf(module) {
  return `${module.project.name}: ${module.relativeModuleId}`;
}

/** Errors of loading a file, and of the hooks of its suites. */
function errorsAround(module) {
  return [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())];
}

function reasonOf(errors) {
  const [line = 'no error was told'] = (errors?.[0]?.message ?? '').split('\n').filter(Boolean);
  return line.slice(0, REASON_LENGTH);
}
