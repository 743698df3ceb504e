import { inject } from 'vitest';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { cloneDatabase, type TestCluster } from './cluster.ts';
import { checkOutboxDetails } from './outbox-details.ts';
import { PREPARING } from './prepared.ts';
import { emptyAgain, readSchemaState } from './reuse.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster;
  }
}

export type TestDatabase = {
  db: Database;
  /** The address for another process or a second pool. */
  url: string;
  /** Checks the details of its outbox rows and ends its use: nothing that was opened on it works any longer. */
  drop(): Promise<void>;
};

/** A database of this worker. Its pool stays open from file to file, because its connections have planned their statements. */
type Reused = { url: string; db: Database; schemaState: string; remove(): Promise<void> };

// Several test files run at once against one server, whose default is 100 connections.
const POOL_CONNECTIONS_MAX = 8;

const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan';

// What earlier files of this worker gave back, empty. A file that needs several at once adds to them.
const free: Reused[] = [];

/**
 * Lends a migrated, empty database on the PostgreSQL that the whole run shares. An earlier file of this worker may have used
 * it and given it back; then its connections already have the plans of their statements.
 *
 *     const { db, url, drop } = await createTestDatabase();
 *     afterAll(drop);
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const reused = free.pop() ?? (await makeReusable());
  const { db, takeBack } = lend(reused);
  return { db, url: reused.url, drop: () => checkOutboxDetails(reused.db).finally(takeBack) };
}

/**
 * Creates a database that no other file uses, on the PostgreSQL of the run or on another one: for what changes the schema or the
 * server, counts sessions, or looks at plans.
 */
export async function ownInstallation(cluster = inject('cluster')): Promise<TestDatabase> {
  const { url, drop } = await cloneDatabase(cluster);
  const db = openDatabase({ url, poolConnectionsMax: POOL_CONNECTIONS_MAX });
  const remove = () => db.close().then(drop);
  return { db, url, drop: () => checkOutboxDetails(db).finally(remove) };
}

async function makeReusable(): Promise<Reused> {
  const { url, drop } = await cloneDatabase(inject('cluster'));
  const planning = Object.assign(new URL(url), { search: `?options=${encodeURIComponent(PLANNED_ONCE)}` });
  const db = openDatabase({ url: planning.href, name: PREPARING, poolConnectionsMax: POOL_CONNECTIONS_MAX });
  const remove = () => db.close().then(drop);
  return { url, db, schemaState: await readSchemaState(db), remove };
}

/** Lends the database to one file. What the file still asks for after `takeBack` is refused, so it cannot disturb the next. */
function lend(reused: Reused): { db: Database; takeBack(): Promise<void> } {
  const { db, url } = reused;
  let isOver = false;
  let isBack = false;
  function whileLent<Given extends unknown[], Answer>(act: (...given: Given) => Promise<Answer>) {
    return async (...given: Given): Promise<Answer> => {
      if (isOver) throw new Error('This database is no longer in use: its test file has given it back.');
      return act(...given);
    };
  }
  return {
    db: {
      ...db,
      url,
      directUrl: url,
      query: whileLent(db.query) as Database['query'],
      transaction: whileLent(db.transaction) as Database['transaction'],
      connect: whileLent(db.connect),
      async close() {
        isOver = true;
      },
    },
    async takeBack() {
      if (isBack) return;
      isBack = true;
      isOver = true;
      if (await emptyAgain(db, reused.schemaState)) free.push(reused);
      else await reused.remove();
    },
  };
}
