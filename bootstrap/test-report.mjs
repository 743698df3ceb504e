// Summarises a run of Vitest: how many tests passed, which needed a retry, which were slowest.

const SLOWEST = 20;

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

/** Returns lines that name the slowest tests, and the tests that passed only after a retry. */
export function describeTests({ state }) {
  const tests = testsOf(state).flatMap((test) => {
    const diagnostic = test.diagnostic();
    return diagnostic ? [{ name: nameOf(test), ...diagnostic }] : [];
  });
  const slowest = tests.toSorted((one, other) => other.duration - one.duration).slice(0, SLOWEST);
  const flaky = tests.filter((test) => test.flaky);
  return [
    `the slowest ${slowest.length}:`,
    ...slowest.map(({ duration, name }) => `  ${(duration / 1_000).toFixed(1).padStart(6)} s  ${name}`),
    `${flaky.length} flaky: they passed when they were tried again`,
    ...flaky.map(({ retryCount, name }) => `  ${retryCount} × ${name}`),
  ];
}

function testsOf(state) {
  return state.getTestModules().flatMap((module) => [...module.children.allTests()]);
}

function nameOf(test) {
  return `${test.project.name}: ${test.module.relativeModuleId} > ${test.fullName}`;
}
