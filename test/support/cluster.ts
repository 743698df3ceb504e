import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/platform/db.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { startLocalPostgres } from './local-postgres.ts';

/** A running PostgreSQL with one migrated database that is only ever copied. */
export type TestCluster = { adminUrl: string; template: string };

/**
 * Starts the embedded PostgreSQL over a temporary folder, or takes the server that DATABASE_URL names (15 or newer, by a
 * role that may create databases), and migrates a template in it. fsync stays on: what passes here is what runs.
 */
export async function startCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const server = process.env.DATABASE_URL
    ? { url: process.env.DATABASE_URL, stop: async () => {} }
    : await startLocalPostgres(await mkdtemp(join(tmpdir(), 'waitlist-test-')));
  try {
    const template = uniqueName('waitlist_template');
    await asAdmin(server.url, `CREATE DATABASE ${template}`);
    const db = openDatabase({ url: urlOf(server.url, template) });
    try {
      await migrate(db);
    } finally {
      await db.close();
    }
    return {
      adminUrl: server.url,
      template,
      async stop() {
        await asAdmin(server.url, `DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Copies the template; `drop` ends whatever is still connected to the copy. */
export async function cloneDatabase(cluster: TestCluster): Promise<{ url: string; drop(): Promise<void> }> {
  const name = uniqueName('waitlist_test');
  await asAdmin(cluster.adminUrl, `CREATE DATABASE ${name} TEMPLATE ${cluster.template}`);
  return {
    url: urlOf(cluster.adminUrl, name),
    drop: () => asAdmin(cluster.adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function asAdmin(url: string, sql: string): Promise<void> {
  const db = openDatabase({ url, poolConnectionsMax: 1 });
  try {
    await db.query(sql);
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
