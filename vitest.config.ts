import { defineConfig } from 'vitest/config';

// They start whole services, and measure time or memory: each runs alone, after all others.
const ALONE = [
  'test/flows/runtime-start.test.ts',
  'test/flows/two-processes.test.ts',
  'test/flows/catalog-import-large.test.ts',
  'test/flows/simulator.test.ts',
];

export default defineConfig({
  test: {
    // The root's set-up runs once, a project's once per project: there is one PostgreSQL for all.
    globalSetup: ['test/support/global-setup.ts'],
    // On two cores, where each waits for browser and database a third of its time.
    maxWorkers: 3,
    maxConcurrency: 3, // tests of one file that run side by side, where each is a process or more of its own
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/*.test.ts'], pool: 'threads', isolate: false } },
      {
        test: {
          name: 'database',
          include: ['test/api/**/*.test.ts', 'test/flows/**/*.test.ts'],
          exclude: ALONE,
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          pool: 'forks',
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          // On a machine at its limit Chromium may lose the first input to a frame that has only just appeared.
          retry: 1,
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          retry: 1, // as above
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
