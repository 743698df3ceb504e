import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../domain/country.ts';
import { en } from '../../messages/en.ts';
import type { AddressParts } from '../../protocol/wire/address.ts';
import { addressLines, addressRules, regionCode, validateAddress } from './address-rules.ts';

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

  test.each([
    ['US', 'CA', ['california', 'US-CA', 'Calif\u00f3rnia']],
    ['BR', 'SP', ['sao paulo', 'BR-SP']],
    ['JP', '13', ['Tokyo', 'JP-13', '東京都', '東京', 'Tōkyō-to', 'tokyo']],
    ['JP', '12', ['Chiba', 'Tiba', 'chiba prefecture']],
    ['CN', '11', ['CN-BJ', 'Beijing', '北京市', '北京']],
    ['CN', '45', ['Guangxi', '广西', '广西壮族自治区', 'CN-GX']],
    ['TW', 'TPE', ['Taipei', '臺北市', '台北', 'TW-TPE']],
    ['IE', 'CO', ['Cork', 'County Cork', 'Co Cork', 'IE-CO']],
    ['AE', 'DU', ['Dubai', 'دبي', 'Emirate of Dubai', 'AE-DU', 'Dubayy']],
    ['ID', 'JK', ['DKI Jakarta', 'Jakarta', 'ID-JK']],
    ['ES', 'VI', ['Araba', 'Álava', 'ES-VI']],
    ['IN', 'TG', ['Telangana', 'तेलंगाना', 'IN-TS']],
    ['CN', '15', ['Inner Mongolia', '内蒙古', 'Nei Mongol', 'CN-NM']],
    ['HK', 'New Territories', ['NT', '新界']],
    ['MX', 'CMX', ['CDMX', 'Distrito Federal', 'Ciudad de México']],
    ['IT', 'BZ', ['Bozen', 'Bolzano/Bozen', 'Bolzano (BZ)']],
    ['US', 'DC', ['Washington DC', 'Washington, D.C.', 'D.C.']],
    ['IN', 'OR', ['Orissa', 'Odisha']],
    ['CN', '65', ['Xinjiang', 'Xinjiang Uygur', 'CN-XJ']],
    ['KR', '11', ['서울특별시', '서울', 'Seoul', 'KR-11']],
    ['KR', '46', ['전라남도', '전남', 'Jeollanam-do', 'South Jeolla Province']],
    ['KR', '45', ['전라북도', '전북특별자치도', 'Jeonbuk State']],
    ['KR', '47', ['경상북도', 'Gyeongbuk']],
    ['KR', '48', ['경상남도', 'Gyeongnam']],
    ['KR', '44', ['충청남도', 'Chungnam']],
    ['KR', '43', ['충청북도', 'Chungbuk']],
    ['MX', 'NLE', ['NL', 'N.L.', 'MX-NL', 'Nuevo Leon']],
    ['MX', 'CMX', ['DF', 'D.F.', 'México, D.F.']],
    ['MX', 'MEX', ['MEX', 'Edo. de México', 'Estado de Mexico', 'Edo. Mex.']],
    ['MX', 'ROO', ['Q ROO', 'Q. Roo']],
    ['RU', 'MOW', ['Moscow', 'Москва', 'г. Москва', 'Moscow City']],
    ['RU', 'MOS', ['Moscow Oblast', 'Moscow Region', 'Московская обл.', 'Московская область']],
    ['RU', 'SPE', ['Saint Petersburg', 'St. Petersburg', 'St Petersburg', 'СПб', 'СПБ']],
    ['JP', '13', ['JP13', 'jp13', '13']],
    ['JP', '01', ['JP01', 'JP-01', '1']],
    ['TR', '34', ['TR34', 'TR-34', 'Istanbul']],
    ['UA', '30', ['UA30', 'Kiev', 'Kyiv', 'Київ']],
    ['UA', '32', ['UA32', 'Kyiv Oblast', 'Kiev Oblast', 'Kyiv Region', 'Київська обл.']],
    ['IT', 'RE', ["Reggio nell'Emilia", 'Reggio nell’Emilia', 'Reggio Emilia']],
    ['IT', 'AO', ["Valle d'Aosta", 'Valle d’Aosta', 'Aosta']],
    ['IT', 'VB', ['Verbania', 'Verbano-Cusio-Ossola']],
    ['IT', 'BZ', ['Alto Adige', 'Südtirol - Alto Adige', 'Alto Adige/Südtirol']],
    ['CO', 'DC', ['Bogotá D.C.', 'Bogota DC', 'Bogotá, D.C.', 'Bogotá']],
    ['CA', 'ON', ['Ont.']],
    ['CA', 'QC', ['Que.', 'Québec', 'PQ']],
    ['CA', 'AB', ['Alta.', 'Alta']],
    ['CA', 'NL', ['NF', 'Labrador', 'Newfoundland']],
    ['US', 'FL', ['Fla.']],
    ['US', 'TX', ['Tex.']],
    ['US', 'MA', ['Mass.']],
    ['US', 'DE', ['Del.']],
    ['US', 'AE', ['Armed Forces Europe', 'AE']],
    ['IN', 'DL', ['NCT of Delhi', 'National Capital Territory of Delhi', 'Delhi']],
    ['ES', 'OR', ['Orense']],
    ['ES', 'TF', ['Tenerife', 'Santa Cruz de Tenerife']],
    ['AE', 'UQ', ['Um Al Quwain', 'Umm Al-Quwain']],
  ])('in %s finds the region %s', (country, code, written) => {
    const found = written.map((region) => validateAddress({ ...berlin, country, region }).address.region);
    expect(found).toEqual(written.map(() => code));
  });

  test('in Mexico is found by the codes that Shopify has for its states', () => {
    const written =
      'AGS BC BCS CAMP CHIS CHIH DF COAH COL DGO GTO GRO HGO JAL MEX MICH MOR NAY NL OAX PUE QRO Q_ROO SLP SIN SON TAB TAMPS TLAX VER YUC ZAC';
    const codes =
      'AGU BCN BCS CAM CHP CHH CMX COA COL DUR GUA GRO HID JAL MEX MIC MOR NAY NLE OAX PUE QUE ROO SLP SIN SON TAB TAM TLA VER YUC ZAC';
    const found = written.split(' ').map((code) => regionCode('MX', code.replace('_', ' ')));
    expect(found.join(' ')).toBe(codes);
  });

  test('in Japan is found by the codes of WooCommerce, and in China not, whose numbers are others', () => {
    const numbers = Array.from({ length: 47 }, (_, index) => `${index + 1}`.padStart(2, '0'));
    expect(numbers.map((number) => regionCode('JP', `JP${number}`))).toEqual(numbers);
    expect(['CN2', 'CN11', 'CN32', 'JP48', 'JP1', 'JP'].map((code) => regionCode(code.slice(0, 2), code))).toEqual(
      Array(6).fill(undefined),
    );
  });

  test('is found by every name that the data have for it, in every country that demands one', () => {
    const unlike = COUNTRIES.flatMap((country) => {
      const rules = addressRules(country, 'en');
      if (!rules?.required.includes('region')) return [];
      const regions = rules.regions ?? [];
      return regions.flatMap(({ code, name, also = [] }) =>
        [code, `${country}-${code}`, name, ...also]
          .filter((text) => regionCode(country, text) !== code)
          .map((text) => `${country} ${code} ${text}: ${regionCode(country, text)}`),
      );
    });
    expect(unlike).toEqual([]);
  });

  test.each([
    { country: 'IT', postalCode: '20121', region: 'Lombardia', code: 'MI' },
    { country: 'IT', postalCode: '20121', region: 'Lombardy', code: 'MI' },
    { country: 'IT', postalCode: '50122', region: 'Toscana', code: 'FI' },
    { country: 'IT', postalCode: '90133', region: 'IT-82', code: 'PA' },
    { country: 'ES', postalCode: '08001', region: 'Cataluña', code: 'B' },
    { country: 'ES', postalCode: '17001', region: 'Catalunya', code: 'GI' },
    { country: 'ES', postalCode: '46001', region: 'Comunidad Valenciana', code: 'V' },
    { country: 'ES', postalCode: '41001', region: 'ANDALUCIA', code: 'SE' },
  ])('in $country the postcode $postalCode says which region of $region it is', ({ code, ...place }) => {
    expect(validateAddress({ ...berlin, ...place }).address.region).toBe(code);
  });

  test.each([
    ['IT', '00184', 'Lombardia'],
    ['ES', '28001', 'Cataluña'],
    ['IT', '', 'Lombardia'],
  ])('in %s the postcode %s says nothing of %s', (country, postalCode, region) => {
    expect(validateAddress({ ...berlin, country, region, postalCode }).address.region).toBe(region);
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
