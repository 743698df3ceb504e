import type pg from 'pg';

/** Keeps one connection: opens it on first use, and lets the caller discard it after an error. */
export function keepConnection(connect: () => Promise<pg.Client>) {
  let current: Promise<pg.Client> | null = null;
  const discard = async (client: pg.Client) => {
    if ((await current) === client) current = null; // a batch that fails late must not drop a newer connection
    await client.end().catch(() => {});
  };
  return {
    async get(): Promise<pg.Client> {
      current ??= connect();
      try {
        return await current;
      } catch (error) {
        current = null;
        throw error;
      }
    },
    discard,
    async close(): Promise<void> {
      if (current !== null) await discard(await current);
    },
  };
}

/** Makes earlier asynchronous commits durable. `flush` resolves when they are on disk, and on replicas that are synchronous. */
export function keepFlushing(connect: () => Promise<pg.Client>) {
  const connection = keepConnection(connect);
  return {
    async flush(): Promise<void> {
      const client = await connection.get();
      try {
        await client.query({ name: 'flush', text: FLUSH });
      } catch (error) {
        await connection.discard(client);
        throw error;
      }
    },
    close: connection.close,
  };
}

// The smallest transaction that writes to the write-ahead log. Its commit flushes all earlier records of the log.
const FLUSH = `SELECT pg_logical_emit_message(true, 'flush', '')`;
