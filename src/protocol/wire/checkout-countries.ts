import type { CheckoutCountry, CheckoutDocument, CheckoutOffer } from './checkout-document.ts';

/** A `CheckoutDocument` as it stands in the frame's document, as JSON. */
export type SentCheckoutDocument = Omit<CheckoutDocument, 'offer'> & {
  offer: (Omit<CheckoutOffer, 'countries'> & { countries: CountryColumns }) | null;
};

/**
 * Countries as columns: all codes, then all names, and so on. A store may ship to 240 countries, and equal kinds of values
 * beside each other make the compressed document about 1 kB smaller.
 */
export type CountryColumns = {
  [Key in keyof FlatCountry]: FlatCountry[Key][];
};

// Regions are left out: the frame asks for those of the chosen country.
type FlatCountry = Omit<CheckoutCountry, 'address' | 'regionTax'> &
  Omit<CheckoutCountry['address'], 'regions'> & { regionTax: CheckoutCountry['regionTax'] | null };

export function toColumns(countries: readonly CheckoutCountry[]): CountryColumns {
  return {
    code: countries.map(({ code }) => code),
    name: countries.map(({ name }) => name),
    shipping: countries.map(({ shipping }) => shipping),
    taxMillionths: countries.map(({ taxMillionths }) => taxMillionths),
    regionTax: countries.map(({ regionTax }) => regionTax ?? null),
    listsRegions: countries.map(({ listsRegions }) => listsRegions),
    rows: countries.map(({ address }) => address.rows),
    required: countries.map(({ address }) => address.required),
    labels: countries.map(({ address }) => address.labels),
    postalCodePattern: countries.map(({ address }) => address.postalCodePattern),
    postalCodeExample: countries.map(({ address }) => address.postalCodeExample),
  };
}

export function fromColumns(columns: CountryColumns): CheckoutCountry[] {
  return columns.code.map((_, index) => {
    const at = (key: string) => columns[key as keyof CountryColumns][index];
    const flat = Object.fromEntries(Object.keys(columns).map((key) => [key, at(key)])) as FlatCountry;
    const { rows, required, labels, postalCodePattern, postalCodeExample, regionTax, ...country } = flat;
    return {
      ...country,
      ...(regionTax && { regionTax }),
      address: { rows, required, labels, postalCodePattern, postalCodeExample, regions: null },
    };
  });
}
