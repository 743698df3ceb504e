import {
  type AddressFieldName,
  type AddressParts,
  type AddressRules,
  addressProblems,
  tidyAddress,
} from '../../../protocol/wire/address.ts';
import type { CheckoutCountry, CheckoutOffer, CheckoutVariant } from '../../../protocol/wire/checkout-document.ts';
import type { CustomerData } from '../../../protocol/wire/customer-data.ts';
import { isEmail } from '../../../protocol/wire/email.ts';
import { tidyName } from './name.ts';
import type { Texts } from './texts.ts';

/** The form of the Shipping step. The names of these parts and of the address's parts are the field ids. */
export type ShippingForm = { variantId: string; quantity: number; email: string; address: AddressParts };

/** The error texts by field, in the order of the form. */
export type FieldErrors = Partial<Record<string, string>>;

const QUANTITY_MAX = 50; // line items of one pre-order

export const BLANK_ADDRESS: AddressParts = {
  firstName: '',
  lastName: '',
  line1: '',
  line2: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
  phoneNumber: '',
};

export function countryOf(offer: Pick<CheckoutOffer, 'countries'>, code: string): CheckoutCountry | undefined {
  return offer.countries.find((country) => country.code === code);
}

/** The most units that can be entered. At least 1, even if none is left: the service refuses that itself. */
export function quantityMax(offer: CheckoutOffer, variant: CheckoutVariant | undefined): number {
  return Math.max(1, Math.min(variant?.left ?? 1, offer.limitPerCustomer ?? QUANTITY_MAX, QUANTITY_MAX));
}

/**
 * Returns the only country, else the first one that the browser's languages name, else the store's own, else ''. Only
 * countries that the store ships to are proposed.
 */
export function likelyCountry({ countries, store }: CheckoutOffer, languages: readonly string[]): string {
  if (countries.length === 1) return countries[0]?.code ?? '';
  const regions = languages.map((language) => /-([A-Z]{2})\b/i.exec(language)?.[1]?.toUpperCase());
  return [...regions, store.country].find((region) => countries.some(({ code }) => code === region)) ?? '';
}

/** Returns the form as it is sent, with the address tidied by its country's rules. */
export function tidyForm(form: ShippingForm, offer: CheckoutOffer): ShippingForm {
  const rules = countryOf(offer, form.address.country)?.address;
  const address = { ...form.address, ...tidyName(form.address) };
  return { ...form, email: form.email.trim(), address: rules ? tidyAddress(address, rules) : address };
}

export function shippingErrors(form: ShippingForm, offer: CheckoutOffer, t: Texts): FieldErrors {
  const tidy = tidyForm(form, offer);
  const country = countryOf(offer, tidy.address.country);
  const errors: FieldErrors = {};
  if (!offer.variants.some(({ id }) => id === tidy.variantId)) errors.variantId = t('error.variant');
  if (!isEmail(tidy.email)) errors.email = t(tidy.email ? 'error.email' : 'error.email_missing');
  if (!country) return { ...errors, country: t('error.country') };
  for (const { field, code } of addressProblems(tidy.address, country.address)) {
    errors[field] ??= problemText({ field, code }, country, t);
  }
  return errors;
}

/** Returns the keys of the labels of the needed parts of the address that are empty, by field. */
export function missingLabels(form: ShippingForm, offer: CheckoutOffer): Partial<Record<string, string>> {
  const { address } = tidyForm(form, offer);
  const rules = countryOf(offer, address.country)?.address;
  const empty = rules?.required.filter((field) => address[field] === '') ?? [];
  return Object.fromEntries(empty.map((field) => [field, field === 'lastName' ? 'name' : rules?.labels[field]]));
}

/** Returns the id of the field that a refusal's `param` names, e.g. `address.postalCode`, or '' for no field. */
export function fieldOfParam(param: string): string {
  const name = param.replace(/^(body[./])?(address[./])?/, '');
  return [...Object.keys(BLANK_ADDRESS), 'variantId', 'quantity', 'email'].includes(name) ? name : '';
}

/** The fields of a place, apart from the country. */
const PLACE_FIELDS: readonly string[] = ['line1', 'line2', 'city', 'region', 'postalCode'];

/**
 * Fills the page's customer data into the fields that the shopper has not touched. It leaves out an address in a country
 * that the store does not ship to, or in another country than the one the shopper chose or has begun an address in.
 */
export function prefill(
  form: ShippingForm,
  data: CustomerData,
  { touched, offer }: { touched: ReadonlySet<string>; offer: CheckoutOffer },
): ShippingForm {
  const given = data.address ?? {};
  const address = { ...form.address };
  const country = countryOf(offer, (given.country ?? '').toUpperCase());
  const isWriting = PLACE_FIELDS.some((field) => touched.has(field));
  if (country && !touched.has('country') && !isWriting) address.country = country.code;
  const samePlace = given.country === undefined || (country !== undefined && address.country === country.code);
  for (const field of Object.keys(BLANK_ADDRESS) as (keyof AddressParts)[]) {
    const value = given[field];
    const fits = samePlace || !PLACE_FIELDS.includes(field);
    if (field !== 'country' && value && !touched.has(field) && fits) address[field] = value;
  }
  return { ...form, email: data.email && !touched.has('email') ? data.email : form.email, address };
}

/** Returns the name of the country that the page gives if the store does not ship there; else ''. */
export function unservedCountry({ address }: CustomerData, offer: CheckoutOffer, locale: string): string {
  const code = (address?.country ?? '').trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code) || countryOf(offer, code)) return '';
  return new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code;
}

function problemText(
  { field, code }: { field: AddressFieldName | 'country' | 'phoneNumber'; code: string },
  country: CheckoutCountry,
  t: Texts,
): string {
  const label = labelOf(field, country.address, t);
  const example = country.address.postalCodeExample;
  if (code === 'postal_code' && example) {
    return `${t('error.postal_code', { label, country: country.name, example })} ${t('error.other_country')}`;
  }
  return t(`error.${code}`, { label, country: country.name });
}

function labelOf(field: string, rules: AddressRules, t: Texts): string {
  // Without a last name there is no name at all.
  const key = field === 'lastName' ? 'name' : rules.labels[field as AddressFieldName];
  return key ? t(key) : t(field === 'phoneNumber' ? 'phone' : 'country');
}
