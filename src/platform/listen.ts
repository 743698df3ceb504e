import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { isFull } from './database-away.ts';
import type { Database } from './db.ts';

export type Listener = { stop(): Promise<void> };

export type Subscription = {
  channel: string;
  /** `channel` is another one where `onOpen` made the client listen to it as well. */
  onNotification(payload: string | undefined, channel: string): void;
  /**
   * Called after each connect, the first one included. Notifications sent before it were missed. `client` allows work that belongs
   * to this connection.
   */
  onOpen(client: pg.Client): Promise<void> | void;
  onLost(): void;
};

const RECONNECT_MS_MIN = 250;
const RECONNECT_MS_MAX = 2_000;

/**
 * Listens on a channel over one direct connection, and reconnects when that is lost. Resolves when the first connection is
 * open.
 */
export async function listen(db: Pick<Database, 'connect'>, subscription: Subscription): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = await db.connect({ direct: true });
    next.on('notification', ({ payload, channel }) => subscription.onNotification(payload, channel));
    try {
      await next.query(`LISTEN ${next.escapeIdentifier(subscription.channel)}`);
      await subscription.onOpen(next);
    } catch (error) {
      await next.end().catch(() => {}); // the next try opens a connection of its own
      throw error;
    }
    next.once('end', () => {
      if (stopped) return;
      subscription.onLost();
      reconnect(RECONNECT_MS_MIN);
    });
    client = next;
    if (stopped) await next.end();
  };
  const reconnect = (pauseMs: number) => {
    const later = () => reconnect(Math.min(2 * pauseMs, RECONNECT_MS_MAX));
    timer = setTimeout(() => void (stopped ? undefined : connect().catch(later)), pauseMs);
  };

  for (let pauseMs = RECONNECT_MS_MIN; ; pauseMs = Math.min(2 * pauseMs, RECONNECT_MS_MAX)) {
    try {
      await connect();
      break;
    } catch (error) {
      if (!isFull(error)) throw error; // others give connections back
    }
    await sleep(pauseMs);
  }
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
