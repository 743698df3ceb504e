import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findRunningServer } from '../../src/platform/data-dir.ts';
import { openDatabase, type Sql } from '../../src/platform/db.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { migrate } from '../../src/platform/migrate.ts';

/** A running PostgreSQL with one migrated database that is only ever copied. */
export type TestCluster = { adminUrl: string; template: string };

// Runs side by side take a folder each; more than these at once is a mistake.
const FOLDERS_MAX = 16;
const PREFIX = 'waitlist_test';

/**
 * Starts the embedded PostgreSQL in the project's cache, or takes the server that DATABASE_URL names (15 or newer, by a
 * role that may create databases), and migrates a template in it. fsync stays on: what passes here is what runs.
 */
export async function startCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const given = process.env.DATABASE_URL;
  const server = given ? { url: given, stop: async () => {} } : await startOwnServer();
  try {
    const template = uniqueName(`${PREFIX}_template`);
    await asAdmin(server.url, (sql) => sql.query(`CREATE DATABASE ${template}`));
    const db = openDatabase({ url: urlOf(server.url, template) });
    await migrate(db).finally(() => db.close());
    return {
      adminUrl: server.url,
      template,
      async stop() {
        await drop(server.url, template);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * A folder of ours that no other run has. They are kept: a later start is quicker, and it is what ends the server and
 * drops the databases that a killed run left.
 */
async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  for (let number = 1; number <= FOLDERS_MAX; number += 1) {
    const dataDir = fileURLToPath(new URL(`../../.cache/test-postgres/${number}/`, import.meta.url));
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    if (await findRunningServer(dataDir)) continue;
    const server = await startEmbeddedPostgres({ dataDir }).catch(async (error: Error) => {
      // Another run was quicker.
      if (await findRunningServer(dataDir)) return undefined;
      throw error;
    });
    if (server === undefined) continue;
    await asAdmin(server.url, dropLeftovers);
    return server;
  }
  throw new Error(`${FOLDERS_MAX} test runs are under way already`);
}

async function dropLeftovers(sql: Sql): Promise<void> {
  const left = await sql.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [PREFIX],
  );
  for (const { name } of left) await sql.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Copies the template; `drop` ends whatever is still connected to the copy. */
export async function cloneDatabase(cluster: TestCluster): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl, template } = cluster;
  const name = uniqueName(PREFIX);
  await asAdmin(adminUrl, (sql) => sql.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return { url: urlOf(adminUrl, name), drop: () => drop(adminUrl, name) };
}

async function drop(adminUrl: string, name: string): Promise<void> {
  await asAdmin(adminUrl, (sql) => sql.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
}

async function asAdmin(adminUrl: string, work: (sql: Sql) => Promise<unknown>): Promise<void> {
  const db = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  await work(db).finally(() => db.close());
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`;
}
