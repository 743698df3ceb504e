import pg from 'pg';
import type { OpenBooks, Sql } from './database.ts';
import { createBooks } from './schema.ts';

// Ids and times in seconds are far below 2^53, so int8 may be a number.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connects to a PostgreSQL, 15 or newer, and creates the schema `fake_stripe` where it is missing. */
export async function openBooks(url: string): Promise<OpenBooks> {
  const pool = new pg.Pool({ connectionString: url, types });
  pool.on('error', () => {}); // the pool replaces a connection that the server ended
  const books: OpenBooks = {
    ...sqlOf(pool),
    transaction: (work) => runTransaction(pool, work),
    now: 'clock_timestamp()',
    close: () => pool.end(),
  };
  try {
    await createBooks(books);
  } catch (error) {
    await pool.end();
    throw error;
  }
  return books;
}

async function runTransaction<T>(pool: pg.Pool, work: (tx: Sql) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('BEGIN');
    const result = await work(sqlOf(client));
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

function sqlOf(client: pg.Pool | pg.PoolClient): Sql {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  };
}
