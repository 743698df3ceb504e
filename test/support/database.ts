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
  /** For another process, or a second pool. */
  url: string;
  /** Checks the details of its outbox, closes `db` and removes the database, whoever is still connected. */
  drop(): Promise<void>;
};

// Several test files run at once against one server, whose default is 100 connections.
const POOL_CONNECTIONS_MAX = 8;

/**
 * A migrated, empty database of one's own, on the PostgreSQL that the whole run shares, or on another.
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
