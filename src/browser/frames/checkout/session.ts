import type { CheckoutRequest } from '../../../protocol/schema/frame-api.ts';
import type { CustomerData } from '../../../protocol/wire/customer-data.ts';
import type { Credentials } from './api.ts';

/** What a reload needs in order to resume the checkout. */
export type SessionState = {
  checkout?: Credentials;
  /** A request for a hold without an answer yet. Repeated with its key, it finds the hold that it made. */
  pendingHold?: { intent: string; body: CheckoutRequest } | undefined;
  /** A payment was submitted and the page has not been told its outcome. */
  submitted?: boolean;
  /** The reference of the pre-order that the page has been told of, so that it is told once. */
  announced?: string;
  /** What was typed of the contact and the address, until the units are held. */
  draft?: CustomerData | undefined;
};

export type Session = {
  /** True if it outlives the frame. Some browsers have no storage for cross-site frames. */
  persistent: boolean;
  read(): SessionState;
  write(changes: SessionState): void;
  clear(): void;
};

/**
 * Uses the frame's session storage (of our site, partitioned by the store's site, removed with the tab), or memory if
 * there is none. It has one entry per store and product.
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

/** Reading `sessionStorage` throws where the browser blocks storage; in some browsers only writing throws. */
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
