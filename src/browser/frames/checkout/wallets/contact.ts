import type { BillingDetails, ShippingAddress } from '@stripe/stripe-js';
import { BLANK_ADDRESS, type ShippingForm } from '../form.ts';

/** What a wallet says of its shopper. */
export type WalletContact = {
  billingDetails?: BillingDetails | undefined;
  shippingAddress?: ShippingAddress | undefined;
};

/**
 * Returns the form with the wallet's contact and address. A wallet has one name, so its last word becomes the last name, which is the
 * one that an address needs. What the country's rules refuse is found where the form's own entries are checked.
 */
export function formFrom(form: ShippingForm, { billingDetails, shippingAddress }: WalletContact): ShippingForm {
  const { name = '', address } = shippingAddress ?? {};
  const words = name.trim().split(/\s+/);
  const lastName = words.pop() ?? '';
  return {
    ...form,
    email: billingDetails?.email ?? '',
    address: {
      ...BLANK_ADDRESS,
      firstName: words.join(' '),
      lastName,
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      region: address?.state ?? '',
      postalCode: address?.postal_code ?? '',
      country: (address?.country ?? '').toUpperCase(),
    },
  };
}
