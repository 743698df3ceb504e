import pg from 'pg';
import { isFull, refusalOf } from './database-away.ts';
import { isLeftBehind, requireNewestTimeline } from './timeline.ts';

// For so long a pool does not try to grow again after the server took no more connections.
const STAYS_MS = 2_000;

/** `address`: of what the connections have to lead to. `onRefused` is called when a connection is refused (`refusalOf`). */
type Watch = { address: string; onRefused(error: unknown): void };

/**
 * Opens a pool that lives with fewer connections than it may have: where the server takes no more, its statements wait for the
 * connections that it has. One is kept, so that others do not take the last.
 */
export function openPool(options: pg.PoolConfig, { address, onRefused }: Watch) {
  const verify = (client: pg.ClientBase, done: (error?: Error) => void) =>
    requireNewestTimeline(client, address).then(() => done(), done);
  const pool = new pg.Pool({ ...options, min: 1, verify } as pg.PoolConfig);
  const { max } = pool.options;

  function stayAsItIs(): void {
    pool.options.max = Math.max(1, pool.totalCount);
    setTimeout(() => {
      pool.options.max = max;
    }, STAYS_MS).unref();
  }

  async function take(): Promise<pg.PoolClient> {
    const client = await pool.connect().catch((error: unknown) => {
      if (refusalOf(error) !== null) onRefused(error);
      if (!isFull(error) || pool.totalCount === 0) throw error;
      stayAsItIs();
      return null;
    });
    if (client !== null && !isLeftBehind(client)) return client;
    client?.release(true);
    return take();
  }

  return {
    pool,
    take,
    async query(asked: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> {
      const client = await take();
      let failure: Error | undefined;
      try {
        return await client.query(asked as string, values);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        client.release(failure);
      }
    },
    /** Ends a connection that does nothing, for one that is needed more. Returns false if there is none. */
    async giveUpOne(): Promise<boolean> {
      if (pool.idleCount === 0) return false;
      (await pool.connect()).release(true);
      return true;
    },
    connections: () => ({
      max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  };
}
