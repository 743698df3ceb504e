import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { migrate } from '../../src/core/migrate.ts';
import { openDatabase } from '../../src/platform/db.ts';
import { startEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';
import { SetupError } from '../../src/platform/setup-error.ts';

/** A running PostgreSQL with one migrated database, the template; tests use copies of it. */
export type TestCluster = {
  adminUrl: string;
  template: string;
  /** The run started it: it and all its files are removed when the run ends. */
  passing: boolean;
};

const FOLDERS = fileURLToPath(new URL('../../.cache/test-postgres', import.meta.url));
const PREFIX = 'waitlist_test';

/**
 * Starts the embedded PostgreSQL in the project's cache, or uses the server that DATABASE_URL names (15 or newer, with a
 * role that may create databases), and migrates a template in it. fsync stays on, like in production.
 */
export async function startCluster(given = process.env.DATABASE_URL): Promise<TestCluster & { stop(): Promise<void> }> {
  const server = given ? { url: given, stop: async () => {} } : await startOwnServer();
  try {
    const template = uniqueName(PREFIX);
    const cluster = { adminUrl: server.url, template, passing: !given };
    await asAdmin(server.url, `CREATE DATABASE ${template}`);
    const db = openDatabase({ url: urlOf(server.url, template) });
    await migrate(db).finally(() => db.close());
    return {
      ...cluster,
      async stop() {
        await removeAll(cluster);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/**
 * Starts a server in a folder of this process and removes both at the end. A killed run leaves both to the next run.
 */
async function startOwnServer(): Promise<{ url: string; stop(): Promise<void> }> {
  await mkdir(FOLDERS, { recursive: true, mode: 0o700 });
  for (const name of await readdir(FOLDERS)) if (!isAlive(Number(name))) await removeLeftover(join(FOLDERS, name));
  const dataDir = join(FOLDERS, String(process.pid));
  const server = await startEmbeddedPostgres({ dataDir });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Removes the folder of a killed run. Its server may still run: a start in that folder ends it. */
async function removeLeftover(dataDir: string): Promise<void> {
  try {
    await (await startEmbeddedPostgres({ dataDir })).stop();
  } catch (error) {
    if (error instanceof SetupError) return; // another run is removing it
    throw error;
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 }); // another run may be removing it too
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Copies the template. `drop` ends all connections to the copy and prevents new ones. */
export async function cloneDatabase(cluster: TestCluster): Promise<{ url: string; drop(): Promise<void> }> {
  const { adminUrl, template } = cluster;
  const name = uniqueName(template);
  await asAdmin(adminUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: urlOf(adminUrl, name), drop: () => end(cluster, name) };
}

/** Creates a database with nothing in it, for a server that makes its own tables. */
export async function emptyDatabase(cluster: TestCluster): Promise<{ url: string; drop(): Promise<void> }> {
  const name = uniqueName(cluster.template);
  await asAdmin(cluster.adminUrl, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  return { url: urlOf(cluster.adminUrl, name), drop: () => end(cluster, name) };
}

/**
 * Ends the use of a copy. On a server that the run started, its files stay until the server ends: each copy has some six
 * hundred files, and a file system without a journal slows down tenfold while it removes so many.
 */
async function end({ adminUrl, passing }: TestCluster, name: string): Promise<void> {
  if (!passing) return asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  const leave = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`;
  await asAdmin(adminUrl, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`, leave);
}

/** Removes the template and the copies that workers kept to the end. A server of our own goes with all of its files. */
async function removeAll(cluster: TestCluster): Promise<void> {
  if (cluster.passing) return;
  const db = openDatabase({ url: cluster.adminUrl, poolConnectionsMax: 1 });
  const names = await db
    .query<{ name: string }>('SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)', [
      cluster.template,
    ])
    .finally(() => db.close());
  for (const { name } of names) await end(cluster, name);
}

async function asAdmin(adminUrl: string, ...statements: string[]): Promise<void> {
  const db = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  try {
    for (const sql of statements) await db.query(sql);
  } finally {
    await db.close();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

function uniqueName(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`;
}
