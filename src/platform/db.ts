import pg from 'pg';
import { FOR_BATCHES, FOR_LOOKUPS, LIMITED } from './session-options.ts';

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

const DB_LIMITS = {
  poolConnectionsMax: 12,
  connectTimeoutMs: 5_000,
  idleConnectionMs: 30_000,
} as const;

// Counts and minor units are far below 2^53, so int8 may be a number; a DATE is text, it has no time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export type DatabaseOptions = {
  url: string;
  /**
   * For what is done thousands of times over, each time with a few rows found by their keys: a connection prepares a
   * statement once and keeps its plan, which costs more than running it. A statement that reads much of a table is slow
   * there, and a pooler would not keep them: give the direct address. (ADR 0230)
   */
  lookups?: boolean;
  /**
   * Without a pooler in between: LISTEN, jobs and migrations need the session itself. Where it is another address, `url` leads
   * through a pooler, which takes no settings at the start of a session (`requireSessionLimits`).
   */
  directUrl?: string;
  poolConnectionsMax?: number;
  /** A connection that the server ended is replaced by the pool; it is only worth a line in the log. */
  onError?: (error: Error) => void;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl = url, lookups = false } = options;
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) options.onError?.(error); // what ends together with us is no news
  };
  const connection = {
    types,
    keepAlive: true, // of a server that is gone without a word nothing else would tell
    connectionTimeoutMillis: DB_LIMITS.connectTimeoutMs,
    application_name: 'waitlist-service',
  };
  const pool = new pg.Pool({
    ...connection,
    ...(url === directUrl && { options: lookups ? FOR_LOOKUPS : LIMITED }),
    pipeline: lookups,
    connectionString: url,
    max: options.poolConnectionsMax ?? DB_LIMITS.poolConnectionsMax,
    idleTimeoutMillis: DB_LIMITS.idleConnectionMs,
  });
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  if (lookups) pool.on('acquire', planAgainInTime());
  const sqlOf = lookups ? asPreparedSql : asSql;

  return {
    ...sqlOf(pool),
    async transaction(work) {
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
    },
    async connect({ direct = false, pipeline = false } = {}) {
      const client = new pg.Client({
        ...connection,
        pipeline,
        ...((direct || url === directUrl) && { options: pipeline ? FOR_BATCHES : LIMITED }),
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

const statementNames = new Map<string, string>();

/** As `asSql`; a statement is prepared by its text, of which a program has as many as it says. */
function asPreparedSql(client: pg.Pool | pg.ClientBase): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const name = statementNames.get(text) ?? `lookup_${statementNames.size + 1}`;
      statementNames.set(text, name);
      return (await client.query({ name, text, values: [...values] })).rows as Row[];
    },
  };
}

// Often while everything is new and grows fast, then seldom: planning all of a connection's statements takes milliseconds.
const PLAN_AGAIN_FROM = 16;
const PLAN_AGAIN_EVERY = 1_024;

/**
 * A plan is kept for as long as the connection. One that was made while a table was small may go through all of a store's
 * rows once it is large, and the server plans anew only when it has analysed the table: within minutes, perhaps.
 */
export function isTimeToPlanAgain(turns: number): boolean {
  const isPowerOfTwo = (turns & (turns - 1)) === 0;
  return turns % PLAN_AGAIN_EVERY === 0 || (isPowerOfTwo && turns >= PLAN_AGAIN_FROM);
}

/** For each turn that somebody has with a connection of a pool. What they ask stands behind it, in the pipeline. */
function planAgainInTime(): (client: pg.PoolClient) => void {
  const turns = new WeakMap<pg.PoolClient, number>();
  return (client) => {
    const turn = (turns.get(client) ?? 0) + 1;
    turns.set(client, turn);
    if (isTimeToPlanAgain(turn)) client.query('DISCARD PLANS').catch(() => {}); // a lost connection fails whoever has it
  };
}

/** Resolves when the database answers; rejects with its reason, or when it says nothing for so long. */
export async function pingDatabase(db: Sql, msMax: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`no answer within ${msMax} ms`)), msMax);
  await Promise.race([db.query('SELECT 1'), promise]).finally(() => clearTimeout(timer));
}
