import type { Database } from '../../platform/db.ts';
import { type Listener, listen } from '../../platform/listen.ts';
import type { Log } from '../../platform/log.ts';
import { CHANGES_CHANNEL } from './topics.ts';

export type ChangeHandlers = {
  /** A product of the store changed, or the store as a whole when `productId` is null (ids are ours). */
  onChange(storeId: string, productId: string | null): void;
  /** Changes may have been missed, so every answer cached until now may be stale. */
  onGap(): void;
};

/** Listens for the changes that the dispatchers of all processes announce. */
export function listenForChanges(db: Database, log: Log, handlers: ChangeHandlers): Promise<Listener> {
  return listen(db, {
    channel: CHANGES_CHANNEL,
    onNotification: (payload) => passOn(payload, handlers),
    onOpen: () => handlers.onGap(),
    onLost() {
      log.warn('the connection that listens for changes was lost; answers are not cached until there is another one');
      handlers.onGap();
    },
  });
}

function passOn(payload: string | undefined, { onChange, onGap }: ChangeHandlers): void {
  try {
    for (const [storeId, productId] of JSON.parse(payload ?? '')) onChange(storeId, productId);
  } catch {
    onGap(); // a newer version may send another format; dropping every cached answer is always safe
  }
}
