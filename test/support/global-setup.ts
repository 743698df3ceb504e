import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/db.ts';
import { startCluster } from './cluster.ts';
import { RECORDED } from './statements.ts';

const WITHOUT_DATABASE = ['unit', 'files'];

/** Runs once for all projects (it is the root's). */
export async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  const projects = root.vitest.projects.map((project) => project.name);
  if (projects.every((name) => WITHOUT_DATABASE.includes(name))) return undefined;
  // The other tests of a whole run come after these, and `plans` reads what all of them sent.
  if (projects.includes('database')) await rm(RECORDED, { recursive: true, force: true });
  const { stop, ...cluster } = await startCluster();
  if (cluster.passing) await leaveUncleaned(cluster.adminUrl);
  root.provide('cluster', cluster);
  return stop;
}

/** The databases of files that are over stay: a visit to each, every minute, would be most of what the server does. */
async function leaveUncleaned(adminUrl: string): Promise<void> {
  const db = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  await db.query('ALTER SYSTEM SET autovacuum = off');
  await db.query('SELECT pg_reload_conf()');
  await db.close();
}
