import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../../src/platform/db.ts';
import { startCluster } from './cluster.ts';
import { RECORDED } from './statements.ts';

const WITHOUT_DATABASE = ['unit', 'files'];

/** Runs once for all projects, because it belongs to the root. */
export async function setup(root: TestProject): Promise<(() => Promise<void>) | undefined> {
  const projects = root.vitest.projects.map((project) => project.name);
  if (projects.every((name) => WITHOUT_DATABASE.includes(name))) return undefined;
  // In a whole run the other projects run after the unit tests, and `plans` reads the statements of all of them.
  if (projects.includes('database')) await rm(RECORDED, { recursive: true, force: true });
  const { stop, ...cluster } = await startCluster();
  if (cluster.passing) await leaveUncleaned(cluster.adminUrl);
  root.provide('cluster', cluster);
  return stop;
}

/**
 * Switches the autovacuum off: databases of finished files stay, and visiting each every minute would load the server.
 */
async function leaveUncleaned(adminUrl: string): Promise<void> {
  const db = openDatabase({ url: adminUrl, poolConnectionsMax: 1 });
  await db.query('ALTER SYSTEM SET autovacuum = off');
  await db.query('SELECT pg_reload_conf()');
  await db.close();
}
