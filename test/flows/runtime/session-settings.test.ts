import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { audit } from '../../../src/core/audits/commands.ts';
import { migrate } from '../../../src/core/migrate.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { tellProcesses } from '../../../src/main/database.ts';
import { dumpDatabase } from '../../../src/platform/backup/dump.ts';
import { END } from '../../../src/platform/backup/manifest.ts';
import { requireSession } from '../../../src/platform/database-session-limits.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { createLog } from '../../../src/platform/log.ts';
import { lookAtDatabase } from '../../../src/surfaces/cli/doctor/database.ts';
import { placeFrom } from '../../support/buy.ts';
import { cloneDatabase, emptyDatabase } from '../../support/cluster.ts';
import { commandLine } from '../../support/command-line.ts';
import { createCore, createOffer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { ownPostgres } from '../../support/own-postgres.ts';
import { startPooler } from '../../support/pooler.ts';

// A role, a database or a server may have set anything. What the code depends on is set, or refused in words.

let clone: Awaited<ReturnType<typeof cloneDatabase>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
beforeEach(async () => {
  clone = await cloneDatabase(inject('cluster'));
});
afterEach(() => clone.drop());

async function withDatabase<T>(url: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, poolConnectionsMax: 4 });
  return work(db).finally(() => db.close());
}

const setInDatabase = (setting: string) =>
  withDatabase(inject('cluster').adminUrl, (db) =>
    db.query(`ALTER DATABASE ${new URL(clone.url).pathname.slice(1)} SET ${setting}`),
  );

/** Sells one unit, and returns the moment of the pre-order as the code and as the database see it. */
async function sell(db: Database) {
  const core = createCore(db);
  const offer = await createOffer(core, { allocation: 5 });
  const reference = await placeFrom(core, offer);
  const { placedAt } = await readPreorder(db, offer.storeId, reference);
  expect(await audit(core, offer.storeId)).toEqual([]);
  await core.stop();
  const [row] = await db.query<{ ms: number }>(
    'SELECT floor(extract(epoch FROM placed_at) * 1000)::float8 AS ms FROM preorder',
  );
  return { read: placedAt.getTime(), kept: row?.ms };
}

const HOSTILE = [
  "datestyle = 'German, DMY'",
  "datestyle = 'SQL, DMY'",
  "datestyle = 'Postgres, MDY'",
  "intervalstyle = 'sql_standard'",
  "intervalstyle = 'iso_8601'",
  "timezone = 'Pacific/Kiritimati'",
  "bytea_output = 'escape'",
  'extra_float_digits = -15',
  'standard_conforming_strings = off',
  'array_nulls = off',
  'transform_null_equals = on',
  'quote_all_identifiers = on',
  "search_path = 'nowhere'",
  "default_transaction_isolation = 'serializable'",
  'default_transaction_deferrable = on',
  "idle_session_timeout = '50ms'",
  "lc_messages = 'C'",
  "lc_numeric = 'C'",
  'client_encoding = LATIN1',
  'row_security = off',
  "xmloption = 'document'",
  "synchronous_commit = 'local'",
  "client_min_messages = 'debug1'",
  "statement_timeout = '1ms'",
  "lock_timeout = '1ms'",
  "idle_in_transaction_session_timeout = '1ms'",
  'enable_indexscan = off',
  'jit_above_cost = 0',
];

test.each(HOSTILE)('sells, audits and tells the right time with %s', async (setting) => {
  await setInDatabase(setting);
  const { read, kept } = await withDatabase(clone.url, async (db) => {
    await requireSession(db);
    return sell(db);
  });
  expect(read).toBe(kept);
});

test('a backup is written and restored whatever was set', async () => {
  await withDatabase(clone.url, sell);
  for (const setting of HOSTILE) await setInDatabase(setting);
  const cli = commandLine({ DATABASE_URL: clone.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });
  const made = await cli.json('backup', join(folder, 'whole.tar.zst'));
  expect(made).toMatchObject({ code: 0, data: { verified: true } });
});

test('a backup may take longer than a transaction may', async () => {
  await setInDatabase("transaction_timeout = '250ms'");
  await withDatabase(clone.url, async (db) => {
    const what = { schemas: ['public'], except: [] };
    const names: string[] = [];
    for await (const { name } of dumpDatabase(db, what)) {
      if (names.length === 0) await sleep(400);
      names.push(name);
    }
    expect(names.at(-1)).toBe(END);
  });
});

test('options in the address stay, and take none of ours away', async () => {
  const url = `${clone.url}?options=${encodeURIComponent('-c work_mem=3MB -c datestyle=German')}`;
  await withDatabase(url, async (db) => {
    await requireSession(db);
    expect(
      await db.query(`SELECT current_setting('work_mem') AS memory, current_setting('datestyle') AS style`),
    ).toEqual([{ memory: '3MB', style: 'ISO, MDY' }]);
  });
});

test.each([
  ['default_transaction_read_only = on', /default_transaction_read_only is on, so every write is refused: ALTER ROLE/],
  [
    'synchronous_commit = off',
    /synchronous_commit is off, so what was committed just before a crash, .* is lost: ALTER ROLE/,
  ],
  [
    'session_replication_role = replica',
    /session_replication_role is replica, so foreign keys and triggers do nothing/,
  ],
  [
    "transaction_timeout = '150ms'",
    /transaction_timeout is 150, so transactions end before.* SET transaction_timeout = 0/,
  ],
])('%s is refused in words, also by the doctor', async (setting, words) => {
  await setInDatabase(setting);
  await withDatabase(clone.url, (db) => expect(requireSession(db)).rejects.toThrow(words));
  const env = { DATABASE_URL: clone.url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder };
  const { data } = await commandLine(env).json('doctor');
  expect(data.findings).toContainEqual(
    expect.objectContaining({ check: 'session', standing: 'failed', says: expect.stringMatching(words) }),
  );
});

describe('behind a pooler, which passes on no settings', () => {
  test('they are set for the role, and the pooler has to open its sessions anew', async () => {
    await setInDatabase("datestyle = 'German, DMY'");
    await setInDatabase('quote_all_identifiers = on');
    const pooler = await startPooler(clone.url);
    const through = openDatabase({ url: pooler.url, directUrl: clone.url, poolConnectionsMax: 2 });
    await expect(requireSession(through)).rejects.toThrow(/set just now \(.*datestyle, quote_all_identifiers\)/);
    await through.close();
    await pooler.stop();
    const fresh = await startPooler(clone.url);
    const again = openDatabase({ url: fresh.url, directUrl: clone.url, poolConnectionsMax: 2 });
    await requireSession(again);
    expect(await again.query('SHOW datestyle')).toEqual([{ DateStyle: 'ISO, MDY' }]);
    await again.close();
    await fresh.stop();
  });
});

test('tables in the schema where an older version made them are found, not made anew', async () => {
  const empty = await emptyDatabase(inject('cluster'));
  await withDatabase(empty.url, async (db) => {
    await migrate(db);
    await db.query('CREATE SCHEMA postgres; ALTER TABLE schema_migration SET SCHEMA postgres');
    await expect(migrate(db)).rejects.toThrow('lie in the schema postgres of this database');
  });
  await empty.drop();
});

test.each([
  [
    ['fsync=off'],
    /fsync is off, so a crash of the machine may lose everything: ALTER SYSTEM SET fsync = on; SELECT pg_/,
  ],
  [
    ['synchronous_standby_names=one', 'synchronous_commit=local'],
    /synchronous_commit is local, so what was committed .* before a standby takes over, is lost: ALTER ROLE/,
  ],
])('a server with %j is refused in words', async (settings, words) => {
  const server = await ownPostgres({ settings });
  onTestFinished(server.remove);
  await withDatabase(server.url, (db) => expect(requireSession(db)).rejects.toThrow(words));
});

test('a server without full_page_writes, which some file systems make safe, is a warning of the doctor and of each start', async () => {
  const server = await ownPostgres({ settings: ['full_page_writes=off'] });
  onTestFinished(server.remove);
  await withDatabase(server.url, async (db) => {
    await migrate(db);
    expect(await lookAtDatabase(db)).toMatchObject({
      standing: 'warning',
      says: expect.stringMatching(/full_page_writes is off/),
      todo: expect.stringMatching(/ZFS.*ALTER SYSTEM SET full_page_writes = on/),
    });
    const said: string[] = [];
    const log = createLog('warn', new Writable({ write: (chunk, _, done) => done(void said.push(String(chunk))) }));
    await tellProcesses(db, log);
    expect(said.join()).toMatch(/full_page_writes is off/);
  });
});
