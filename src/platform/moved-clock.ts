import type { Sql } from './db.ts';

/**
 * Moves the clock of the whole database by so many seconds; 0 puts it back. Only for a database that nothing else uses meanwhile:
 * `app_now()` is what every process decides by.
 */
export async function moveClock(sql: Sql, seconds: number): Promise<void> {
  if (seconds === 0) await sql.query('DELETE FROM clock_shift');
  else {
    await sql.query(
      `INSERT INTO clock_shift (shift) VALUES ($1 * interval '1 second')
       ON CONFLICT (one) DO UPDATE SET shift = excluded.shift`,
      [seconds],
    );
  }
}
