import type pg from 'pg';
import type { Database } from './db.ts';

export type Listener = { stop(): Promise<void> };

export type Hearing = {
  channel: string;
  onNotification(payload: string | undefined): void;
  /** Each time there is a connection; what was told before was not heard. The client takes what belongs to that connection. */
  onOpen(client: pg.Client): Promise<void> | void;
  onLost(): void;
};

const RECONNECT_MS_MIN = 250;
const RECONNECT_MS_MAX = 2_000;

/**
 * Hears a channel. It keeps one direct connection, and opens another when that is lost; the first one is there when this
 * resolves.
 */
export async function listen(db: Pick<Database, 'connect'>, hearing: Hearing): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = await db.connect({ direct: true });
    next.on('notification', ({ payload }) => hearing.onNotification(payload));
    try {
      await next.query(`LISTEN ${next.escapeIdentifier(hearing.channel)}`);
      await hearing.onOpen(next);
    } catch (error) {
      await next.end().catch(() => {}); // whoever connects again makes another
      throw error;
    }
    next.once('end', () => {
      if (stopped) return;
      hearing.onLost();
      reconnect(RECONNECT_MS_MIN);
    });
    client = next;
    if (stopped) await next.end();
  };
  const reconnect = (pauseMs: number) => {
    const later = () => reconnect(Math.min(2 * pauseMs, RECONNECT_MS_MAX));
    timer = setTimeout(() => void (stopped ? undefined : connect().catch(later)), pauseMs);
  };

  await connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
