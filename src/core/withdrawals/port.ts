import type { MailMessage } from '../../integrations/mail/port.ts';
import type { Database } from '../../platform/db.ts';
import type { Store } from '../stores/queries.ts';
import type { Withdrawal } from './queries.ts';

/** What a receipt is written from. */
export type ReceiptFacts = {
  store: Store;
  withdrawal: Withdrawal;
  /** The link that undoes the declaration, and by when; null where no pre-order was found, or it is another address. */
  undo: { url: string; by: Date } | null;
};

/** Writes the receipt of a declaration. */
export type WriteReceipt = (
  deps: { db: Database; mailFrom: string },
  facts: ReceiptFacts,
) => Promise<Omit<MailMessage, 'messageId' | 'to'>>;
