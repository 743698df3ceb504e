import type pg from 'pg';
import type { Database } from './db.ts';
import type { Log } from './log.ts';
import { CHANGES_CHANNEL } from './outbox.ts';

export type ChangeListener = { stop(): Promise<void> };

export type ChangeHandlers = {
  /** A product of the store changed, or the store as a whole when `productId` is null (ids are ours). */
  onChange(storeId: string, productId: string | null): void;
  /** Changes may have been missed: nothing that was read before can be relied on. */
  onGap(): void;
};

const RECONNECT_MS = 250;

/**
 * Hears what every process's dispatcher tells of changes. It keeps one direct connection, and opens another when that is
 * lost; the first one is there when this resolves.
 */
export async function listenForChanges(db: Database, log: Log, handlers: ChangeHandlers): Promise<ChangeListener> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = await db.connect({ direct: true });
    next.on('notification', ({ payload }) => tell(payload, handlers));
    try {
      await next.query(`LISTEN ${CHANGES_CHANNEL}`);
    } catch (error) {
      await next.end().catch(() => {}); // whoever connects again makes another
      throw error;
    }
    next.once('end', () => {
      if (stopped) return;
      log.warn('the connection that hears of changes was lost; answers are read anew until there is another');
      handlers.onGap();
      reconnect();
    });
    handlers.onGap();
    client = next;
    if (stopped) await next.end();
  };
  const reconnect = () => {
    timer = setTimeout(() => void connect().catch(reconnect), RECONNECT_MS);
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}

function tell(payload: string | undefined, { onChange, onGap }: ChangeHandlers): void {
  try {
    for (const [storeId, productId] of JSON.parse(payload ?? '')) onChange(storeId, productId);
  } catch {
    onGap(); // a newer process may speak another way; forgetting everything is always right
  }
}
