import { iso31661, iso31661Alpha3ToAlpha2 } from 'iso-3166';
import { COUNTRIES, isCountry } from '../../domain/country.ts';
import { plainLetters } from '../../domain/plain-letters.ts';
import { LANGUAGES } from '../../messages/catalogue.ts';

// What people write and neither ISO nor the languages' data has. GR and GB have codes of their own in the European Union's lists.
const OTHER_NAMES: Record<string, readonly string[]> = {
  AE: ['UAE', 'Emirates', 'الإمارات'],
  CD: ['DR Congo', 'DRC'],
  CI: ['Ivory Coast'],
  CN: ['PRC'],
  CZ: ['Czech Republic'],
  GB: ['Great Britain', 'Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland', 'Großbritannien'],
  GR: ['EL'],
  IE: ['Eire'],
  KR: ['Korea'],
  MK: ['Macedonia'],
  MM: ['Burma'],
  NL: ['Holland'],
  SA: ['KSA'],
  SZ: ['Swaziland'],
  TL: ['East Timor'],
  TR: ['Turkey'],
  US: ['EUA', 'EEUU'],
  VA: ['Vatican'],
};
// Two countries call themselves so.
const OF_SEVERAL = ['Congo'];
const LENGTH_MAX = 100; // longer than any name, so that long cells take no time

/**
 * Returns the code of a country for the ways to write it that are clear: its codes of two and three letters, and its names in
 * English, its own and the service's languages. Undefined for all other text.
 */
export function countryNamed(text: string): string | undefined {
  if (text.length > LENGTH_MAX) return undefined;
  return countryOfCode(text) ?? readNames().get(fold(text));
}

/** Returns the countries of a list such as `DE AT`, `DEU;AUT` or `Germany, United States`. What is unclear stays as it is. */
export function countriesNamed(text: string): string[] {
  return text
    .split(/[,;]/)
    .flatMap((part) => {
      const words = part.split(/\s+/).filter(Boolean);
      // Codes come first: IN and DE together are the French name of one of them.
      if (words.every((word) => countryOfCode(word))) return words.map(countryOrText);
      const country = countryNamed(part);
      return country === undefined ? words.map(countryOrText) : [country];
    })
    .sort();
}

const countryOrText = (word: string): string => countryNamed(word) ?? word.toUpperCase();

function countryOfCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : iso31661Alpha3ToAlpha2[code];
}

let known: Map<string, string> | undefined;

// They are some thousand and take a fifth of a second, so they are made once, and only where a file has more than codes.
function readNames(): Map<string, string> {
  known ??= clearOf([
    ...Object.keys(LANGUAGES).flatMap((language) => namesIn(language)),
    ...namesIn('en', 'short'),
    ...COUNTRIES.map((country) => [nameIn(ownLanguage(country), country), country] as const),
    ...iso31661.flatMap(({ alpha2, name }) => isoNames(name).map((one) => [one, alpha2] as const)),
    ...Object.entries(OTHER_NAMES).flatMap(([country, names]) => names.map((name) => [name, country] as const)),
  ]);
  return known;
}

type Named = readonly [name: string, country: string];

/** Keeps the names that belong to one country alone. */
function clearOf(names: readonly Named[]): Map<string, string> {
  const clear = new Map<string, string>();
  const several = new Set(OF_SEVERAL.map(fold));
  for (const [name, country] of names) {
    const form = fold(name);
    const other = clear.get(form);
    if (other !== undefined && other !== country) several.add(form);
    clear.set(form, country);
  }
  for (const form of several) clear.delete(form);
  return clear;
}

function namesIn(language: string, style: 'long' | 'short' = 'long'): Named[] {
  const names = new Intl.DisplayNames([language], { type: 'region', style });
  return COUNTRIES.map((country) => [names.of(country) ?? country, country] as const);
}

const nameIn = (language: string, country: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;

/** Returns the language that most people in the country read. */
const ownLanguage = (country: string): string => new Intl.Locale(`und-${country}`).maximize().toString();

/** Returns `Iran (Islamic Republic of)` without what is in brackets too, and `Korea, Republic of` in its usual order too. */
function isoNames(name: string): string[] {
  const [first = '', last] = name.split(', ');
  const [short = ''] = name.split(' (');
  return last === undefined ? [name, short] : [name, `${last} ${first}`];
}

/** Returns letters alone, without accents and in lower case, and without the article of some names. */
function fold(text: string): string {
  const letters = plainLetters(text).replaceAll('&', ' and ');
  return letters.replace(/[^\p{L}]/gu, '').replace(/^the/, '');
}
