import { iso31662 } from 'iso-3166';
import { describe, expect, test } from 'vitest';
import { COUNTRIES } from '../../domain/country.ts';
import type { AddressParts } from '../../protocol/wire/address.ts';
import { addressRules, regionCode, validateAddress } from './address-rules.ts';

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

describe('a region', () => {
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

  test.each([
    ['ES', 'O', ['Principado de Asturias', 'Asturias, Principado de', 'ES-AS', 'Principality of Asturias']],
    ['ES', 'NA', ['Comunidad Foral de Navarra', 'Navarra, Comunidad Foral de', 'Nafarroa', 'Navarre', 'ES-NC']],
    ['ES', 'M', ['Comunidad de Madrid', 'Community of Madrid', 'Madrid, Comunidad de', 'ES-MD']],
    ['ES', 'MU', ['Región de Murcia', 'Murcia (Región de)', 'ES-MC']],
    ['ES', 'SE', ['Seville']],
    ['IT', 'MB', ['Monza e della Brianza', 'Provincia di Monza e della Brianza']],
    ['IT', 'MI', ['Città metropolitana di Milano', 'Metropolitan City of Milan', 'Provincia di Milano']],
    ['IT', 'TP', ['Libero consorzio comunale di Trapani']],
    ['IT', 'TN', ['Provincia autonoma di Trento']],
    ['IT', 'AO', ["Valle d'Aosta, Vallée d'Aoste", 'IT-23']],
    ['RU', 'TA', ['Татарстан', 'Республика Татарстан', 'Респ. Татарстан', 'Tatarstan', 'Republic of Tatarstan']],
    ['RU', 'SA', ['Якутия', 'Саха', 'Yakutia', 'Sakha Republic (Yakutia)', 'Республика Саха (Якутия)']],
    ['RU', 'CU', ['Чувашия', 'Чувашская Республика', 'Chuvash Republic']],
    ['RU', 'Автономна Республіка Крим', ['Крым', 'Республика Крым', 'Crimea', 'Republic of Crimea']],
    ['RU', 'ALT', ['Altai Krai', 'Алтайский край', 'RU-ALT']],
    ['RU', 'AL', ['Altai Republic', 'Республика Алтай', 'Altay, Respublika']],
    ['RU', 'NIZ', ['Nizhny Novgorod Oblast', 'Нижегородская обл.']],
    ['RU', 'KDA', ['Krasnodar Krai', 'Краснодарский край', 'Краснодарский']],
    ['RU', 'KHM', ['ХМАО', 'Khanty-Mansi Autonomous Okrug', 'Ханты-Мансийский АО']],
    ['ID', 'PS', ['ID-PS', 'PS', 'Papua Selatan', 'South Papua', 'Provinsi Papua Selatan']],
    ['ID', 'PD', ['ID-PD', 'Papua Barat Daya']],
    ['ID', 'PE', ['ID-PE', 'Papua Pegunungan', 'Papua Pengunungan', 'Highland Papua']],
    ['ID', 'PT', ['ID-PT', 'Papua Tengah']],
    ['ID', 'PA', ['ID-PA', 'Papua']],
    ['KN', 'K', ['KN-03', 'Saint George Basseterre', 'Saint Kitts']],
    ['KR', '42', ['Gangwon State', 'Gangwon Special Self-Governing Province', '강원특별자치도']],
    ['CN', '92', ['CN-MO', 'Macao SAR', 'Macao / 澳门']],
    ['CN', '45', ['Guangxi Zhuang / 广西壮族']],
    ['CO', 'DC', ['Capital District', 'Distrito Capital de Bogotá']],
    ['MX', 'MEX', ['México', 'Estado de México']],
  ])('in %s finds %s by a name with other words, in another order or of a part', (country, code, written) => {
    expect(written.map((region) => [region, regionCode(country, region)])).toEqual(written.map((text) => [text, code]));
  });

  test('is found by its code and name of ISO 3166-2, unless the name is of several or addresses use smaller ones', () => {
    const smaller = new Set(['ES', 'IT', 'ID']);
    const unknown = iso31662.filter(({ code, name }) => {
      const [country = '', part = ''] = code.split('-');
      const rules = addressRules(country, 'en');
      if (!rules?.required.includes('region') || !rules.regions) return false;
      if (smaller.has(country) && !rules.regions.some((region) => region.code === part)) return false;
      const [byCode, byName] = [regionCode(country, code), regionCode(country, name)];
      return byCode === undefined || byCode !== byName;
    });
    expect(unknown.map(({ code }) => code)).toEqual(['TW-CYI', 'TW-CYQ', 'TW-HSQ', 'TW-HSZ', 'US-UM']);
  });

  test('is found by the codes of WooCommerce, also where they are its own', () => {
    const numbers = Array.from({ length: 47 }, (_, index) => `${index + 1}`.padStart(2, '0'));
    expect(numbers.map((number) => regionCode('JP', `JP${number}`))).toEqual(numbers);
    const china = { CN1: '53', CN2: '11', CN10: '31', CN20: '44', CN30: '92', CN31: '54', CN32: '65', CN33: undefined };
    expect(Object.keys(china).map((code) => regionCode('CN', code))).toEqual(Object.values(china));
    const inChina = Array.from({ length: 32 }, (_, index) => regionCode('CN', `CN${index + 1}`));
    expect(new Set(inChina).size).toBe(32);
    expect(['CN', 'CN0', 'JP48', 'JP1', 'JP'].map((code) => regionCode(code.slice(0, 2), code))).toEqual(
      Array(5).fill(undefined),
    );
    const mexico = 'JA AG BS CM CS CH CO CL DG GT GR HG MX MI MO NA OA PU QT QR SL SI SO TB TM TL VE YU ZA'.split(' ');
    expect(mexico.map((code) => regionCode('MX', code)).join(' ')).toBe(
      'JAL AGU BCS CAM CHP CHH COA COL DUR GUA GRO HID MEX MIC MOR NAY OAX PUE QUE ROO SLP SIN SON TAB TAM TLA VER YUC ZAC',
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
    { country: 'ES', postalCode: '35001', region: 'Islas Canarias', code: 'GC' },
    { country: 'ES', postalCode: '38001', region: 'Canarias', code: 'TF' },
    { country: 'IT', postalCode: '20900', region: 'Lombardia', code: 'MB' },
    { country: 'IT', postalCode: '20811', region: 'Regione Lombardia', code: 'MB' },
    { country: 'IT', postalCode: '09010', region: 'Sardegna', code: 'CA' },
    { country: 'IT', postalCode: '09025', region: 'Sardegna', code: 'SU' },
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

  test.each([
    { country: 'AE', city: 'Dubai', postalCode: '', code: 'DU' },
    { country: 'AE', city: 'دبي', postalCode: '', code: 'DU' },
    { country: 'AE', city: 'Abu Dhabi', postalCode: '', code: 'AZ' },
    { country: 'KR', city: 'Seoul', postalCode: '04524', code: '11' },
    { country: 'TW', city: 'Taipei City', postalCode: '110', code: 'TPE' },
    { country: 'RU', city: 'Москва', postalCode: '101000', code: 'MOW' },
    { country: 'US', city: 'New York', postalCode: '10001', code: 'NY' },
    { country: 'IT', city: 'Milano', postalCode: '20121', code: 'MI' },
  ])('that nobody wrote in $country is that of the city $city with the postcode $postalCode', ({ code, ...place }) => {
    const { address, problems } = validateAddress({ ...berlin, ...place });
    expect([address.region, problems]).toEqual([code, []]);
  });

  test.each([
    ['US', 'Washington', '20001'],
    ['US', 'Kansas City', '64106'],
    ['US', 'Springfield', '62701'],
    ['HK', 'Hong Kong', ''],
    ['MX', 'Mexico', '06000'],
  ])('in %s is not said by the city %s with the postcode %s', (country, city, postalCode) => {
    const { address, problems } = validateAddress({ ...berlin, country, city, postalCode });
    expect([address.region, problems]).toEqual(['', [{ field: 'region', code: 'required' }]]);
  });

  test.each([
    ['AE', 'Al Ain', ''],
    ['KY', 'George Town', 'KY1-1100'],
    ['PF', 'Papeete', '98714'],
    ['CR', 'San José', '10101'],
    ['PG', 'Port Moresby', '121'],
    ['VI', 'Charlotte Amalie', '00802'],
    ['IQ', 'Baghdad', '10001'],
  ])('may be missing in %s, where forms elsewhere do not ask for it: %s %s', (country, city, postalCode) => {
    expect(validateAddress({ ...berlin, country, city, postalCode }).problems).toEqual([]);
    expect(addressRules(country, 'en')?.required).toContain('region');
  });
});
