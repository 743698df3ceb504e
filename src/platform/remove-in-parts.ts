import type { Sql } from './db.ts';

// A statement has ten seconds, and a sale leaves hundreds of thousands of rows behind.
const PART = 10_000;

/** Deletes as often as there are rows: `$1` is how many at once, and each is returned. */
export async function removeInParts(sql: Sql, statement: string): Promise<void> {
  for (;;) {
    const removed = await sql.query(statement, [PART]);
    if (removed.length < PART) return;
  }
}
