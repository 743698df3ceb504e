import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type Pooler, type PoolerOptions, startPooler } from '../../support/pooler.ts';
import { POOLERS } from '../../support/poolers.ts';

// How a pooler in transaction mode behaves. Tests of the service behind a pooler rely on this.

let database: TestDatabase;
let pooler: Pooler;
const clients: pg.Client[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
  await pooler.stop();
});

async function connect(changes: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: pooler.url, ...changes });
  clients.push(client);
  client.on('error', () => {}); // a query in progress reports the error
  await client.connect();
  return client;
}

async function one(client: pg.Client, sql: string): Promise<unknown> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return rows[0]?.[0];
}

const sessionOf = (client: pg.Client) => one(client, 'SELECT pg_backend_pid()');

describe.each(POOLERS)('$name', ({ start }) => {
  const open = async (options?: PoolerOptions) => {
    pooler = await start(database.url, options);
  };

  test('gives two transactions of one client different sessions', async () => {
    await open({ sessions: 2 });
    const [client, ...others] = [await connect(), await connect(), await connect()];
    const before = await sessionOf(client);
    // The other clients occupy both sessions. Only the one on the client's earlier session stays there.
    for (const other of others) await other.query('BEGIN');
    for (const other of others) if ((await sessionOf(other)) !== before) await other.query('COMMIT');
    expect(await sessionOf(client)).not.toBe(before);
  });

  test('keeps the session for a whole transaction', async () => {
    await open({ sessions: 2 });
    const [client, other] = [await connect(), await connect()];
    await client.query('BEGIN');
    const session = await sessionOf(client);
    for (let times = 0; times < 5; times += 1) expect(await sessionOf(other)).not.toBe(session);
    expect(await sessionOf(client)).toBe(session);
    await client.query('COMMIT');
  });

  test('shows a client the settings of another client', async () => {
    await open({ sessions: 1 });
    const [client, other] = [await connect(), await connect()];
    await client.query("SET statement_timeout = '1234ms'");
    expect(await one(other, 'SHOW statement_timeout')).toBe('1234ms');
  });

  test('accepts more clients than sessions, and lets each wait for its turn', async () => {
    await open({ sessions: 2 });
    const many = await Promise.all(Array.from({ length: 12 }, () => connect()));
    const sessions = await Promise.all(
      many.map((client) => one(client, 'SELECT pg_backend_pid() FROM pg_sleep(0.02)')),
    );
    expect(new Set(sessions).size).toBe(2);
  });

  test('rolls back a transaction whose client left', async () => {
    await open({ sessions: 1 });
    const [client, other] = [await connect(), await connect()];
    await client.query('BEGIN');
    await client.query('CREATE TABLE left_alone ()');
    const waits = one(other, "SELECT to_regclass('left_alone')");
    await client.end();
    expect(await waits).toBeNull();
  });

  test.each([
    { what: 'refuses settings at the start', dropsSettings: false, found: 'unsupported startup parameter: options' },
    { what: 'drops settings at the start when configured to', dropsSettings: true, found: '0' },
  ])('$what', async ({ dropsSettings, found }) => {
    await open({ dropsSettings });
    const asked = connect({ options: '-c statement_timeout=1234' }).then((client) =>
      one(client, 'SHOW statement_timeout'),
    );
    expect(await asked.catch((error: Error) => error.message)).toBe(found);
  });

  test('refuses a wrong password', async () => {
    await open();
    const wrong = Object.assign(new URL(pooler.url), { password: 'wrong' }).href;
    await expect(connect({ connectionString: wrong })).rejects.toThrow(/authentication failed/);
  });

  test('replaces a session that the server ended', async () => {
    await open({ sessions: 1 });
    const [client, other] = [await connect(), await connect()];
    await client.query('BEGIN');
    const session = await sessionOf(client);
    const waits = sessionOf(other);
    await database.db.query('SELECT pg_terminate_backend($1)', [session]);
    await expect(client.query('SELECT 1')).rejects.toThrow();
    expect(await waits).not.toBe(session);
  });
});

describe('the pooler of the tests', () => {
  test('refuses named statements, which sessions do not keep', async () => {
    pooler = await startPooler(database.url);
    const client = await connect();
    expect((await client.query('SELECT $1::int AS one', [1])).rows).toEqual([{ one: 1 }]);
    await expect(client.query({ name: 'mine', text: 'SELECT 1' })).rejects.toMatchObject({ code: '0A000' });
  });

  test('passes on pipelined statements', async () => {
    pooler = await startPooler(database.url, { sessions: 1 });
    const [client, other] = [await connect({ pipeline: true }), await connect()];
    const asked = ['BEGIN', 'SELECT 1 AS n', 'COMMIT', 'SELECT 2 AS n'].map((sql) => client.query(sql));
    expect((await Promise.all(asked)).flatMap(({ rows }) => rows)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await one(other, 'SELECT 3')).toBe(3);
  });
});
