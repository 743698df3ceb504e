import pg from 'pg';
import { createBooks } from './schema.ts';

/** Runs SQL: a connection pool, or the one connection of a transaction. */
export type Sql = {
  /** Runs one parameterised statement and resolves with its rows; a bigint is a number in them. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

/** The PostgreSQL that keeps the stand-in's books. */
export type Books = Sql & {
  /** Runs `work` in one READ COMMITTED transaction: commits what it returns, rolls back what it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /** The current time as an SQL expression: `clock_timestamp()`, or the function of a caller that moves its clock in tests. */
  now: string;
};

export type OpenBooks = Books & { close(): Promise<void> };

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
