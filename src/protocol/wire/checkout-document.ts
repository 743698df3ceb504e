import type { AddressRules } from './address.ts';
import type { BeforeContract } from './before-contract.ts';
import type { Message } from './message-format.ts';
import type { SafetyView } from './product-safety.ts';
import type { Seller } from './seller.ts';
import type { StoreLogo } from './store-logo.ts';

/** The data of the checkout frame, which is sent as `SentCheckoutDocument`. Money is integer minor units of `currency`. */
export type CheckoutDocument = {
  /** Null when nothing can be ordered: unknown key or product, or no open waitlist. The frame says so. */
  offer: CheckoutOffer | null;
  /** The error code (docs/errors.md) for an unknown key or an unknown product. */
  unknown?: 'invalid_api_key' | 'product_not_found';
  locale: string;
  /** The checkout is a page of its own instead of a frame, since a provider's script cannot run in an isolated page. */
  standalone: boolean;
  /** The catalogue's `checkout.*` texts in this language, by key without the prefix. */
  messages: Record<string, Message>;
};

export type CheckoutOffer = {
  key: string;
  store: Seller & {
    name: string;
    test: boolean;
    /** ISO 3166-1, where the store is; null if it has not said so. */
    country: string | null;
    logo: StoreLogo | null;
  };
  currency: string;
  currencyDigits: number;
  pricesIncludeTax: boolean;
  holdMinutes: number;
  /** The payment provider; 'test' moves no money. */
  provider: string;
  /** The script of the provider's card form; null for the test provider, whose form is ours. */
  script: ProviderScript | null;
  /** The script of the wallets, with the hash of its text; null where the provider has none. */
  wallets: { src: string; integrity: string } | null;
  waitlistId: string;
  /** The payment plan, and the text that explains it before the amounts are known. */
  plan: { kind: 'pay_now' | 'pay_later' | 'deposit'; text: string };
  /** The store has discount codes that could apply to this waitlist. */
  takesDiscounts: boolean;
  description: string;
  limitPerCustomer: number | null;
  product: { id: string; title: string; image: string | null };
  before: BeforeContract;
  variants: CheckoutVariant[];
  /** Absent where nothing is known. */
  safety?: SafetyView;
  /** The countries to which the store ships, named and sorted in the reader's language. */
  countries: CheckoutCountry[];
};

/** What is needed to load and open a provider's card form. */
export type ProviderScript = {
  src: string;
  /** The publishable key, which browsers may see. */
  key: string;
  /** The factor from our minor units to the provider's amounts. */
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
  /** What the shopper agrees to before a wallet opens; absent where there are no wallets. */
  walletConsent?: string;
};

export type CheckoutCountry = {
  code: string;
  name: string;
  shipping: number;
  taxMillionths: number;
  /** The tax rates of regions with a rate of their own, by the region's code. */
  regionTax?: Record<string, number>;
  /** The address rules without regions: the frame asks for those when the country is chosen (`/frames/1/api/regions`). */
  address: AddressRules;
  listsRegions: boolean;
};
