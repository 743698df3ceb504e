import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { IDLE_TIMEOUT, isFull, isIdleTimeout, isLost, type Refusal, refusalOf } from './database-away.ts';
import { openPool } from './database-pool.ts';
import { FOR_BATCHES, FOR_LOOKUPS, LIMITED, withOptions } from './database-session-options.ts';
import type { Sql, Standby } from './sql.ts';
import type { SqlTraces } from './sql-traces.ts';
import { endWhenLeftBehind, requireNewestTimeline } from './timeline.ts';

export type { Sql };

export type Database = Sql & {
  /** Runs `work` in one READ COMMITTED transaction. Commits when it resolves, rolls back when it throws. */
  transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T>;
  /**
   * Opens a connection outside the pool; the caller ends it. `direct` bypasses a pooler (for LISTEN). `pipeline` sends
   * statements without waiting for earlier results, and plans them as look-ups by key (for the sale queue).
   */
  connect(options?: { direct?: boolean; pipeline?: boolean }): Promise<pg.Client>;
  /** The connections of the pool at this moment. `waiting`: statements and transactions that wait for one. */
  connections(): { max: number; open: number; idle: number; waiting: number };
  /** How many connections were refused since the start. */
  refusals(): Record<Refusal, number>;
  close(): Promise<void>;
  /** Only of the database of a process that has one. Read by `readingOf`. */
  readonly standby?: Standby | undefined;
  readonly url: string;
  readonly directUrl: string;
};

const DB_LIMITS = {
  poolConnectionsMax: 12,
  connectTimeoutMs: 5_000,
  idleConnectionMs: 30_000,
} as const;

// The server notices the end of a session a moment later.
const GIVEN_UP_MS = 50;

// Counts and minor units are far below 2^53, so int8 becomes a number. A DATE stays text because it has no time zone.
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** What sessions of the service call themselves. */
export const APPLICATION = 'waitlist-service';

const CONNECTION = {
  types,
  keepAlive: true, // detects a server that is gone without having closed the connection
  connectionTimeoutMillis: DB_LIMITS.connectTimeoutMs,
};

export type DatabaseOptions = {
  url: string;
  /**
   * For statements that run thousands of times and look up a few rows by key. Each connection prepares a statement once and
   * keeps its plan, because planning takes longer than running it. A statement that reads much of a table is slow here. Poolers do
   * not keep prepared statements, so `url` must be the direct address. (docs/design/jobs.md)
   */
  lookups?: boolean;
  /**
   * An address without a pooler in between: LISTEN, jobs and migrations need a session for themselves. If it differs from `url`,
   * `url` leads through a pooler, which accepts no options at the start of a session (`requireSession`).
   */
  directUrl?: string;
  poolConnectionsMax?: number;
  /** Called when the server ends a connection, for the log. The pool replaces it. */
  onError?: (error: Error) => void;
  /** Called with the text of each statement as it is sent, for the log. Values are parameters, so the text has none. */
  onStatement?: ((text: string) => void) | undefined;
  traces?: SqlTraces | undefined;
  /** What its sessions call themselves (`APPLICATION` and more). */
  name?: string | undefined;
  /** Called when a connection is refused (`refusalOf`), for the log. */
  onRefused?: (error: unknown) => void;
  /** How long the client waits for the answer to a statement. By default it relies on the time-out of the session. */
  answerMsMax?: number;
};

export function openDatabase(options: DatabaseOptions): Database {
  const { url, directUrl = url, lookups = false, onStatement, traces } = options;
  let closing = false;
  const onError = (error: Error) => {
    if (!closing) options.onError?.(error); // connections that end while we close are expected
  };
  const watch = (client: pg.ClientBase) => {
    client.on('error', onError).once('error', (error) => endings.set(client, error));
    if (onStatement) tellStatements(client, onStatement);
  };
  const refused: Record<Refusal, number> = { full: 0, busy: 0, old_primary: 0, other_system: 0 };
  const onRefused = (error: unknown) => {
    refused[refusalOf(error) ?? 'full'] += 1;
    if (!closing) options.onRefused?.(error);
  };
  const own = openPool(
    {
      ...CONNECTION,
      application_name: options.name ?? APPLICATION,
      ...(url === directUrl ? withOptions(url, lookups ? FOR_LOOKUPS : LIMITED) : { connectionString: url }),
      pipeline: lookups,
      max: options.poolConnectionsMax ?? DB_LIMITS.poolConnectionsMax,
      idleTimeoutMillis: DB_LIMITS.idleConnectionMs,
      ...(options.answerMsMax !== undefined && { query_timeout: options.answerMsMax }),
    },
    { address: directUrl, onRefused },
  );
  const { pool } = own;
  pool.on('error', onError);
  pool.on('connect', watch);
  if (lookups) pool.on('acquire', discardPlansRegularly());
  const plainSqlOf = lookups ? asPreparedSql : asSql;
  const sqlOf = (client: Queries) => traces?.around(plainSqlOf(client)) ?? plainSqlOf(client);
  async function transaction<T>(work: (tx: Sql) => Promise<T>): Promise<T> {
    const client = await own.take();
    let broken: Error | undefined;
    try {
      await client.query(traces?.beginning() ?? 'BEGIN');
      const result = await work(sqlOf(client));
      await client.query('COMMIT');
      return result;
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure;
      });
      throw endedBy(client, error) ?? error;
    } finally {
      client.release(broken);
    }
  }

  return {
    ...sqlOf(own),
    transaction: (work) => traces?.transaction(() => transaction(work)) ?? transaction(work),
    connect: createConnect(options, { watch, onRefused, giveUpOne: own.giveUpOne }),
    connections: own.connections,
    refusals: () => ({ ...refused }),
    close() {
      closing = true;
      return pool.end();
    },
    url,
    directUrl,
  };
}

// What the server said is in the event alone: statements after it fail with a sentence of the client's own.
const endings = new WeakMap<object, Error>();

function endedBy(client: object, error: unknown): Error | undefined {
  const cause = isLost(error) ? endings.get(client) : undefined;
  if (!isIdleTimeout(cause)) return undefined;
  return Object.assign(new Error('The transaction waited for too long.', { cause }), { code: IDLE_TIMEOUT });
}

type Around = {
  watch(client: pg.ClientBase): void;
  onRefused(error: unknown): void;
  giveUpOne(): Promise<boolean>;
};

/** Returns what opens connections outside the pool. Such a one is needed more than one of the pool that does nothing. */
function createConnect({ url, directUrl = url, name }: DatabaseOptions, around: Around): Database['connect'] {
  return async ({ direct = false, pipeline = false } = {}) => {
    const asked = {
      ...CONNECTION,
      application_name: name ?? APPLICATION,
      pipeline,
      ...(direct || url === directUrl
        ? withOptions(directUrl, pipeline ? FOR_BATCHES : LIMITED)
        : { connectionString: url }),
    };
    try {
      return await openClient(asked, { address: directUrl, ...around });
    } catch (error) {
      if (refusalOf(error) !== null) around.onRefused(error);
      if (!isFull(error) || !(await around.giveUpOne())) throw error;
      await sleep(GIVEN_UP_MS);
      return openClient(asked, { address: directUrl, ...around });
    }
  };
}

async function openClient(
  asked: pg.ClientConfig,
  { address, watch }: Pick<Around, 'watch'> & { address: string },
): Promise<pg.Client> {
  const client = new pg.Client(asked);
  watch(client);
  await client.connect();
  try {
    await requireNewestTimeline(client, address);
  } catch (error) {
    await client.end().catch(() => {});
    throw error;
  }
  endWhenLeftBehind(client);
  return client;
}

/** Calls `tell` with the text of each statement that is sent on this connection from now on. */
function tellStatements(client: pg.ClientBase, tell: (text: string) => void): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  Object.assign(client, {
    query(asked: string | { text: string }, ...rest: unknown[]) {
      tell(typeof asked === 'string' ? asked : asked.text);
      return query(asked, ...rest);
    },
  });
}

type Queries = { query(asked: pg.QueryConfig): Promise<{ rows: unknown[] }> };

/** Runs statements on a pool, or on one connection such as one from `connect`. */
export function asSql(client: Queries): Sql {
  return {
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query({ text, values: [...values] })).rows as Row[],
  };
}

const statementNames = new Map<string, string>();

/** Runs prepared statements, one for each SQL text. The code has a fixed number of texts, so their number is bounded. */
function asPreparedSql(client: Queries): Sql {
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const name = statementNames.get(text) ?? `lookup_${statementNames.size + 1}`;
      statementNames.set(text, name);
      return (await client.query({ name, text, values: [...values] })).rows as Row[];
    },
  };
}

// Often at first, while tables are small and grow fast, then seldom: planning all statements of a connection takes 40 ms.
const PLAN_AGAIN_FIRST: readonly number[] = [16, 256];
const PLAN_AGAIN_EVERY = 1_024;

/**
 * Returns true when a connection should discard its plans. Plans are kept for the life of a connection. A plan made while a
 * table was small may read all rows of a store when it is large, and the server replans only after it has analysed the table,
 * which may take minutes.
 */
export function isTimeToPlanAgain(turns: number): boolean {
  return PLAN_AGAIN_FIRST.includes(turns) || turns % PLAN_AGAIN_EVERY === 0;
}

/** Counts how often a connection is acquired, and discards its plans from time to time. The caller's statements queue behind. */
function discardPlansRegularly(): (client: pg.PoolClient) => void {
  const turns = new WeakMap<pg.PoolClient, number>();
  return (client) => {
    const turn = (turns.get(client) ?? 0) + 1;
    turns.set(client, turn);
    if (isTimeToPlanAgain(turn)) client.query('DISCARD PLANS').catch(() => {}); // if the connection is lost, the caller's own statement fails
  };
}

/** Resolves when the database answers. Rejects with its error, or when there is no answer within `msMax`. */
export async function pingDatabase(db: Sql, msMax: number): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  // With a code: a pooler that queues while its server is away is waited for, as a server that is away.
  const late = () => reject(Object.assign(new Error(`no answer within ${msMax} ms`), { code: 'ETIMEDOUT' }));
  const timer = setTimeout(late, msMax);
  await Promise.race([db.query('SELECT 1'), promise]).finally(() => clearTimeout(timer));
}
