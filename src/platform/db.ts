import pg from 'pg';

/** Something that runs SQL: the pool, or the one connection of a transaction. */
export type Sql = {
  /** Runs one parameterised statement and resolves with its rows. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
};

export type Database = Sql & {
  /** Runs `work` in one READ COMMITTED transaction: commits what it returns, rolls back what it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * A connection of its own, kept out of the pool; the caller ends it. `direct` goes around a pooler (LISTEN), `pipeline`
   * sends statements without waiting for the answers before and plans them as look-ups by key (the sale queue).
   */
  connect(options?: { direct?: boolean; pipeline?: boolean }): Promise<pg.Client>;
  close(): Promise<void>;
  readonly url: string;
  readonly directUrl: string;
};

/** One place for sizes and time-outs: a stuck caller may cost itself, never the others. */
const DB_LIMITS = {
  poolConnectionsMax: 12,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  lockTimeoutMs: 5_000,
  idleInTransactionTimeoutMs: 2_000,
  idleConnectionMs: 30_000,
} as const;

// Counts and minor units are far below 2^53, so int8 may be a number; a DATE is text, it has no time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const sessionOptions = `-c idle_in_transaction_session_timeout=${DB_LIMITS.idleInTransactionTimeoutMs} -c lock_timeout=${DB_LIMITS.lockTimeoutMs} -c statement_timeout=${DB_LIMITS.statementTimeoutMs}`;

// The sale queue's statements look up a batch of keys, each by its index, and are planned once. A plan made while a table
// was small must not become a scan of the whole table an hour into a sale; the queue also has them made again.
const keyLookups =
  '-c enable_seqscan=off -c enable_bitmapscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c plan_cache_mode=force_generic_plan -c jit=off';

export type DatabaseOptions = {
  url: string;
  /** Without a pooler in between: LISTEN, jobs and migrations need the session itself. */
  directUrl?: string;
  poolConnectionsMax?: number;
  /** A connection that the server ended is replaced by the pool; it is only worth a line in the log. */
  onError?: (error: Error) => void;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl = url } = options;
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) options.onError?.(error); // what ends together with us is no news
  };
  const connection = {
    types,
    options: sessionOptions,
    connectionTimeoutMillis: DB_LIMITS.connectTimeoutMs,
    application_name: 'waitlist-service',
  };
  const pool = new pg.Pool({
    ...connection,
    connectionString: url,
    max: options.poolConnectionsMax ?? DB_LIMITS.poolConnectionsMax,
    idleTimeoutMillis: DB_LIMITS.idleConnectionMs,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));

  return {
    ...asSql(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('BEGIN');
        const result = await work(asSql(client));
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
    },
    async connect({ direct = false, pipeline = false } = {}) {
      const client = new pg.Client({
        ...connection,
        pipeline,
        options: pipeline ? `${sessionOptions} ${keyLookups}` : sessionOptions,
        connectionString: direct ? directUrl : url,
      });
      client.on('error', onError);
      await client.connect();
      return client;
    },
    close() {
      closing = true;
      return pool.end();
    },
    url,
    directUrl,
  };
}

/** Runs statements on one connection, such as one that `connect` made. */
export function asSql(client: pg.Pool | pg.ClientBase): Sql {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query(text, [...values])).rows as Row[],
  };
}

/** Resolves when the database answers; rejects with its reason, or when it says nothing for so long. */
export async function pingDatabase(db: Sql, msMax: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${msMax} ms`)), msMax);
  await Promise.race([db.query('SELECT 1'), promise]).finally(() => clearTimeout(timer));
}
