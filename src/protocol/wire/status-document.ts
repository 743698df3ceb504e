import type { Message } from './message-format.ts';

/** What the server puts into the status frame's document as JSON. */
export type StatusDocument = {
  /** null: no store has the key; the frame says so. */
  store: { key: string; name: string; contactEmail: string; returnAddress: string; test: boolean } | null;
  locale: string;
  /** The catalogue's `status.*` texts of this language, keys without the prefix. */
  messages: Record<string, Message>;
};
