import { describe, expect, test } from 'vitest';
import type { AddressRules } from '../../../protocol/wire/address.ts';
import type { CheckoutOffer } from '../../../protocol/wire/checkout-document.ts';
import {
  BLANK_ADDRESS,
  fieldOfParam,
  likelyCountry,
  prefill,
  quantityMax,
  shippingErrors,
  unservedCountry,
} from './form.ts';

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
    withdrawalUrl: null,
    test: true,
    country: null,
    logo: null,
  },
  currency: 'EUR',
  currencyDigits: 2,
  pricesIncludeTax: true,
  holdMinutes: 10,
  provider: 'test',
  script: null,
  wallets: null,
  plan: { kind: 'pay_now', text: '' },
  takesDiscounts: false,
  waitlistId: 'w',
  description: '',
  limitPerCustomer: null,
  product: { id: '1', title: 'Jacket', image: null },
  before: { notice: null, label: null, instructions: null },
  variants: [variant],
  countries: [
    { code: 'DE', name: 'Germany', shipping: 490, taxMillionths: 190_000, listsRegions: false, address: germany },
    { code: 'US', name: 'United States', shipping: 1990, taxMillionths: 0, listsRegions: true, address: america },
  ],
};

const form = { variantId: '11', quantity: 1, email: '', address: { ...BLANK_ADDRESS, country: 'DE' } };
const t = (key: string, values?: object) => (values ? `${key} ${Object.values(values).join(' ')}` : key);

describe('the errors of the form', () => {
  test('are in the order of the form, and only for fields that are shown', () => {
    expect(Object.keys(shippingErrors(form, offer, t))).toEqual(['email', 'lastName', 'line1', 'postalCode', 'city']);
    expect(shippingErrors({ ...form, address: BLANK_ADDRESS }, offer, t)).toEqual({
      email: 'error.email_missing',
      country: 'error.country',
    });
    expect(shippingErrors({ ...form, variantId: '' }, offer, t)).toHaveProperty('variantId');
  });

  test('name the country’s word and example for a postcode', () => {
    const address = { ...form.address, postalCode: '123' };
    expect(shippingErrors({ ...form, address }, offer, t).postalCode).toBe(
      'error.postal_code Postcode Germany 10115 error.other_country',
    );
  });

  test('are empty for a valid form', () => {
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
    'refuse the e-mail address %s',
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

  test('fills every field that the shopper has not touched', () => {
    expect(filled([])).toMatchObject({ email: 'ada@example.com', address: { country: 'US', city: 'Berkeley' } });
  });

  test('keeps what the shopper wrote, also a field that they emptied', () => {
    const home = { ...data, address: { ...data.address, country: 'de' } };
    expect(filled(['email', 'line1'], home)).toMatchObject({ email: '', address: { line1: '', city: 'Berkeley' } });
  });

  test('does not change the country of an address that the shopper has begun', () => {
    const { email, address } = filled(['line1']);
    expect(email).toBe('ada@example.com');
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });

  test('fills no address of another country than the chosen one', () => {
    const { address } = filled(['country']);
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });

  test('names the page’s country that the store does not ship to', () => {
    const name = (country: string) => unservedCountry({ address: { country } }, offer, 'de');
    expect(['FR', ' fr ', 'DE', 'us', 'France', '', '1'].map(name)).toEqual([
      'Frankreich',
      'Frankreich',
      '',
      '',
      '',
      '',
      '',
    ]);
  });

  test('fills no address in a country that the store does not ship to', () => {
    const { address } = filled([], { address: { ...data.address, country: 'FR' } });
    expect(address).toEqual({ ...BLANK_ADDRESS, country: 'DE', firstName: 'Ada', lastName: 'Lovelace' });
  });
});

describe('the initial country', () => {
  test('is the first of the browser’s languages that the store ships to', () => {
    expect(likelyCountry(offer, ['de-AT', 'en-US', 'de'])).toBe('US');
    expect(likelyCountry(offer, ['zh-Hant-TW', 'fr'])).toBe('');
    expect(likelyCountry(offer, ['zh-Hant-US', 'fr'])).toBe('US');
  });

  test('is the store’s own if no language names one, but only where the store ships', () => {
    const at = (country: string) => ({ ...offer, store: { ...offer.store, country } });
    expect(likelyCountry(at('US'), ['ar', 'de'])).toBe('US');
    expect(likelyCountry(at('US'), ['ar', 'de-DE'])).toBe('DE');
    expect(likelyCountry(at('FI'), ['ar'])).toBe('');
  });

  test('is the only one there is', () => {
    expect(likelyCountry({ ...offer, countries: offer.countries.slice(0, 1) }, ['en-US'])).toBe('DE');
  });
});

test('the maximal quantity is limited by the units left, the customer’s limit and the size of a pre-order', () => {
  expect(quantityMax(offer, variant)).toBe(3);
  expect(quantityMax({ ...offer, limitPerCustomer: 2 }, variant)).toBe(2);
  expect(quantityMax(offer, { ...variant, left: 700 })).toBe(50);
  expect(quantityMax(offer, { ...variant, left: 0 })).toBe(1);
});

test('maps a refusal’s parameter to its field', () => {
  expect(fieldOfParam('address.postalCode')).toBe('postalCode');
  expect(fieldOfParam('email')).toBe('email');
  expect(fieldOfParam('Idempotency-Key')).toBe('');
});
