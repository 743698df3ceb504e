import { expect, test } from 'vitest';
import { BLANK_ADDRESS } from '../form.ts';
import { formFrom } from './contact.ts';

const FORM = { variantId: '1', quantity: 2, email: 'typed@shopper.example', address: BLANK_ADDRESS };
const PLACE = { line1: 'Torstraße 1', line2: null, city: 'Berlin', state: '', postal_code: '10119', country: 'de' };

test('takes e-mail and address, and keeps what was chosen', () => {
  const billingDetails = { name: 'Ada', email: 'ada@wallet.example', address: PLACE };
  const form = formFrom(FORM, { billingDetails, shippingAddress: { name: 'Ada Lovelace', address: PLACE } });
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
    },
  });
});

test('leaves empty what a wallet does not say, so that the form asks for it', () => {
  expect(formFrom(FORM, {})).toEqual({ ...FORM, email: '' });
});
