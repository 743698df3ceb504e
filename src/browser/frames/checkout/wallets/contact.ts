import type { BillingDetails, ShippingAddress } from '@stripe/stripe-js';
import type { CheckoutOffer } from '../../../../protocol/wire/checkout-document.ts';
import { BLANK_ADDRESS, countryOf, type ShippingForm } from '../form.ts';
import { splitName } from '../name.ts';

/** What a wallet says of its shopper. */
export type WalletContact = {
  billingDetails?: BillingDetails | undefined;
  shippingAddress?: ShippingAddress | undefined;
};

/**
 * Returns the form with the wallet's contact and address. What the country's rules refuse is found where the form's own entries are checked.
 */
export function formFrom(
  form: ShippingForm,
  { billingDetails, shippingAddress }: WalletContact,
  offer: Pick<CheckoutOffer, 'countries'>,
): ShippingForm {
  const { name = '', address } = shippingAddress ?? {};
  const { firstName, lastName } = splitName(name);
  const country = (address?.country ?? '').toUpperCase();
  const needsPhone = countryOf(offer, country)?.address.needsPhone;
  return {
    ...form,
    email: billingDetails?.email ?? '',
    address: {
      ...BLANK_ADDRESS,
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
      city: address?.city ?? '',
      region: address?.state ?? '',
      postalCode: address?.postal_code ?? '',
      country,
      // A wallet is asked before the country is known. Where no carrier needs the number, it is not kept.
      phoneNumber: (needsPhone && billingDetails?.phone) || '',
    },
  };
}
