import type { CheckoutRequest } from '../../../protocol/schema/frame-api.ts';
import type { Credentials } from './api.ts';

/** What lets a reload go on where the shopper was. */
export type SessionState = {
  checkout?: Credentials;
  /** A request for a hold whose answer has not arrived; sent again with its key, it finds the hold it made. */
  pendingHold?: { intent: string; body: CheckoutRequest } | undefined;
  /** A payment was submitted, and the page has not been told its end. */
  submitted?: boolean;
  /** The pre-order that the page has been told of, so that it is told once. */
  told?: string;
};

export type Session = {
  /** Whether it outlives the frame: some browsers keep no storage for frames of other sites. */
  persistent: boolean;
  read(): SessionState;
  write(changes: SessionState): void;
  clear(): void;
};

/**
 * The frame's own session storage (of our site, partitioned by the store's, gone with the tab), else memory. One entry
 * per store and product.
 */
export function createSession(key: string, storage: Storage | null = sessionStorageOrNull()): Session {
  const name = `checkout:${key}`;
  let memory = readStored(storage, name);
  return {
    persistent: storage !== null,
    read: () => memory,
    write(changes) {
      memory = { ...memory, ...changes };
      storage?.setItem(name, JSON.stringify(memory));
    },
    clear() {
      memory = {};
      storage?.removeItem(name);
    },
  };
}

function readStored(storage: Storage | null, name: string): SessionState {
  try {
    return JSON.parse(storage?.getItem(name) ?? '{}') as SessionState;
  } catch {
    return {};
  }
}

/** Merely naming it throws where the browser blocks storage; writing throws where it only pretends. */
function sessionStorageOrNull(): Storage | null {
  try {
    const storage = window.sessionStorage;
    storage.setItem('checkout', '');
    storage.removeItem('checkout');
    return storage;
  } catch {
    return null;
  }
}
