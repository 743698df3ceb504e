import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readLastBackup } from '../../../src/core/backups/queries.ts';
import { type Entry, packEntries, readEntries } from '../../../src/platform/backup/archive.ts';
import { countConnected } from '../../../src/platform/backup/tables.ts';
import { type Database, openDatabase } from '../../../src/platform/db.ts';
import { placeFrom } from '../../support/buy.ts';
import { emptyDatabase } from '../../support/cluster.ts';
import { commandLine } from '../../support/command-line.ts';
import { createOffer } from '../../support/core.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { createInput } from '../../support/pg-messages.ts';
import { runService } from '../../support/service-process.ts';
import { useCore } from '../../support/use-core.ts';

// The drill: pre-orders are placed, the database becomes a file, and the file becomes a database elsewhere.

const { database, core } = await useCore();
let folder: string;
let elsewhere: string;
let drop: () => Promise<void>;

const environmentAt = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder });
const at = (url: string) => commandLine(environmentAt(url));
const source = () => at(database.url);
const target = () => at(elsewhere);
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
  const offer = await createOffer(core, { allocation: 20, limitPerCustomer: 20, holdsPerEmailMax: 20 });
  for (let count = 0; count < 3; count += 1) await placeFrom(core, offer);
  await core.stop(); // what follows a commit would change rows between the two looks
  const empty = await emptyDatabase(inject('cluster'));
  elsewhere = empty.url;
  drop = empty.drop;
}, 60_000);

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await drop();
});

/** Looks into the restored database, and leaves no connection: a restore refuses a database in use. */
async function elsewhereIs<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const db = openDatabase({ url: `${elsewhere}?application_name=looks`, poolConnectionsMax: 1 });
  return read(db).finally(() => db.close());
}

/** Reads every table, sorted: the name of each with a digest of its rows and their number. */
async function contentOf(db: Database): Promise<Record<string, string>> {
  const tables = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')
       AND (schemaname, tablename) <> ('graphile_worker', 'migrations')`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [row] = await db.query<{ digest: string }>(
      `SELECT count(*) || ' rows ' || md5(coalesce(string_agg(one::text, '|' ORDER BY one::text), '')) AS digest FROM ${name} one`,
    );
    found[name] = row?.digest ?? '';
  }
  return found;
}

async function schemaOf(db: Database): Promise<unknown> {
  return db.query(
    `SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS text, convalidated FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled = 'O' FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename, indexname, indexdef, true FROM pg_indexes WHERE schemaname NOT LIKE 'pg%'
     UNION ALL SELECT 'sequence', sequencename, coalesce(last_value::text, ''), true FROM pg_sequences WHERE schemaname = 'public'
       AND sequencename NOT LIKE 'backup_%'
     ORDER BY 1, 2, 3`,
  );
}

test('a backup restored elsewhere differs in no row, key, index, trigger or sequence, and says how old it is', async () => {
  const before = await contentOf(database.db);
  expect(before).toMatchObject({
    'public.preorder': expect.stringMatching(/^3 rows/),
    'test_provider.payment': expect.stringMatching(/^3 rows/),
  });
  const made = await source().json('backup', file('plain.tar.zst'));
  expect(made).toMatchObject({ code: 0, data: { encrypted: false, verified: true } });
  expect((await stat(file('plain.tar.zst'))).mode & 0o777).toBe(0o600);

  const restored = await target().json('restore', file('plain.tar.zst'));
  expect(restored).toMatchObject({ code: 0, data: { secrets_unreadable: 0, stores: [{ findings: [] }] } });
  expect(await elsewhereIs(contentOf)).toEqual(before);
  expect(await elsewhereIs(schemaOf)).toEqual(await schemaOf(database.db));
  expect(await readLastBackup(database.db)).toMatchObject({ encrypted: false, bytes: made.data.bytes });
  const scratch = await database.db.query("SELECT 1 FROM pg_database WHERE datname LIKE 'backup\\_check%'");
  expect(scratch, 'the scratch database stayed').toEqual([]);
});

test('a database that holds something is replaced only when asked, and comes back when the backup is damaged', async () => {
  await target().json('restore', file('plain.tar.zst'), '--replace');
  const before = await elsewhereIs(contentOf);
  const refused = await target().json('restore', file('plain.tar.zst'));
  expect(refused).toMatchObject({ code: 1, error: { code: 'database_not_empty' } });

  await copyFile(file('plain.tar.zst'), file('short.tar.zst'));
  await truncate(file('short.tar.zst'), Math.floor((await stat(file('short.tar.zst'))).size * 0.9));
  const short = await target().json('restore', file('short.tar.zst'), '--replace');
  expect(short).toMatchObject({ code: 1, error: { code: 'backup_unreadable' } });
  expect(await elsewhereIs(contentOf)).toEqual(before);
  const used = await source().json('restore', file('plain.tar.zst'), '--replace');
  expect(used).toMatchObject({ code: 1, error: { code: 'database_in_use' } });
});

test('an encrypted backup is opened by its key alone, and is a file of age', async () => {
  const { data } = await source().json('backup-key', file('key'));
  const made = await source().json('backup', file('sealed.age'), '--recipient', data.recipient);
  expect(made).toMatchObject({ code: 0, data: { encrypted: true, verified: true } });
  expect(await readFile(file('sealed.age'), 'latin1')).toMatch(/^age-encryption\.org\/v1\n/);
  const check = (...how: string[]) => target().json('restore', file('sealed.age'), '--check', ...how);
  expect(await check()).toMatchObject({ error: { code: 'backup_key_wrong' } });
  await source().json('backup-key', file('other-key'));
  expect(await check('--identity', file('other-key'))).toMatchObject({ error: { code: 'backup_key_wrong' } });
  expect(await check('--identity', file('key'))).toMatchObject({ code: 0, data: { checked_only: true } });
});

/** Stands before the database, and sends what ends a COPY apart from the count of its rows, as a network may. */
async function openCuttingNetwork(url: string): Promise<{ url: string; close(): void }> {
  const { hostname, port } = new URL(url);
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    near.pipe(far).on('error', () => near.destroy());
    near.on('error', () => far.destroy());
    const answers = createInput(far);
    const carry = async () => {
      for (;;) {
        const { type, whole } = await answers.message();
        near.write(whole);
        if (type === COPY_DONE) await sleep(10);
      }
    };
    carry().catch(() => near.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const at = Object.assign(new URL(url), { host: `127.0.0.1:${(server.address() as AddressInfo).port}` });
  return { url: at.href, close: () => server.close() };
}
const COPY_DONE = 'c';

test('a backup is whole, wherever the network cuts what the server sends', async () => {
  const network = await openCuttingNetwork(database.url);
  const made = await at(network.url).json('backup', file('cut.tar.zst'), '--no-verify');
  network.close();
  expect(made).toMatchObject({ code: 0 });
  expect(await target().json('restore', file('cut.tar.zst'), '--check')).toMatchObject({ code: 0 });
});

test('a backup of a newer version is refused, and names the migration', async () => {
  await database.db.query("INSERT INTO schema_migration (name, digest) VALUES ('9999_later.sql', 'x')");
  await source().json('backup', file('newer.tar.zst'), '--no-verify');
  await database.db.query("DELETE FROM schema_migration WHERE name = '9999_later.sql'");
  const newer = await target().json('restore', file('newer.tar.zst'), '--replace');
  expect(newer).toMatchObject({ code: 1, error: { code: 'backup_newer' } });
  expect(newer.error.message).toContain('9999_later.sql');
});

test.each([
  ['a target that exists', ['backup', 'plain.tar.zst'], 'exists'],
  ['a folder that does not exist', ['backup', 'nowhere/plain.tar.zst'], 'its folder does not exist'],
  ['a disk that is full', ['backup', '/dev/full'], 'the disk is full'],
  ['a key that is none', ['backup', 'new', '--recipient', 'age1nothing'], 'is not a public key'],
  ['a passphrase that is short', ['backup', 'new', '--passphrase-file', 'short'], '12 characters'],
  ['a key that exists', ['backup-key', 'plain.tar.zst'], 'a key is never replaced'],
  ['a number to keep beside a file', ['backup', 'new.tar.zst', '--keep', '3'], '--keep needs a folder'],
  ['a number to keep in a folder that does not exist', ['backup', 'nowhere', '--keep', '3'], '--keep needs a folder'],
  ['no such backup', ['restore', 'nothing'], 'cannot be read'],
  ['a file that is no backup', ['restore', 'short', '--replace'], 'no backup of this service'],
])('%s is refused with a sentence', async (_, args, sentence) => {
  await writeFile(file('short'), 'too short\n');
  const paths = args.map((arg) => (/^(plain|short|nothing|nowhere|new)/.test(arg) ? file(arg) : arg));
  const { code, error } = await target().json(...paths);
  expect(code).toBeGreaterThan(0);
  expect(error.message).toContain(sentence);
  expect(await readdir(folder), 'a refused backup was begun').not.toContain('new.tar.zst');
});

test('a backup of a database that is newer than the code is written, and says that it was not tried', async () => {
  await database.db.query("INSERT INTO schema_migration (name, digest) VALUES ('9999_later.sql', 'x')");
  const { code, data } = await source().json('backup', file('later.tar.zst'));
  await database.db.query("DELETE FROM schema_migration WHERE name = '9999_later.sql'");
  expect([code, data.verified]).toEqual([0, false]);
});

/** Packs the entries of a backup again, each as `change` returns it; null leaves it out. */
async function repack(name: string, change: (entry: Entry) => Buffer | null): Promise<string> {
  const changed = async function* () {
    for await (const entry of readEntries(file('plain.tar.zst'), null)) {
      const body = change(entry);
      if (body) yield { name: entry.name, body };
    }
  };
  await writeFile(file(name), packEntries(changed()));
  return file(name);
}

const isEmails = ({ name }: Entry) => name.startsWith('rows/public.checkout_contact/');
const withText = (body: Buffer, change: (text: string) => string) => Buffer.from(change(body.toString('utf8')));
/** A backup whose rows are not those of our tables, with the right sums. */
function withRightSums(change: (text: string) => string) {
  const found: Buffer[] = [];
  return (entry: Entry): Buffer => {
    if (isEmails(entry)) {
      found.push(withText(entry.body, change));
      return found.at(-1) ?? entry.body;
    }
    if (entry.name !== 'end.json') return entry.body;
    const end = JSON.parse(entry.body.toString('utf8'));
    const all = Buffer.concat(found);
    const rows = all.toString('utf8').split('\n').length - 1;
    end.tables['public.checkout_contact'] = { rows, sha256: createHash('sha256').update(all).digest('hex') };
    return Buffer.from(JSON.stringify(end));
  };
}

test.each<[string, (entry: Entry) => Buffer | null]>([
  ['a changed letter in a row', (e) => (isEmails(e) ? withText(e.body, (text) => text.replace('@', '#')) : e.body)],
  ['a row that is missing', (e) => (isEmails(e) ? withText(e.body, (text) => text.replace(/^.*\n/, '')) : e.body)],
  ['a table that is missing', (e) => (isEmails(e) ? null : e.body)],
  ['a half row', (e) => (isEmails(e) ? e.body.subarray(0, 20) : e.body)],
  ['no end', (e) => (e.name === 'end.json' ? null : e.body)],
  ['an end that is no JSON', (e) => (e.name === 'end.json' ? Buffer.from('ada@shopper.example') : e.body)],
  ['an end that is empty', (e) => (e.name === 'end.json' ? Buffer.from('{}') : e.body)],
  ['a beginning that is no JSON', (e) => (e.name === 'backup.json' ? Buffer.from('ada@shopper.example') : e.body)],
  ['a beginning that is empty', (e) => (e.name === 'backup.json' ? Buffer.from('{}') : e.body)],
  ['rows of other columns with right sums', withRightSums((text) => text.replace(/^[^\t]*/, 'ada@shopper.example'))],
  ['rows of too few columns with right sums', withRightSums((text) => text.replaceAll(/\t[^\t\n]*\n/g, '\n'))],
])('a backup with %s is refused with a code, and shows nothing of a row', async (what, change) => {
  const damaged = await repack(`${what}.tar.zst`, change);
  const { code, out, err } = await target().run('restore', damaged, '--replace');
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^The backup is damaged or not whole: .*\(backup_unreadable\)\n$/);
  expect(err).not.toMatch(/@|shopper/);
});

test('a backup with a changed byte anywhere is refused with a code', async () => {
  const whole = await readFile(file('plain.tar.zst'));
  for (let part = 0; part < 24; part += 1) {
    const damaged = Buffer.from(whole);
    const at = Math.floor((whole.length * (part + 0.5)) / 24);
    damaged[at] = (damaged[at] ?? 0) ^ 0x55;
    await writeFile(file('flipped'), damaged);
    const { code, err } = await target().run('restore', file('flipped'), '--replace');
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/^The backup is damaged.*\(backup_unreadable\)\n$/),
    });
  }
});

test('a restore that is killed leaves no empty store: everything refuses it and names the command, which puts the rows back', async () => {
  await target().json('restore', file('plain.tar.zst'), '--replace');
  const before = await elsewhereIs(contentOf);
  const child = runService(['service', 'restore', file('plain.tar.zst'), '--replace'], {
    env: environmentAt(elsewhere),
  });
  await elsewhereIs((db) =>
    expect
      .poll(() => db.query("SELECT FROM pg_namespace WHERE nspname = 'before_restore_public'"), { interval: 5 })
      .toHaveLength(1),
  );
  child.child.kill('SIGKILL');
  await child.ended;
  await elsewhereIs((db) => expect.poll(() => countConnected(db)).toBe(0));

  const says = expect.stringMatching(/A restore was ended in the middle.*restore FILE --replace/s);
  expect(await target().json('migrate')).toMatchObject({ code: 1, error: { message: says } });
  expect(await target().json('migrate', '--plan')).toMatchObject({ code: 1, error: { message: says } });
  expect(await target().json('stores', 'list')).toMatchObject({ code: 1, error: { message: says } });
  const { data } = await target().json('doctor');
  expect(data.findings).toContainEqual(expect.objectContaining({ check: 'migrations', standing: 'failed', says }));
  for (const role of ['migrate', 'serve']) {
    const process = runService([role], {
      env: { ...environmentAt(elsewhere), BASE_URL: 'http://127.0.0.1:1', PORT: '1' },
    });
    expect(await process.ended).toBe(1);
    expect(process.output()).toEqual(says);
  }
  expect(await target().json('restore', file('flipped'))).toMatchObject({
    code: 1,
    error: { code: 'database_not_empty' },
  });
  expect(await elsewhereIs(contentOf)).toEqual(before);
});
