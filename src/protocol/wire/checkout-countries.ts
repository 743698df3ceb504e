import type { CheckoutCountry, CheckoutDocument, CheckoutOffer } from './checkout-document.ts';

/** A `CheckoutDocument` as it stands in the frame's document, as JSON. */
export type SentCheckoutDocument = Omit<CheckoutDocument, 'offer'> & {
  offer: (Omit<CheckoutOffer, 'countries'> & { countries: CountryColumns }) | null;
};

/**
 * Countries as columns: all codes, then all prices, and so on. A store may ship to 240 countries, and equal kinds of values
 * beside each other compress better. Most countries share one of a few address forms, so each form is sent once. The browser knows
 * the names.
 */
export type CountryColumns = {
  /** Two letters each. */
  code: string;
  shipping: number[];
  taxMillionths: number[];
  regionTax: (CheckoutCountry['regionTax'] | null)[];
  /** A digit each: 1 for true. */
  listsRegions: string;
  /** Positions in `forms`. */
  form: number[];
  /** Empty for none, as `postalCodeExample`. */
  postalCodePattern: string;
  postalCodeExample: string;
  forms: AddressForm[];
};

/** A country as the server sends it. */
export type NamelessCountry = Omit<CheckoutCountry, 'name'>;

/** An offer as the server makes it. */
export type MadeOffer = Omit<CheckoutOffer, 'countries'> & { countries: NamelessCountry[] };

type AddressForm = Pick<CheckoutCountry['address'], 'rows' | 'required' | 'labels'>;

// Joined texts are smaller than lists. No value has these characters; patterns have `|` inside.
const BETWEEN = '|';
const BETWEEN_PATTERNS = '~';
const CODE_LETTERS = 2;

export function toColumns(countries: readonly NamelessCountry[]): CountryColumns {
  const texts = countries.map(({ address: { rows, required, labels } }) => JSON.stringify({ rows, required, labels }));
  const forms = [...new Set(texts)];
  return {
    code: countries.map(({ code }) => code).join(''),
    shipping: countries.map(({ shipping }) => shipping),
    taxMillionths: countries.map(({ taxMillionths }) => taxMillionths),
    regionTax: countries.map(({ regionTax }) => regionTax ?? null),
    listsRegions: countries.map(({ listsRegions }) => Number(listsRegions)).join(''),
    form: texts.map((text) => forms.indexOf(text)),
    postalCodePattern: countries.map(({ address }) => address.postalCodePattern ?? '').join(BETWEEN_PATTERNS),
    postalCodeExample: countries.map(({ address }) => address.postalCodeExample ?? '').join(BETWEEN),
    forms: forms.map((text) => JSON.parse(text)),
  };
}

/** Returns the countries with their names in `locale`, in the order of the names. The frame asks for the regions of the chosen one. */
export function fromColumns(columns: CountryColumns, locale: string): CheckoutCountry[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const patterns = columns.postalCodePattern.split(BETWEEN_PATTERNS);
  const examples = columns.postalCodeExample.split(BETWEEN);
  const countries = columns.form.map((form, index) => {
    const regionTax = columns.regionTax[index];
    const code = columns.code.slice(CODE_LETTERS * index, CODE_LETTERS * (index + 1));
    return {
      code,
      name: names.of(code) ?? code,
      shipping: columns.shipping[index] ?? 0,
      taxMillionths: columns.taxMillionths[index] ?? 0,
      ...(regionTax && { regionTax }),
      listsRegions: columns.listsRegions[index] === '1',
      address: {
        ...(columns.forms[form] as AddressForm),
        postalCodePattern: patterns[index] || null,
        postalCodeExample: examples[index] || null,
        regions: null,
      },
    };
  });
  return countries.sort((a, b) => a.name.localeCompare(b.name, locale));
}
