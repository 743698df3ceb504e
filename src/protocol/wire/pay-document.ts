import type { ProviderScript } from './checkout-document.ts';
import type { Message } from './message-format.ts';

/** The data in the document of a mailed link's page that takes a payment or changes the card. */
export type PayDocument = {
  locale: string;
  /** The payment provider whose card form is shown. */
  provider: string;
  /** The script of the provider's card form; null for the test provider, whose form is ours. */
  script: ProviderScript | null;
  /** `save` changes the card, and the page itself takes no money. */
  kind: 'pay' | 'save';
  store: string;
  /** The amount on the button, in minor units. The page sends it back, so that no other amount is taken. */
  amount: number;
  amountText: string;
  currency: string;
  /** The card is kept and charged later, while the shopper is away. */
  keepsCard: boolean;
  messages: Record<string, Message>;
};
