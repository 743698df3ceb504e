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
