import type { Database } from '../../platform/db.ts';
import { type Listener, listen } from '../../platform/listen.ts';
import type { Log } from '../../platform/log.ts';
import { CHANGES_CHANNEL } from './topics.ts';

export type ChangeHandlers = {
  /** A product of the store changed, or the store as a whole when `productId` is null (ids are ours). */
  onChange(storeId: string, productId: string | null): void;
  /** Changes may have been missed: nothing that was read before can be relied on. */
  onGap(): void;
};

/** Hears what every process's dispatcher tells of changes. */
export function listenForChanges(db: Database, log: Log, handlers: ChangeHandlers): Promise<Listener> {
  return listen(db, {
    channel: CHANGES_CHANNEL,
    onNotification: (payload) => tell(payload, handlers),
    onOpen: () => handlers.onGap(),
    onLost() {
      log.warn('the connection that hears of changes was lost; answers are read anew until there is another');
      handlers.onGap();
    },
  });
}

function tell(payload: string | undefined, { onChange, onGap }: ChangeHandlers): void {
  try {
    for (const [storeId, productId] of JSON.parse(payload ?? '')) onChange(storeId, productId);
  } catch {
    onGap(); // a newer process may speak another way; forgetting everything is always right
  }
}
