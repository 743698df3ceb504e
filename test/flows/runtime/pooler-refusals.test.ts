import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { SESSION_LIMITS } from '../../../src/platform/database-session-options.ts';
import { ownInstallation, type TestDatabase } from '../../support/database.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { PGBOUNCER, startPgBouncer } from '../../support/pgbouncer.ts';
import type { Pooler } from '../../support/pooler.ts';
import { runService } from '../../support/service-process.ts';

// What PgBouncer itself refuses, told by doctor and log as what it is.

describe.skipIf(PGBOUNCER === undefined)('PgBouncer refuses', { timeout: 120_000 }, () => {
  let database: TestDatabase;
  let folder: string;
  let pooler: Pooler;
  let holder: pg.Client | undefined;
  beforeAll(async () => {
    database = await ownInstallation();
    // As the guide says: sessions of the pooler have them from the start.
    for (const [name, ms] of Object.entries(SESSION_LIMITS))
      await database.db.query(
        `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ${name} = ${ms}', current_database()); END $$`,
      );
    folder = await mkdtemp(join(tmpdir(), 'refusals-'));
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });
  afterEach(async () => {
    await holder?.end();
    holder = undefined;
    await pooler.stop();
  });

  /** Starts PgBouncer with settings, and a client that stays in a transaction. */
  async function open(...settings: string[]): Promise<void> {
    pooler = await startPgBouncer(database.url, { sessions: 1, settings });
    // What asked whether the pooler is there may count as a client for a moment longer.
    await vi.waitFor(async () => {
      holder = new pg.Client({ connectionString: pooler.url });
      await holder.connect();
    }, 10_000);
    holder?.on('error', () => {}); // the pooler ends before it
    await holder?.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
  }
  const run = (args: readonly string[], url = pooler.url) =>
    runService(args, {
      env: {
        DATABASE_URL: url,
        DATABASE_DIRECT_URL: database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        BASE_URL: 'http://127.0.0.1:1',
        DATA_DIR: folder,
        LOG_LEVEL: 'info',
      },
    });

  test.each([
    ['a client above max_client_conn', 'max_client_conn = 1', 'the pooler takes no more connections'],
    ['to let one wait for ever', 'query_wait_timeout = 1', 'no connection of the pooler to the '],
  ])('%s', async (_, setting, words) => {
    await open(setting);
    const doctor = run(['service', 'doctor']);
    await doctor.ended;
    expect(doctor.output()).toContain(`The database cannot be reached: ${words}`);
    const worker = run(['worker']);
    await worker.says(words); // it waits
    await holder?.end();
    holder = undefined;
    await worker.says('"working"');
    worker.child.kill('SIGTERM');
    await worker.ended;
  });

  test('to answer while its server answers nobody, and the words name both causes', async () => {
    await open('query_wait_timeout = 15'); // longer than a start tries
    const doctor = run(['service', 'doctor']);
    await doctor.ended;
    expect(doctor.output()).toMatch(
      /did not answer in time, or the pooler there had no free connection .*default_pool_size/,
    );
  });

  test.each([
    ['a wrong password', (url: string) => url.replace(/:[^:@/]+@/, ':wrong@'), /it refuses the password \(08P01\)/],
    ['a database that is not there', (url: string) => `${url}_nobodys`, /has no database of that name \(08P01\)/],
  ])('%s, which ends a start', async (_, change, words) => {
    await open();
    const migrating = run(['migrate'], change(pooler.url));
    expect(await migrating.ended).toBe(1);
    expect(migrating.output()).toMatch(words);
  });
});
