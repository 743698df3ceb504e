import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { cloneDatabase, type TestCluster } from './cluster.ts';
import { checkOutboxDetails } from './outbox-details.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

export type TestDatabase = {
  db: Database;
  /** The address for another process or a second pool. */
  url: string;
  /** Checks the details of its outbox rows, closes `db`, ends all other connections and removes the database. */
  drop(): Promise<void>;
};

// Several test files run at once against one server, whose default is 100 connections.
const POOL_CONNECTIONS_MAX = 8;

/**
 * Creates a migrated, empty database on the PostgreSQL that the whole run shares, or on another one.
 *
 *     const { db, url, drop } = await createTestDatabase();
 *     afterAll(drop);
 */
export async function createTestDatabase(cluster = inject('cluster')): Promise<TestDatabase> {
  const { url, drop } = await cloneDatabase(cluster);
  const db = openDatabase({ url, poolConnectionsMax: POOL_CONNECTIONS_MAX });
  return {
    db,
    url,
    async drop() {
      try {
        await checkOutboxDetails(db);
      } finally {
        await db.close();
        await drop();
      }
    },
  };
}
