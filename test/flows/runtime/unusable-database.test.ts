import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
import { TEST_SECRET_KEY } from '../../support/merchant.ts';
import { freePorts } from '../../support/service-process.ts';
import { startTlsSite } from '../../support/tls-site.ts';

// What an operator reads when the database, its role or an address is not what the service needs: a sentence, without a stack.

let admin: pg.Client;
let folder: string;
const name = `waitlist_test_unusable_${process.pid}`;
const role = `${name}_role`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unusable-'));
  admin = new pg.Client({ connectionString: inject('cluster').adminUrl });
  await admin.connect();
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'Zq7hush'`);
});
afterAll(async () => {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`DROP ROLE ${role}`);
  await admin.end();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = (changes: Partial<URL>) => {
  const url = new URL(inject('cluster').adminUrl);
  return Object.assign(url, { pathname: `/${name}`, ...changes }).href;
};

async function make(options: string): Promise<void> {
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
}

/** What `migrate` and the doctor say of a database. */
async function saidOf(url: string, env: Record<string, string> = {}) {
  const cli = commandLine({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY, DATA_DIR: folder, ...env });
  const migrated = await cli.run('migrate');
  const { data } = await cli.json('doctor');
  const failed = data.findings.filter((one: { standing: string }) => one.standing === 'failed');
  const said = `${migrated.err}${JSON.stringify(failed)}`;
  expect(said).not.toMatch(/^\s+at |internal_error|Zq7|hush/m);
  expect(migrated).toMatchObject({ code: 1, out: '' });
  return { migrate: migrated.err, doctor: JSON.stringify(failed) };
}

describe('a database that cannot be used is refused in a sentence by migrate and by the doctor', () => {
  test.each(['LATIN1', 'SQL_ASCII'])('its encoding is %s', async (encoding) => {
    await make(`ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`);
    const said = await saidOf(addressOf({}));
    for (const text of Object.values(said)) expect(text).toContain(`The encoding of the database is ${encoding}`);
  });

  test('its role may not create tables', async () => {
    await make(`ENCODING 'UTF8'`);
    const said = await saidOf(addressOf({ username: role, password: 'Zq7hush' }));
    for (const text of Object.values(said)) {
      expect(text).toContain(`The role ${role} may not create tables and schemas in the database ${name}.`);
      expect(text).toContain('GRANT ALL ON SCHEMA public TO');
    }
    expect(said.migrate, 'the lines are not lines').toMatch(/run there:\nGRANT ALL .*;\nGRANT CREATE .*;\nThen/);
  });

  test('its role may make no temporary tables, which imports need', async () => {
    await make(`ENCODING 'UTF8' OWNER ${role}`);
    const owner = new pg.Client({ connectionString: addressOf({}) });
    await owner.connect();
    await owner.query(`REVOKE TEMPORARY ON DATABASE ${name} FROM PUBLIC, ${role}`);
    await owner.end();
    const said = await saidOf(addressOf({ username: role, password: 'Zq7hush' }));
    for (const text of [said.migrate, said.doctor]) expect(text).toContain('may not make temporary tables');
    expect(said.migrate).toContain('\nGRANT TEMPORARY ON DATABASE');
  });

  test('its tables belong to another role', async () => {
    await make(`ENCODING 'UTF8' OWNER ${role}`);
    const owner = new pg.Client({ connectionString: addressOf({}) });
    await owner.connect();
    await owner.query('CREATE TABLE schema_migration (name text)');
    await owner.end();
    const cli = commandLine({
      DATABASE_URL: addressOf({ username: role, password: 'Zq7hush' }),
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: folder,
    });
    const says = new RegExp(`^The role ${role} may not read the tables of the service, which belong to \\w+\\.`);
    expect(await cli.json('stores', 'list')).toMatchObject({
      code: 1,
      error: { message: expect.stringMatching(says) },
    });
    const { data } = await cli.json('doctor');
    expect(data.findings).toContainEqual(
      expect.objectContaining({ check: 'migrations', says: expect.stringMatching(says) }),
    );
  });

  test('an event trigger of its own refuses new tables', async () => {
    await make(`ENCODING 'UTF8'`);
    const owner = new pg.Client({ connectionString: addressOf({}) });
    await owner.connect();
    await owner.query(
      `CREATE FUNCTION frozen() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'frozen'; END $$`,
    );
    await owner.query('CREATE EVENT TRIGGER frozen ON ddl_command_start EXECUTE FUNCTION frozen()');
    await owner.end();
    const said = await saidOf(addressOf({}));
    expect(said.migrate).toMatch(/^The table of the migrations cannot be made: frozen \(P0001\)\./);
  });

  test('a table of somebody else has the name of one of ours', async () => {
    await make(`ENCODING 'UTF8'`);
    const other = new pg.Client({ connectionString: addressOf({}) });
    await other.connect();
    await other.query('CREATE TABLE checkout (id int)');
    await other.end();
    const said = await saidOf(addressOf({}));
    expect(said.migrate).toMatch(/^Migration 0304_\S+ failed: relation "checkout" already exists \(42P07\)\./);
  });

  test.each([
    ['a wrong password', { username: role, password: 'wrong' }, 'it refuses the password (28P01)'],
    ['a database that is not there', { pathname: '/not_there' }, 'the server has no database of that name (3D000)'],
    ['a port where nothing listens', { port: '1' }, 'nothing listens at its host and port (ECONNREFUSED)'],
    [
      'a server without TLS',
      { search: '?sslmode=verify-full' },
      'it has no TLS, and sslmode in its address, or PGSSLMODE in the environment, asks for it',
    ],
  ])('%s', async (_what, changes, words) => {
    const said = await saidOf(addressOf(changes));
    for (const text of Object.values(said)) expect(text).toContain(`The database cannot be reached: ${words}`);
  });
});

test('the doctor says why a public address does not answer', async () => {
  const site = await startTlsSite({ days: 30 });
  const doctorAt = async (BASE_URL: string) => {
    const env = { DATABASE_URL: addressOf({}), SECRET_KEY: TEST_SECRET_KEY, BASE_URL, DATA_DIR: folder };
    const { data } = await commandLine(env).json('doctor');
    return data.findings.find(({ check }: { check: string }) => check === 'public address');
  };
  expect(await doctorAt(site.url)).toMatchObject({
    says: expect.stringMatching(/does not answer from here: its certificate is signed by itself \(DEPTH_ZERO_SELF_/),
    todo: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(await doctorAt(`https://127.0.0.1:${(await freePorts(1))[0]}`)).toMatchObject({
    says: expect.stringContaining('(ECONNREFUSED)'),
  });
  await site.close();
});
