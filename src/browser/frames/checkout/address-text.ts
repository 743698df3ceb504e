import type { AddressParts } from '../../../protocol/wire/address.ts';
import type { CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import { countryOf } from './form.ts';

/** Returns the lines of an address in its country's order, with the country's name last. */
export function addressText(address: AddressParts, offer: CheckoutOffer): string[] {
  const country = countryOf(offer, address.country);
  const rules = country?.address;
  const region = rules?.regions?.find(({ code }) => code === address.region)?.name ?? address.region;
  const rows = rules?.rows ?? [['firstName', 'lastName'] as const, ['line1'] as const, ['city', 'postalCode'] as const];
  const lines = rows.map((row) =>
    row
      .map((field) => (field === 'region' ? region : address[field]))
      .filter(Boolean)
      .join(' '),
  );
  return [...lines, country?.name ?? address.country].filter(Boolean);
}
