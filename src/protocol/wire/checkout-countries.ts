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
  /** A digit each, as `listsRegions`; left out if no country's carrier needs a phone number. */
  needsPhone?: string;
  /** The position in `forms`, a sign each: '0' for the first. */
  form: string;
  /** Empty for none, as `postalCodeExample`. */
  postalCodePattern: string;
  postalCodeExample: string;
  /** What `formText` returns of each form. */
  forms: string[];
};

/** A country as the server sends it. */
export type NamelessCountry = Omit<CheckoutCountry, 'name'>;

/** An offer as the server makes it. */
export type MadeOffer = Omit<CheckoutOffer, 'countries'> & { countries: NamelessCountry[] };

type AddressForm = Pick<CheckoutCountry['address'], 'rows' | 'required' | 'labels'>;

// A form names a field by its position here.
const FIELDS = ['firstName', 'lastName', 'line1', 'line2', 'city', 'region', 'postalCode'] as const;
const LABELS = 'address.';

/** Returns a form as a text: its rows, then the fields that it requires, then the labels of all fields. */
function formText({ rows, required, labels }: AddressForm): string {
  const placesOf = (fields: AddressForm['required']) => fields.map((field) => FIELDS.indexOf(field)).join('');
  const names = FIELDS.map((field) => labels[field].slice(LABELS.length));
  return [rows.map(placesOf).join(' '), placesOf(required), ...names].join(BETWEEN);
}

function formOf(text: string): AddressForm {
  const [rows = '', required = '', ...names] = text.split(BETWEEN);
  const fieldsOf = (places: string) => [...places].map((place) => FIELDS[+place as 0]);
  return {
    rows: rows.split(' ').map(fieldsOf),
    required: fieldsOf(required),
    labels: Object.fromEntries(FIELDS.map((field, index) => [field, LABELS + names[index]])) as AddressForm['labels'],
  };
}

const FIRST_SIGN = 48; // '0'

// Joined texts are smaller than lists. No value has these characters; patterns have `|` inside.
const BETWEEN = '|';
const BETWEEN_PATTERNS = '~';
const CODE_LETTERS = 2;

export function toColumns(countries: readonly NamelessCountry[]): CountryColumns {
  const texts = countries.map(({ address }) => formText(address));
  const forms = [...new Set(texts)];
  return {
    code: countries.map(({ code }) => code).join(''),
    shipping: countries.map(({ shipping }) => shipping),
    taxMillionths: countries.map(({ taxMillionths }) => taxMillionths),
    regionTax: countries.map(({ regionTax }) => regionTax ?? null),
    listsRegions: countries.map(({ listsRegions }) => Number(listsRegions)).join(''),
    ...(countries.some(({ address }) => address.needsPhone) && {
      needsPhone: countries.map(({ address }) => Number(address.needsPhone === true)).join(''),
    }),
    form: texts.map((text) => String.fromCharCode(FIRST_SIGN + forms.indexOf(text))).join(''),
    postalCodePattern: countries.map(({ address }) => address.postalCodePattern ?? '').join(BETWEEN_PATTERNS),
    postalCodeExample: countries.map(({ address }) => address.postalCodeExample ?? '').join(BETWEEN),
    forms,
  };
}

/** Returns the countries with their names in `locale`, in the order of the names. The frame asks for the regions of the chosen one. */
export function fromColumns(columns: CountryColumns, locale: string): CheckoutCountry[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const patterns = columns.postalCodePattern.split(BETWEEN_PATTERNS);
  const examples = columns.postalCodeExample.split(BETWEEN);
  const countries = [...columns.form].map((sign, index) => {
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
        ...formOf(columns.forms[sign.charCodeAt(0) - FIRST_SIGN] ?? ''),
        postalCodePattern: patterns[index] || null,
        postalCodeExample: examples[index] || null,
        regions: null,
        ...(columns.needsPhone?.[index] === '1' && { needsPhone: true }),
      },
    };
  });
  return countries.sort((a, b) => a.name.localeCompare(b.name, locale));
}
