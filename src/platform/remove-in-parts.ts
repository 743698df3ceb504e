import type { Sql } from './db.ts';

// A statement may take ten seconds, and a sale leaves hundreds of thousands of rows to delete.
const PART = 10_000;

/** Repeats a DELETE until no rows are left. `$1` is the number of rows to delete at once; the statement returns each deleted row. */
export async function removeInParts(sql: Sql, statement: string): Promise<void> {
  for (;;) {
    const removed = await sql.query(statement, [PART]);
    if (removed.length < PART) return;
  }
}
