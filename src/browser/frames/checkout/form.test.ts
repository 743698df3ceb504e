import { describe, expect, test } from 'vitest';
import type { AddressRules } from '../../../protocol/wire/address.ts';
import type { CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import { BLANK_ADDRESS, fieldOfParam, likelyCountry, prefill, quantityMax, shippingErrors } from './form.ts';

const labels: AddressRules['labels'] = {
  firstName: 'First name',
  lastName: 'Last name',
  line1: 'Street',
  line2: 'Apartment',
  city: 'City',
  region: 'State',
  postalCode: 'Postcode',
};

const germany: AddressRules = {
  rows: [['firstName', 'lastName'], ['line1'], ['line2'], ['postalCode', 'city']],
  required: ['lastName', 'line1', 'city', 'postalCode'],
  labels,
  postalCodePattern: '\\d{5}',
  postalCodeExample: '10115',
  regions: null,
};

const america: AddressRules = {
  ...germany,
  rows: [['firstName', 'lastName'], ['line1'], ['line2'], ['city', 'region', 'postalCode']],
  required: [...germany.required, 'region'],
  regions: [{ code: 'CA', name: 'California' }],
};

const variant = { id: '11', title: 'M', image: null, price: 12_900, left: 3, ships: '' };

const offer: CheckoutOffer = {
  key: 'key',
  store: {
    name: 'Fjord',
    legalName: '',
    legalAddress: '',
    contactEmail: '',
    termsUrl: '',
    privacyUrl: '',
    test: true,
  },
  currency: 'EUR',
  currencyDigits: 2,
  pricesIncludeTax: true,
  holdMinutes: 10,
  provider: 'test',
  script: null,
  plan: { kind: 'pay_now', text: '' },
  takesDiscounts: false,
  waitlistId: 'w',
  description: '',
  limitPerCustomer: null,
  product: { id: '1', title: 'Jacket', image: null },
  variants: [variant],
  countries: [
    { code: 'DE', name: 'Germany', shipping: 490, taxMillionths: 190_000, listsRegions: false, address: germany },
    { code: 'US', name: 'United States', shipping: 1990, taxMillionths: 0, listsRegions: true, address: america },
  ],
};

const form = { variantId: '11', quantity: 1, email: '', address: { ...BLANK_ADDRESS, country: 'DE' } };
const t = (key: string, values?: object) => (values ? `${key} ${Object.values(values).join(' ')}` : key);

describe('what is wrong with the form', () => {
  test('is said in its order, and only of what is shown', () => {
    expect(Object.keys(shippingErrors(form, offer, t))).toEqual(['email', 'lastName', 'line1', 'postalCode', 'city']);
    expect(shippingErrors({ ...form, address: BLANK_ADDRESS }, offer, t)).toEqual({
      email: 'error.email_missing',
      country: 'error.country',
    });
    expect(shippingErrors({ ...form, variantId: '' }, offer, t)).toHaveProperty('variantId');
  });

  test('names the postcode of the country', () => {
    const address = { ...form.address, postalCode: '123' };
    expect(shippingErrors({ ...form, address }, offer, t).postalCode).toBe('error.postal_code Postcode Germany 10115');
  });

  test('is nothing when it can be sent', () => {
    const address = {
      ...form.address,
      lastName: ' Lovelace ',
      line1: 'Torstraße 1',
      postalCode: 'D-10119',
      city: 'Berlin',
    };
    expect(shippingErrors({ ...form, email: ' ada@example.com ', address }, offer, t)).toEqual({});
  });

  test.each(['ada', 'ada@', 'ada@example', '@example.com', 'a b@example.com', 'ada@example.com, eve@example.com'])(
    'is that %s is no e-mail address',
    (email) => expect(shippingErrors({ ...form, email }, offer, t).email).toBe('error.email'),
  );
});

describe('prefilling', () => {
  const data = {
    email: 'ada@example.com',
    consentedToMarketing: true,
    address: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      line1: 'Main St 1',
      city: 'Berkeley',
      region: 'CA',
      country: 'us',
    },
  };
  const filled = (touched: string[], given: typeof data | { address: object } = data) =>
    prefill(form, given, { touched: new Set(touched), offer });

  test('fills everything that nobody has touched', () => {
    expect(filled([])).toMatchObject({ email: 'ada@example.com', address: { country: 'US', city: 'Berkeley' } });
  });

  test('leaves alone what the shopper wrote, also when that is nothing', () => {
    const home = { ...data, address: { ...data.address, country: 'de' } };
    expect(filled(['email', 'line1'], home)).toMatchObject({ email: '', address: { line1: '', city: 'Berkeley' } });
  });

  test('takes no other country from under an address that is being written', () => {
    const { email, address } = filled(['line1']);
    expect(email).toBe('ada@example.com');
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });

  test('takes no address in another country than the chosen one', () => {
    const { address } = filled(['country']);
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });

  test('takes no address in a country that is not shipped to', () => {
    const { address } = filled([], { address: { ...data.address, country: 'FR' } });
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });
});

describe('the country at first', () => {
  test('is the one of the browser’s languages that is shipped to', () => {
    expect(likelyCountry(offer.countries, ['de-AT', 'en-US', 'de'])).toBe('US');
    expect(likelyCountry(offer.countries, ['zh-Hant-TW', 'fr'])).toBe('');
  });

  test('is the only one there is', () => {
    expect(likelyCountry(offer.countries.slice(0, 1), ['en-US'])).toBe('DE');
  });
});

test('nobody can ask for more than is left, than a customer may have, or than fits one pre-order', () => {
  expect(quantityMax(offer, variant)).toBe(3);
  expect(quantityMax({ ...offer, limitPerCustomer: 2 }, variant)).toBe(2);
  expect(quantityMax(offer, { ...variant, left: 700 })).toBe(50);
  expect(quantityMax(offer, { ...variant, left: 0 })).toBe(1);
});

test('a refusal finds its field', () => {
  expect(fieldOfParam('address.postalCode')).toBe('postalCode');
  expect(fieldOfParam('email')).toBe('email');
  expect(fieldOfParam('Idempotency-Key')).toBe('');
});
