import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { restore } from '../../../src/core/backups/commands.ts';
import { type Database, openDatabase, type Sql } from '../../../src/platform/db.ts';
import { placeFrom } from '../../support/buy.ts';
import { emptyDatabase } from '../../support/cluster.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { runService } from '../../support/service-process.ts';
import { useCore } from '../../support/use-core.ts';

// `restore --replace` loses its connection while it removes what the database held before.

const { database, core } = await useCore();
const DROPS = /^DROP SCHEMA IF EXISTS before_restore_/;
const LAST = 4; // schemas, and as many statements
let folder: string;
let target: Awaited<ReturnType<typeof emptyDatabase>>;
let db: Database;
let looks: Database;
let backup: string;

const environment = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cut-'));
  const offer = await createOffer(core, { allocation: 20 });
  await placeFrom(core, offer);
  await core.stop();
  target = await emptyDatabase(inject('cluster'));
  const made = await commandLine(environment(database.url)).run('backup', folder, '--no-verify');
  expect(made.code, made.err).toBe(0);
  backup = join(folder, (await readdir(folder)).find((name) => name.endsWith('.zst')) ?? '');
  db = openDatabase({ url: target.url, poolConnectionsMax: 2, onError() {} });
  looks = openDatabase({ url: `${target.url}?application_name=looks`, poolConnectionsMax: 1 });
}, 60_000);

afterAll(async () => {
  await db.close().catch(() => {}); // the last test has closed it
  await looks.close();
  await target.drop();
  await rm(folder, { recursive: true, force: true });
});

type Cut = { at: number; times: number; after?: boolean };

/** The database, whose connection is cut before the statement `at` of the step; after the last one comes its commit. */
function cutting(cut: Cut): Database {
  let left = cut.times;
  return {
    ...db,
    async transaction(work) {
      let seen = 0;
      const result = await db.transaction(async (tx) => {
        const query: Sql['query'] = async (text, values) => {
          if (DROPS.test(text)) {
            seen += 1;
            if (seen === cut.at && left > 0) left = await end(tx, left);
          }
          return tx.query(text, values);
        };
        const done = await work({ query });
        if (seen === LAST && cut.at > LAST && left > 0 && !cut.after) left = await end(tx, left);
        return done;
      });
      if (seen !== LAST || left === 0 || !cut.after) return result;
      left -= 1;
      throw new Error('Connection terminated unexpectedly'); // the commit was done, and its answer is lost
    },
  };
}

async function end(tx: Sql, left: number): Promise<number> {
  const [row] = await tx.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await looks.query('SELECT pg_terminate_backend($1, 5000)', [row?.pid]);
  return left - 1;
}

const isAside = async () =>
  (await looks.query("SELECT FROM pg_namespace WHERE nspname LIKE 'before\\_restore\\_%'")).length > 0;
const stores = async () => (await looks.query('SELECT FROM store')).length;
const restoring = (through: Database) =>
  restore({ db: through }, { file: { path: backup, opening: null }, replace: true });

test.each<[string, Cut]>([
  ...[1, 2, 3, 4].map((at): [string, Cut] => [`before its statement ${at}`, { at, times: 1 }]),
  ['before its commit', { at: LAST + 1, times: 1 }],
  ['after its commit, which nobody was told', { at: LAST + 1, times: 1, after: true }],
])('a connection that is cut %s is opened again, and the restore ends well', async (_, cut) => {
  const restored = await restoring(cutting(cut));
  expect(restored.audits).toEqual([expect.objectContaining({ findings: [] })]);
  expect([await stores(), await isAside()]).toEqual([1, false]);
});

test('a database that goes away there for longer is refused by everything, and restored again', async () => {
  const away = cutting({ at: 1, times: Infinity });
  const through = { ...away, transaction: (work: (tx: Sql) => Promise<never>) => away.transaction(goneAfter(work)) };
  const command = /“\.\/service restore FILE --replace”/;
  await expect(restoring(through as Database)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('run the same restore again'),
  });
  expect(await isAside()).toBe(true);
  const says = expect.stringMatching(command);
  const { json } = commandLine(environment(target.url));
  expect(await json('stores', 'list')).toMatchObject({ code: 1, error: { message: says } });
  const { data } = await json('doctor');
  expect(data.findings).toContainEqual(expect.objectContaining({ check: 'migrations', standing: 'failed', says }));
  for (const role of ['migrate', 'serve', 'worker']) {
    const env = { ...environment(target.url), BASE_URL: 'http://127.0.0.1:1', PORT: '1' };
    const process = runService([role], { env });
    expect(await process.ended).toBe(1);
    expect(process.output()).toEqual(says);
  }
  await db.close();
  const again = await json('restore', backup, '--replace');
  expect(again.code, JSON.stringify(again)).toBe(0);
  expect([await stores(), await isAside()]).toEqual([1, false]);
});

/** What was there before cannot be put back either. */
function goneAfter<T>(work: (tx: Sql) => Promise<T>): (tx: Sql) => Promise<T> {
  return (tx) =>
    work({
      async query(text, values) {
        if (/^DROP (SCHEMA IF EXISTS (?!before_restore)|TABLE)/.test(text)) await end(tx, 1);
        return tx.query(text, values);
      },
    });
}
