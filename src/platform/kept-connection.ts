import type pg from 'pg';

/** A connection of one's own: opened at the first need, thrown away after any fault. */
export function keepConnection(connect: () => Promise<pg.Client>) {
  let current: Promise<pg.Client> | null = null;
  const discard = async (client: pg.Client) => {
    if ((await current) === client) current = null; // a batch behind the one that failed finds out later
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

/** Resolves when all that this server has committed so far is as safe as any commit: on disk, and where its replicas must have it. */
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

// The smallest transaction that writes to the log: its own commit takes everything along that stands before it there.
const FLUSH = `SELECT pg_logical_emit_message(true, 'flush', '')`;
