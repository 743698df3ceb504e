import type { ProviderScript } from './checkout-document.ts';
import type { Message } from './message-format.ts';

/** What the page of a link that pays, or changes the card, finds in its document. */
export type PayDocument = {
  locale: string;
  /** Whose card form it is. */
  provider: string;
  /** The provider's own card form; null: the test provider's, which is ours. */
  script: ProviderScript | null;
  /** `save`: another card, for which nothing is taken by this page itself. */
  kind: 'pay' | 'save';
  store: string;
  /** In minor units, as it stands on the button: what is sent back, so that nothing else is taken. */
  amount: number;
  amountText: string;
  currency: string;
  /** Whether the card is charged again, when the shopper is away. */
  keepsCard: boolean;
  messages: Record<string, Message>;
};
