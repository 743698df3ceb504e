import type { Message } from './message-format.ts';

/** What the server puts into the checkout frame's document as JSON. Money is integer minor units of `currency`. */
export type CheckoutDocument = {
  /** null: nothing can be ordered (unknown key or product, no open waitlist); the frame says so. */
  offer: CheckoutOffer | null;
  locale: string;
  /** 'ltr' | 'rtl' */
  direction: string;
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
  /** Only 'test' so far; names the script that turns what the shopper enters into a token. */
  provider: string;
  waitlistId: string;
  description: string;
  limitPerCustomer: number | null;
  product: { id: string; title: string; image: string | null; optionNames: string[] };
  variants: CheckoutVariant[];
  /** Countries the store ships to, named in the reader's language and sorted so. */
  countries: CheckoutCountry[];
};

export type CheckoutVariant = {
  id: string;
  sku: string;
  title: string;
  image: string | null;
  price: number;
  compareAt: number | null;
  left: number;
  /** "10–15 June 2026" */
  ships: string;
};

export type CheckoutCountry = {
  code: string;
  name: string;
  shipping: number;
  taxBasisPoints: number;
  address: AddressRules;
};

export type AddressFieldName = 'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'region' | 'postalCode';

/** How a country writes its addresses: which fields, in which order and rows, what they are called, what a postcode looks like. */
export type AddressRules = {
  rows: AddressFieldName[][];
  required: AddressFieldName[];
  /** Message keys (without prefix) that differ by country: postcode, ZIP, prefecture, state, suburb, … */
  labels: Partial<Record<AddressFieldName, string>>;
  /** Regular expression a postcode must match as a whole, case-insensitively; null: any or none. */
  postalCodePattern: string | null;
  postalCodeExample: string | null;
  /** Known regions, where the country's addresses need one; null: free text. */
  regions: { code: string; name: string }[] | null;
};
