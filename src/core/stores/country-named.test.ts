import { iso31661 } from 'iso-3166';
import { expect, test } from 'vitest';
import { COUNTRIES } from '../../domain/country.ts';
import { LANGUAGES } from '../../messages/catalogue.ts';
import { countriesNamed, countryNamed } from './country-named.ts';

test.each([
  ['DE', 'DE'],
  [' de ', 'DE'],
  ['DEU', 'DE'],
  ['usa', 'US'],
  ['U.S.A.', 'US'],
  ['United States', 'US'],
  ['United States of America', 'US'],
  ['The United States', 'US'],
  ['GBR', 'GB'],
  ['UK', 'GB'],
  ['U.K.', 'GB'],
  ['Great Britain', 'GB'],
  ['England', 'GB'],
  ['Germany', 'DE'],
  ['GERMANY', 'DE'],
  ['Deutschland', 'DE'],
  ['Allemagne', 'DE'],
  ['UAE', 'AE'],
  ['Holland', 'NL'],
  ['The Netherlands', 'NL'],
  ['Nederland', 'NL'],
  ['Österreich', 'AT'],
  ['Osterreich', 'AT'],
  ['Suisse', 'CH'],
  ['Schweiz', 'CH'],
  ['België', 'BE'],
  ['日本', 'JP'],
  ['대한민국', 'KR'],
  ['Republic of Korea', 'KR'],
  ['South Korea', 'KR'],
  ['Россия', 'RU'],
  ['Russian Federation', 'RU'],
  ['Ελλάδα', 'GR'],
  ['EL', 'GR'],
  ['Türkiye', 'TR'],
  ['Turkey', 'TR'],
  ['Czech Republic', 'CZ'],
  ['Viet Nam', 'VN'],
  ['Iran', 'IR'],
  ['Bosnia & Herzegovina', 'BA'],
  ['Bosnia and Herzegovina', 'BA'],
  ["Cote d'Ivoire", 'CI'],
  ['Hong Kong', 'HK'],
  ['RU', 'RU'],
  ['IS', 'IS'],
  ['Island', 'IS'],
  ['Northern Ireland', 'GB'],
  ['Ireland', 'IE'],
  ['Großbritannien', 'GB'],
  ['Grossbritannien', 'GB'],
  ['Korea', 'KR'],
  ['North Korea', 'KP'],
  ['الإمارات', 'AE'],
])('%s is %s', (text, country) => {
  expect(countryNamed(text)).toBe(country);
});

test.each(['', ' ', 'EU', 'XK', 'Congo', 'Virgin Islands', 'Europe', 'GB-NIR', 'Bavaria', 'x'.repeat(500_000)])(
  'no country is guessed from some text (%#)',
  (text) => {
    expect(countryNamed(text)).toBeUndefined();
  },
);

test('every country is found by its codes and by its name in each language of the service', () => {
  for (const { alpha2, alpha3 } of iso31661)
    expect([countryNamed(alpha2), countryNamed(alpha3)]).toEqual([alpha2, alpha2]);
  for (const language of Object.keys(LANGUAGES)) {
    const names = new Intl.DisplayNames([language], { type: 'region' });
    for (const country of COUNTRIES) {
      const name = names.of(country) ?? '';
      // In some languages it is the name of two countries.
      if (name !== 'Congo') expect(countryNamed(name), `${language} ${country}`).toBe(country);
    }
  }
});

test.each([
  ['DE AT', ['AT', 'DE']],
  ['de, at;ch', ['AT', 'CH', 'DE']],
  ['IN DE', ['DE', 'IN']],
  ['Inde', ['IN']],
  ['DEU AUT', ['AT', 'DE']],
  ['Germany, United States', ['DE', 'US']],
  ['Germany Austria', ['AT', 'DE']],
  ['DE, Narnia', ['DE', 'NARNIA']],
])('the list %s names %j', (text, countries) => {
  expect(countriesNamed(text)).toEqual(countries);
});
