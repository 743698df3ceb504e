import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

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

// `npm test` runs what is quick, so that it takes minutes; `npm run test:ci` runs the thorough ones as well. What is here belongs to
// `npm run test:all`: crowds, crashes, outages, whole processes and whole databases, which take long.
const CAMPAIGNS = [
  'api/package-tarballs',
  'flows/accounts/other-hand-told',
  'flows/backups/backups',
  'flows/backups/cut',
  'flows/backups/folder',
  'flows/backups/hostile',
  'flows/checkouts/expired-holds',
  'flows/checkouts/sale-race',
  'flows/demo/history',
  'flows/guides/guides',
  'flows/mails/lanes',
  'flows/payments/refused-refunds',
  'flows/people/many',
  'flows/preorders/self-service-races',
  'flows/promises/many',
  'flows/rehearsals/launch',
  'flows/releases/crash',
  'flows/runtime/archive',
  'flows/runtime/database',
  'flows/runtime/database-away',
  'flows/runtime/database-role',
  'flows/runtime/database-tls',
  'flows/runtime/dev',
  'flows/runtime/ending',
  'flows/runtime/migrate',
  'flows/runtime/newer-schema',
  'flows/runtime/old-primary',
  'flows/runtime/processes',
  'flows/runtime/ready',
  'flows/runtime/session-settings',
  'flows/runtime/standby-reads',
  'flows/runtime/two-databases',
  'flows/runtime/unusable-database',
  'flows/stock/sale-batch',
  'flows/stripe/adapter',
  'flows/stripe/pace',
  'flows/whole-story',
  'packages',
  'recipe',
].map((name) => `test/${name}.test.ts`);

const FILES = ['test/*.test.ts'];
const ON_DATABASE = ['test/api/**/*.test.ts', 'test/flows/**/*.test.ts', 'test/row-types/**/*.test.ts'];

// What lives many histories, crowds of thousands, or the same story in each language; and kills and outages at random moments, each alone,
// since they count the requests that are not answered. `npm run test:ci` draws a quarter, `npm run test:night` and `npm run test:all` run
// all of it.
const STRIKES = ['test/night/campaigns.test.ts'];
const NIGHT = ['test/browser/*-languages.test.ts', 'test/night/*.test.ts'];
const DRAWN = [...SHARED.setupFiles, 'test/support/draw.ts'];

// They measure time or memory, or need both cores: each runs alone, after all others.
const ALONE = [
  'test/flows/runtime/image.test.ts',
  'test/flows/runtime/dev-frames.test.ts',
  'test/flows/runtime/start.test.ts',
  'test/flows/runtime/start-database-away.test.ts',
  'test/flows/runtime/two-processes.test.ts',
  'test/flows/catalog/import-large.test.ts',
  'test/flows/jobs/lanes.test.ts',
  'test/flows/runtime/connections.test.ts',
  'test/flows/simulator.test.ts',
  'test/flows/stock/sale-turns.test.ts',
];

// An operator's whole way needs Podman, systemd and nginx, and more than ten minutes of both cores. A shopper's way at random has
// found what is not yet known to be a fault of the page or of the test.
const WALK = ['test/flows/runtime/whole-walk.test.ts', 'test/engines/random-walk.test.ts'];

// What a shopper and a merchant do from the first page to the last, in Chromium. All other pages, states and languages are the
// project `browser`, of `npm run test:all`.
const JOURNEYS = [
  'browser',
  'checkout-customer',
  'checkout-journey',
  'first-waitlist',
  'loader',
  'sdk-placements',
  'status-journeys',
].map((name) => `test/browser/${name}.test.ts`);

// Files of rules and of the database that took longer when they were timed. A new one is quick until then.
const QUICK_SECONDS = 5;
const TIMES: Record<string, number> = JSON.parse(readFileSync('test/times.json', 'utf8'));
const THOROUGH = Object.keys(TIMES).filter((file) => {
  const isIn = (globs: string[]) => globs.some((glob) => matchesGlob(file, glob));
  return (
    (TIMES[file] ?? 0) > QUICK_SECONDS && isIn([...FILES, ...ON_DATABASE]) && !isIn([...CAMPAIGNS, ...ALONE, ...WALK])
  );
});

export default defineConfig({
  test: {
    // The root's set-up runs once, a project's once per project: there is one PostgreSQL for all.
    globalSetup: ['test/support/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // Each waits for browser and database a third of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
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
          include: FILES,
          exclude: [...CAMPAIGNS, ...THOROUGH],
          ...PURE,
        },
      },
      {
        test: {
          name: 'database',
          include: ON_DATABASE,
          exclude: [...ALONE, ...CAMPAIGNS, ...THOROUGH, ...WALK],
          ...SHARED,
        },
      },
      {
        test: {
          name: 'thorough',
          include: THOROUGH,
          ...SHARED,
        },
      },
      {
        test: {
          name: 'campaigns',
          include: CAMPAIGNS,
          ...SHARED,
          testTimeout: 180_000, // each is many processes, which a slow machine needs minutes for
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
          name: 'walk',
          include: WALK,
          ...DATABASE,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
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
          ...SHARED,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude: [...JOURNEYS, ...NIGHT],
          ...SHARED,
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
          exclude: WALK,
          ...SHARED,
        },
      },
      {
        test: {
          name: 'night',
          include: NIGHT,
          exclude: STRIKES,
          ...SHARED,
          setupFiles: DRAWN,
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'strikes',
          include: STRIKES,
          ...DATABASE,
          setupFiles: DRAWN,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
