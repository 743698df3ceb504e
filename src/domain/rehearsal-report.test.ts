import { describe, expect, test } from 'vitest';
import { findingsOf, type RehearsalFacts } from './rehearsal-report.ts';

const variant = { sku: 'AUR-M', title: 'Medium', variantId: 'v', forSale: 100, sold: 100, soldOutAt: null, missed: 0 };

/** A launch of ten hours in which all went well. */
const WELL: RehearsalFacts = {
  currency: 'EUR',
  opensAt: '2030-06-01T10:00:00.000Z',
  endsAt: '2030-06-01T20:00:00.000Z',
  plan: 'pay_now',
  shoppers: 100,
  preorders: 100,
  units: 100,
  booked: 100,
  dueNow: 100,
  again: 0,
  series: [],
  variants: [variant],
  countries: [{ country: 'DE', shoppers: 100, preorders: 100, units: 100, refused: 0 }],
  quantities: [],
  batches: [],
  refusals: [],
  payments: { left: 0, paid: 100, declined: 0, challenged: 0, tooLate: 0 },
  refusal: null,
  taxCountries: ['DE'],
  shippingCountries: ['DE', 'AT'],
  waitlistCountries: null,
  holdMinutes: 10,
  limitPerCustomer: 2,
};
const findings = (changes: Partial<RehearsalFacts>) =>
  findingsOf({ ...WELL, ...changes }).map(({ code, place, shoppers }) => [code, place, shoppers]);
const refused = (code: string, shoppers: number): Partial<RehearsalFacts> => ({ refusals: [{ code, shoppers }] });

const nobodyOf = (country: string) => ({ country, shoppers: 7, preorders: 0, units: 0, refused: 7 });

describe('a rehearsal finds', () => {
  test('nothing where all went well, and where a few were refused of many', () => {
    expect(findings({})).toEqual([]);
    expect(findings(refused('limit_per_customer', 1))).toEqual([]);
    expect(findings({ payments: { ...WELL.payments, tooLate: 2 } })).toEqual([]);
    expect(findings({ variants: [{ ...variant, soldOutAt: '2030-06-01T11:30:00.000Z', missed: 9 }] })).toEqual([]);
  });

  test.each<[string, Partial<RehearsalFacts>, unknown[]]>([
    ['a date that is over', { refusal: { code: 'invalid_dates', message: 'x' } }, ['would_not_open', 'waitlist', 100]],
    ['no account', { refusal: { code: 'payment_not_configured', message: 'x' } }, ['would_not_open', 'payments', 100]],
    ['a close in between', refused('waitlist_not_open', 3), ['closes_in_launch', 'waitlist', 3]],
    ['a limit', refused('limit_per_customer', 2), ['limit_refuses_many', 'waitlist', 2]],
    ['short holds', { payments: { ...WELL.payments, tooLate: 3 } }, ['hold_too_short', 'rules', 3]],
    ['something new', refused('too_many_holds', 4), ['other_refusals', 'rules', 4]],
    [
      'too few units',
      { variants: [{ ...variant, soldOutAt: '2030-06-01T10:59:00.000Z', missed: 9 }], ...refused('sold_out', 5) },
      ['sold_out_early', 'waitlist', 5],
    ],
    [
      'a country without tax beside others that have one',
      { countries: [{ country: 'AT', shoppers: 9, preorders: 8, units: 8, refused: 1 }] },
      ['tax_missing', 'tax', 8],
    ],
  ])('%s', (_, changes, expected) => {
    expect(findings(changes)).toEqual([expected]);
  });

  test('whether a country has no rate, or is left out by the waitlist', () => {
    const facts = { ...refused('country_not_shipped', 14), countries: [nobodyOf('FR'), nobodyOf('AT')] };
    expect(findings({ ...facts, waitlistCountries: ['DE'] })).toEqual([
      ['country_not_shipped', 'shipping', 7],
      ['country_not_shipped', 'waitlist', 7],
    ]);
    expect(findings(facts), 'nobody of AT was refused for it').toEqual([['country_not_shipped', 'shipping', 7]]);
  });
});
