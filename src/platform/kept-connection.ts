import type pg from 'pg';

const OPEN_AGAIN_MS = 250;

/** Keeps one connection: opens it on first use, or with `keep` at once and again when it is lost, and lets the caller discard it. */
export function keepConnection(connect: () => Promise<pg.Client>, onFailure: (error: unknown) => void = () => {}) {
  let current: Promise<pg.Client> | null = null;
  let opened: pg.Client | null = null;
  let kept = false;
  let timer: NodeJS.Timeout | undefined;

  const start = (): Promise<pg.Client> => {
    const opening = connect();
    current = opening;
    opening.then(
      (client) => {
        opened = client;
        client.once('end', () => forget(client));
      },
      () => {
        if (current === opening) current = null;
        later();
      },
    );
    return opening;
  };
  const forget = (client: pg.Client) => {
    if (opened !== client) return; // a batch that fails late must not drop a newer connection
    opened = null;
    current = null;
    later();
  };
  const later = () => {
    if (!kept) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (kept && current === null) start().catch(onFailure);
    }, OPEN_AGAIN_MS).unref();
  };
  return {
    get: (): Promise<pg.Client> => current ?? start(),
    isOpen: () => opened !== null,
    /** Resolves after the first try. */
    async keep(): Promise<void> {
      kept = true;
      await (current ?? start()).catch(onFailure);
    },
    async discard(client: pg.Client): Promise<void> {
      forget(client);
      await client.end().catch(() => {});
    },
    async close(): Promise<void> {
      kept = false;
      clearTimeout(timer);
      await (await current?.catch(() => null))?.end().catch(() => {});
    },
  };
}

/** Makes earlier asynchronous commits durable. `flush` resolves when they are on disk, and on replicas that are synchronous. */
export function keepFlushing(connect: () => Promise<pg.Client>, onFailure?: (error: unknown) => void) {
  const connection = keepConnection(connect, onFailure);
  return {
    isOpen: connection.isOpen,
    keep: connection.keep,
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
