import type { Database, Sql } from './db.ts';

/**
 * Returns the database as code sees it that must be part of a running transaction: its own transactions are savepoints of
 * that one, so all of it commits or nothing does. A failed inner transaction rolls back its own part alone.
 */
export function joinTransaction(db: Database, tx: Sql): Database {
  return {
    ...db,
    query: tx.query,
    standby: undefined, // it has nothing of a transaction that has not ended
    async transaction(work) {
      await tx.query('SAVEPOINT joined');
      try {
        const result = await work(tx);
        await tx.query('RELEASE SAVEPOINT joined');
        return result;
      } catch (error) {
        await tx.query('ROLLBACK TO SAVEPOINT joined');
        throw error;
      }
    },
  };
}

/** Runs the work in a transaction of its own, which a dry run takes back. */
export async function inTransaction<Result>(
  db: Database,
  dryRun: boolean,
  work: (joined: Database) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  const takeBack = new Error('a dry run');
  try {
    await db.transaction(async (tx) => {
      result = { value: await work(joinTransaction(db, tx)) };
      if (dryRun) throw takeBack;
    });
  } catch (error) {
    if (error !== takeBack) throw error;
  }
  if (!result) throw new Error('a transaction without a result');
  return result.value;
}
