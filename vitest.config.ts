import { defineConfig } from 'vitest/config';

const PURE = {
  pool: 'threads' as const,
  isolate: false,
  testTimeout: 30_000, // they compute and wait for nothing: only a machine that does other things makes one late
};

const DATABASE = {
  pool: 'forks' as const,
  setupFiles: ['test/support/record-statements.ts'],
  // What waits for something fails when it does not come, not when the machine is busy; who means a second says so.
  expect: { poll: { timeout: 15_000 } },
  hookTimeout: 60_000,
};

// What files load is loaded once in each worker: reading it again took a second of each file. So nothing at the top of a
// module in test/support may belong to one file alone.
const SHARED = { ...DATABASE, isolate: false, testTimeout: 60_000 };

// `npm test` proves every promise once, within five minutes of two cores. What is here belongs to `npm run test:all`: crowds,
// crashes, outages and whole processes, which take long.
const CAMPAIGNS = [
  'accounts/other-hand-told',
  'checkouts/expired-holds',
  'guides/guides',
  'jobs/lanes',
  'mails/lanes',
  'payments/refused-refunds',
  'people/many',
  'preorders/self-service-races',
  'promises/many',
  'releases/crash',
  'runtime/archive',
  'runtime/campaign',
  'runtime/connections',
  'runtime/database',
  'runtime/database-role',
  'runtime/database-away',
  'runtime/dev',
  'runtime/ending',
  'runtime/newer-schema',
  'runtime/processes',
  'stock/sale-batch',
  'stock/sale-turns',
  'stripe/adapter',
  'stripe/pace',
  'whole-story',
].map((name) => `test/flows/${name}.test.ts`);

// They measure time or memory, or need both cores: each runs alone, after all others.
const ALONE = [
  'test/flows/runtime/image.test.ts',
  'test/flows/runtime/systemd.test.ts',
  'test/flows/runtime/dev-frames.test.ts',
  'test/flows/runtime/start.test.ts',
  'test/flows/runtime/start-database-away.test.ts',
  'test/flows/runtime/two-processes.test.ts',
  'test/flows/catalog/import-large.test.ts',
  'test/flows/simulator.test.ts',
];

// What a shopper and a merchant do from the first page to the last, in Chromium. All other pages, states and languages are the
// project `browser`, of `npm run test:all`.
const JOURNEYS = [
  'browser',
  'checkout-customer',
  'checkout-journey',
  'demo-account',
  'first-waitlist',
  'loader',
  'measures',
  'sdk-learn-more',
  'sdk-loading',
  'sdk-modal',
  'sdk-placements',
  'status-journeys',
  'status-sdk',
  'stripe-checkout',
].map((name) => `test/browser/${name}.test.ts`);

// On a machine at its limit Chromium may lose the first input to a frame that has only just appeared.
const BROWSER = { ...SHARED, retry: 1 };

export default defineConfig({
  test: {
    // The root's set-up runs once, a project's once per project: there is one PostgreSQL for all.
    globalSetup: ['test/support/global-setup.ts'],
    // On two cores, where each waits for browser and database a third of its time.
    maxWorkers: 3,
    maxConcurrency: 3, // tests of one file that run side by side, where each is a process or more of its own
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts'],
          ...PURE,
        },
      },
      {
        test: {
          name: 'files',
          include: ['test/*.test.ts'],
          ...PURE,
        },
      },
      {
        test: {
          name: 'database',
          include: ['test/api/**/*.test.ts', 'test/flows/**/*.test.ts', 'test/row-types/**/*.test.ts'],
          exclude: [...ALONE, ...CAMPAIGNS],
          ...SHARED,
        },
      },
      {
        test: {
          name: 'campaigns',
          include: CAMPAIGNS,
          ...SHARED,
        },
      },
      {
        test: {
          name: 'alone',
          include: ALONE,
          ...DATABASE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000, // forty histories of months take a busy machine four minutes
        },
      },
      {
        test: {
          name: 'plans',
          include: ['test/plans/**/*.test.ts'],
          pool: 'forks',
          sequence: { groupOrder: 2 }, // once the others have sent their statements
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'journeys',
          include: JOURNEYS,
          ...BROWSER,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: JOURNEYS,
          ...BROWSER,
        },
      },
      {
        test: {
          name: 'platforms',
          include: ['test/platforms/**/*.test.ts'],
          ...DATABASE,
          maxWorkers: 1, // each runs a platform's own server beside it
          testTimeout: 180_000,
          hookTimeout: 900_000, // the first run installs the platforms
        },
      },
      {
        test: {
          name: 'engines',
          include: ['test/engines/**/*.test.ts'],
          ...BROWSER,
        },
      },
    ],
  },
});
