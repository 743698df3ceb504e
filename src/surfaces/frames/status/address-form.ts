import { addressRules, countryName } from '../../../core/checkouts/address-rules.ts';
import type { PreorderAddress } from '../../../core/preorders/queries.ts';
import { type MessageKey, translate } from '../../../messages/catalogue.ts';
import type { AddressForm } from '../../../protocol/schema/status-api.ts';
import { type AddressFieldName, type AddressRules, type Region, rowsOf } from '../../../protocol/wire/address.ts';

const BLANK = {
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

const PROBLEMS = ['required', 'postal_code', 'region', 'too_long', 'characters'] as const;

/** Returns the form for a delivery address, with its country's fields, order and labels. */
export function addressForm(given: PreorderAddress, locale: string): AddressForm {
  const address = { ...BLANK, ...given };
  const rules = addressRules(address.country, locale);
  const country = address.country === '' ? '' : countryName(address.country, locale);
  const rows = rules ? rowsOf(address, rules) : [];
  const labels = Object.fromEntries(rows.flat().map((field) => [field, labelOf(rules, field, locale)]));
  return {
    address,
    country,
    labels: { ...labels, phoneNumber: translate(locale, 'checkout.phone') },
    rows,
    required: rules?.required ?? [],
    regions: rules?.regions ? regionsFor(address.region, rules.regions) : null,
    problems: problemsOf(labels, { locale, country, example: rules?.postalCodeExample ?? '' }),
  };
}

/** Returns the regions to choose from. One that is kept and not known is among them, so that saving does not lose it. */
function regionsFor(kept: string, regions: Region[]): Region[] {
  const listed = regions.map(({ code, name }) => ({ code, name }));
  return kept === '' || regions.some(({ code }) => code === kept) ? listed : [...listed, { code: kept, name: kept }];
}

function labelOf(rules: AddressRules | null, field: AddressFieldName, locale: string): string {
  return translate(locale, `checkout.${rules?.labels[field]}` as MessageKey);
}

/** Returns the error texts by field and code. They are the same as in the checkout. */
function problemsOf(
  labels: Record<string, string>,
  { locale, country, example }: { locale: string; country: string; example: string },
): Record<string, string> {
  const texts = Object.entries(labels).flatMap(([field, label]) =>
    PROBLEMS.map((code) => [
      `${field}.${code}`,
      translate(locale, `checkout.error.${code}`, { label, country, example }),
    ]),
  );
  const phone = translate(locale, 'checkout.error.too_long', { label: translate(locale, 'checkout.phone') });
  return Object.fromEntries([...texts, ['phoneNumber.too_long', phone]]);
}
