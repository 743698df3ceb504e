import { openDatabase } from '../../src/platform/db.ts';
import { cloneDatabase, startCluster, type TestCluster } from '../support/cluster.ts';
import { createConnections } from './connections.ts';
import { createCleaner } from './database-cleaner.ts';
import { createRoundTripOrder } from './round-trip-order.ts';
import type { HistoryDatabase } from './world.ts';

/** Starts a PostgreSQL for histories. Its data are temporary, so it does not sync to the disk. */
export async function startFastCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const cluster = await startCluster();
  if (process.env.DATABASE_URL) return cluster; // the settings of a given server are not changed
  const db = openDatabase({ url: cluster.adminUrl, poolConnectionsMax: 1 });
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum']) {
    await db.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await db.query('SELECT pg_reload_conf()');
  await db.close();
  return cluster;
}

// The most connections used at once: those of two processes, the provider and the simulator.
const CONNECTIONS = 12;

/** Creates a database for consecutive histories. */
export async function createHistoryDatabase(
  cluster: TestCluster,
): Promise<HistoryDatabase & { close(): Promise<void> }> {
  const { url, drop } = await cloneDatabase(cluster);
  const base = openDatabase({ url, poolConnectionsMax: 2 });
  const connections = createConnections(base);
  await connections.open(CONNECTIONS);
  const roundTrips = createRoundTripOrder(async (pid) => {
    const [row] = await base.query<{ blocked: boolean }>('SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked', [
      pid,
    ]);
    return row?.blocked ?? false;
  });
  return {
    base,
    connections,
    roundTrips,
    clear: createCleaner(),
    async close() {
      await connections.close();
      await base.close();
      await drop();
    },
  };
}
