import { describe, expect, it } from 'vitest';
import { AppError } from './error.ts';
import { checkIdentity, checkSettings, type StoreSettings } from './store.ts';

const settings: StoreSettings = {
  name: 'Fjord Outdoor',
  legalName: 'Fjord Outdoor GmbH',
  legalAddress: 'Hafenstraße 1\r\n20457 Hamburg',
  returnAddress: 'Lager 4',
  contactEmail: ' hello@fjord.example ',
  contactPhone: ' +49 (40) 123-45/67 ',
  termsUrl: 'https://fjord.example/terms',
  privacyUrl: 'http://fjord.example/privacy',
  withdrawalUrl: null,
  withdrawalDays: null,
  withdrawalFor: 'law',
  withdrawalCountsFrom: 'order',
  lowestPrice: 'law',
  termsBox: 'law',
  returnCosts: 'shopper',
  timeZone: 'europe/berlin',
  country: 'DE',
  addressSearch: 'https://photon.fjord.example/api',
  phoneCountries: ['us', 'BR', ' US '],
  locale: 'DE-at',
  pricesIncludeTax: true,
  holdMinutes: 10,
  liveHoldsPerEmailMax: 3,
  liveHoldsPerAddressMax: 20,
  paymentDays: 7,
  withdrawalUndoHours: 24,
  keepCheckoutDays: 30,
  keepPreorderDays: null,
  refundLimit: null,
  askAfterDays: 7,
  answerDays: 14,
  silenceRule: 'cancel',
  secondFactorRequired: false,
  marketingBox: 'ask',
  marketingTexts: { sv: ' Ja, mejla mig ', DE: 'Ja, schreibt mir' },
  origins: ['https://fjord.example', 'http://localhost:4001', 'https://fjord.example'],
  shipping: [
    { country: 'FR', amount: 990 },
    { country: 'DE', amount: 0 },
  ],
  tax: [{ country: 'DE', region: '', millionths: 190_000 }],
};

const refusal = (work: () => unknown) => {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof AppError) return [error.code, error.info.param];
    throw error;
  }
};

describe('the settings of a store', () => {
  it('are returned in the form in which they are stored', () => {
    expect(checkSettings(settings)).toEqual({
      ...settings,
      phoneCountries: ['BR', 'US'],
      legalAddress: 'Hafenstraße 1\n20457 Hamburg',
      contactEmail: 'hello@fjord.example',
      contactPhone: '+49 (40) 123-45/67',
      timeZone: 'Europe/Berlin',
      locale: 'de-AT',
      marketingTexts: { de: 'Ja, schreibt mir', sv: 'Ja, mejla mig' },
      origins: ['http://localhost:4001', 'https://fjord.example'],
      shipping: [
        { country: 'DE', amount: 0 },
        { country: 'FR', amount: 990 },
      ],
    });
  });

  it.each<[Partial<StoreSettings>, string]>([
    [{ name: '  ' }, 'name'],
    [{ name: 'Fjord\nBcc: all@example.com' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ legalName: '\u2028' }, 'legal_name'],
    [{ legalAddress: '\x1b[2J' }, 'legal_address'],
    [{ legalAddress: '\ud800' }, 'legal_address'],
    [{ returnAddress: '' }, 'return_address'],
    [{ contactPhone: '' }, 'contact_phone'],
    [{ contactPhone: '1234' }, 'contact_phone'],
    [{ contactPhone: '1'.repeat(16) }, 'contact_phone'],
    [{ contactPhone: '040-CALL-ME-1' }, 'contact_phone'],
    [{ contactPhone: '+49 40\n123456' }, 'contact_phone'],
    [{ contactPhone: '<b>12345</b>' }, 'contact_phone'],
    [{ termsUrl: 'javascript:alert(1)' }, 'terms_url'],
    [{ termsUrl: '/terms' }, 'terms_url'],
    [{ privacyUrl: 'https://user:pass@fjord.example' }, 'privacy_url'],
    [{ privacyUrl: 'ftp://fjord.example' }, 'privacy_url'],
    [{ withdrawalUrl: 'fjord.example/withdrawal' }, 'withdrawal_url'],
    [{ withdrawalDays: 13 }, 'withdrawal_days'],
    [{ withdrawalDays: 366 }, 'withdrawal_days'],
    [{ withdrawalFor: 'nobody' as 'law' }, 'withdrawal_for'],
    [{ withdrawalCountsFrom: 'payment' as 'line' }, 'withdrawal_counts_from'],
    [{ returnCosts: 'nobody' as 'store' }, 'return_costs'],
    [{ marketingBox: 'on' as 'ask' }, 'marketing_box'],
    [{ marketingTexts: { de: ' ' } }, 'marketing_text'],
    [{ marketingTexts: { de: 'Ja\nNein' } }, 'marketing_text'],
    [{ marketingTexts: { de: 'x'.repeat(501) } }, 'marketing_text'],
    [{ marketingTexts: { 'de-AT': 'Ja' } }, 'marketing_text'],
    [{ timeZone: 'Mars/Olympus' }, 'time_zone'],
    [{ timeZone: '+02:00' }, 'time_zone'],
    [{ timeZone: '' }, 'time_zone'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'de' }, 'country'],
    [{ phoneCountries: ['BR', 'Brazil'] }, 'phone_countries'],
    [{ addressSearch: 'photon' }, 'address_search'],
    [{ addressSearch: 'ftp://photon.example' }, 'address_search'],
    [{ locale: 'no such language' }, 'locale'],
    [{ locale: '' }, 'locale'],
    [{ holdMinutes: 0 }, 'hold_minutes'],
    [{ holdMinutes: 61 }, 'hold_minutes'],
    [{ liveHoldsPerEmailMax: 0.5 }, 'live_holds_per_email_max'],
    [{ liveHoldsPerAddressMax: 0 }, 'live_holds_per_address_max'],
    [{ shipping: [{ country: 'UK', amount: 1 }] }, 'shipping'],
    [{ shipping: [{ country: 'de', amount: 1 }] }, 'shipping'],
    [{ shipping: [{ country: 'DE', amount: -1 }] }, 'shipping'],
    [
      {
        shipping: [
          { country: 'DE', amount: 1 },
          { country: 'DE', amount: 2 },
        ],
      },
      'shipping',
    ],
    [{ tax: [{ country: 'DE', millionths: 1_000_001 }] }, 'tax'],
    [{ tax: [{ country: 'DE', millionths: -1 }] }, 'tax'],
    [{ tax: [{ country: 'DE', millionths: 0.5 }] }, 'tax'],
    [{ tax: [{ country: 'US', region: 'C\nA', millionths: 1 }] }, 'tax'],
    [
      {
        tax: [
          { country: 'US', region: 'CA', millionths: 1 },
          { country: 'US', region: ' CA', millionths: 2 },
        ],
      },
      'tax',
    ],
    [{ tax: [{ country: 'EU', millionths: 1 }] }, 'tax'],
  ])('%j is refused', (wrong, param) => {
    expect(refusal(() => checkSettings({ ...settings, ...wrong }))).toEqual(['invalid_parameter', param]);
  });
});

describe('the identity of a store', () => {
  it.each([
    [{ slug: 'fjord' }, null],
    [{ slug: 'a' }, null],
    [{ slug: 'Fjord' }, 'slug'],
    [{ slug: '-fjord' }, 'slug'],
    [{ slug: 'fjord-' }, 'slug'],
    [{ slug: 'x'.repeat(64) }, 'slug'],
    [{ slug: '' }, 'slug'],
    [{ currency: 'JPY' }, null],
    [{ currency: 'eur' }, 'currency'],
    [{ currency: 'DEM' }, 'currency'],
    [{ currency: 'XDR' }, 'currency'],
    [{ currency: 'EURO' }, 'currency'],
    [{ mode: 'live' as const }, null],
    [{ mode: 'demo' as 'test' }, 'mode'],
  ])('%j', (given, param) => {
    const refused = refusal(() => checkIdentity({ slug: 'fjord', mode: 'test', currency: 'EUR', ...given }));
    expect(refused).toEqual(param === null ? null : ['invalid_parameter', param]);
  });
});

const checkOrigin = (origin: string) => checkSettings({ ...settings, origins: [origin] }).origins[0];

describe('an origin', () => {
  it.each([
    ['https://fjord.example', 'https://fjord.example'],
    [' HTTPS://Fjord.Example ', 'https://fjord.example'],
    ['http://localhost:4001', 'http://localhost:4001'],
    ['http://127.0.0.1:4001', 'http://127.0.0.1:4001'],
    ['http://[::1]:4001', 'http://[::1]:4001'],
  ])('%j is %s', (text, origin) => {
    expect(checkOrigin(text)).toBe(origin);
  });

  it.each([
    'https://fjord.example/',
    'https://fjord.example/shop',
    'https://fjord.example?x',
    'https://fjord.example#x',
    'https://fjord.example:443',
    'http://fjord.example:80',
    'https://u@fjord.example',
    'fjord.example',
    '*',
    'null',
    'https://*.fjord.example',
    'file:///etc/passwd',
    'ftp://fjord.example',
    'https://',
    '',
    'https://fjord.example, https://b',
  ])('%j is refused', (text) => {
    expect(refusal(() => checkOrigin(text))).toEqual(['invalid_parameter', 'origin']);
  });
});
