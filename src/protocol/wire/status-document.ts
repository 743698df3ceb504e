import type { Message } from './message-format.ts';
import type { StoreLogo } from './store-logo.ts';

/** The data in the status frame's document, as JSON. */
export type StatusDocument = {
  /** Null when no store has the key. The frame says so. */
  store: {
    key: string;
    name: string;
    logo: StoreLogo | null;
    contactEmail: string;
    returnAddress: string;
    test: boolean;
  } | null;
  locale: string;
  /** The catalogue's `status.*` texts in this language, by key without the prefix. */
  messages: Record<string, Message>;
};
