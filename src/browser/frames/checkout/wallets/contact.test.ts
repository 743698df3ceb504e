import { expect, test } from 'vitest';
import type { CheckoutOffer } from '../../../../protocol/wire/checkout-document.ts';
import { BLANK_ADDRESS } from '../form.ts';
import { formFrom } from './contact.ts';

const countryWith = (code: string, needsPhone: boolean) => ({ code, address: { needsPhone } });
const OFFER = { countries: [countryWith('DE', true), countryWith('FR', false)] } as CheckoutOffer;
const FORM = { variantId: '1', quantity: 2, email: 'typed@shopper.example', address: BLANK_ADDRESS };
const PLACE = { line1: 'Torstraße 1', line2: null, city: 'Berlin', state: '', postal_code: '10119', country: 'de' };

test('takes e-mail and address, and keeps what was chosen', () => {
  const billingDetails = { name: 'Ada', email: 'ada@wallet.example', phone: '+49 30 1', address: PLACE };
  const form = formFrom(FORM, { billingDetails, shippingAddress: { name: 'Ada Lovelace', address: PLACE } }, OFFER);
  expect(form).toEqual({
    variantId: '1',
    quantity: 2,
    email: 'ada@wallet.example',
    address: {
      ...BLANK_ADDRESS,
      firstName: 'Ada',
      lastName: 'Lovelace',
      line1: 'Torstraße 1',
      city: 'Berlin',
      postalCode: '10119',
      country: 'DE',
      phoneNumber: '+49 30 1',
    },
  });
});

test('leaves empty what a wallet does not say, so that the form asks for it', () => {
  expect(formFrom(FORM, {}, OFFER)).toEqual({ ...FORM, email: '' });
});

test('keeps no phone number where no carrier needs it', () => {
  const address = { ...PLACE, country: 'FR' };
  const billingDetails = { name: 'Ada', phone: '+33 1', address };
  const form = formFrom(FORM, { billingDetails, shippingAddress: { name: 'Ada', address } }, OFFER);
  expect(form.address).toMatchObject({ country: 'FR', phoneNumber: '' });
});
