import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // The root's set-up runs once, a project's once per project: there is one PostgreSQL for all.
    globalSetup: ['test/support/global-setup.ts'],
    maxWorkers: 2,
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts', 'test/*.test.ts'], pool: 'threads', isolate: false } },
      {
        test: {
          name: 'database',
          include: ['test/api/**/*.test.ts', 'test/flows/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
