import type { AddressRules } from './address.ts';
import type { Message } from './message-format.ts';

/** What the server puts into the checkout frame's document as JSON. Money is integer minor units of `currency`. */
export type CheckoutDocument = {
  /** null: nothing can be ordered (unknown key or product, no open waitlist); the frame says so. */
  offer: CheckoutOffer | null;
  /** The error code (docs/errors.md) of what nobody knows: the key or the product. */
  unknown?: 'invalid_api_key' | 'product_not_found';
  locale: string;
  /** A page of its own instead of a frame: for pages that are isolated, where no provider's script may run. */
  standalone: boolean;
  /** The catalogue's `checkout.*` texts of this language, keys without the prefix. */
  messages: Record<string, Message>;
};

export type CheckoutOffer = {
  key: string;
  store: {
    name: string;
    legalName: string;
    legalAddress: string;
    contactEmail: string;
    termsUrl: string;
    privacyUrl: string;
    test: boolean;
  };
  currency: string;
  currencyDigits: number;
  pricesIncludeTax: boolean;
  holdMinutes: number;
  /** Who takes the money; 'test' moves none. */
  provider: string;
  /** The provider's own card form; null: the test provider's, which is ours. */
  script: ProviderScript | null;
  waitlistId: string;
  /** When the shopper pays: 'now', or in whose words that is told before the amounts are known. */
  plan: { kind: 'pay_now' | 'pay_later' | 'deposit'; text: string };
  /** Whether there are codes that could make it cheaper. */
  takesDiscounts: boolean;
  description: string;
  limitPerCustomer: number | null;
  product: { id: string; title: string; image: string | null };
  variants: CheckoutVariant[];
  /** Countries the store ships to, named in the reader's language and sorted so. */
  countries: CheckoutCountry[];
};

/** What a provider's card form is loaded and opened with. */
export type ProviderScript = {
  src: string;
  /** Its publishable key: it is for browsers. */
  key: string;
  /** Its amounts are ours times this. */
  amountScale: number;
};

export type CheckoutVariant = {
  id: string;
  title: string;
  image: string | null;
  price: number;
  left: number;
  /** "10–15 June 2026" */
  ships: string;
};

export type CheckoutCountry = {
  code: string;
  name: string;
  shipping: number;
  taxMillionths: number;
  /** Of regions with a rate of their own, by their code. */
  regionTax?: Record<string, number>;
  /** Without the names of its regions, which the frame asks for when the country is chosen (`/frames/1/api/regions`). */
  address: AddressRules;
  listsRegions: boolean;
};
