import type { Message } from './message-format.ts';
import type { Seller } from './seller.ts';
import type { StoreLogo } from './store-logo.ts';

/** The data in the status frame's document, as JSON. */
export type StatusDocument = {
  /** Null when no store has the key. The frame says so. */
  store:
    | (Seller & {
        key: string;
        name: string;
        logo: StoreLogo | null;
        returnAddress: string;
        test: boolean;
      })
    | null;
  locale: string;
  /** The catalogue's `status.*` texts in this language, by key without the prefix, and those about the seller. */
  messages: Record<string, Message>;
};
