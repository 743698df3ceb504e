import { COUNTRIES } from '../../../domain/country.ts';
import { currentLocale } from '../texts.ts';

/** Returns the name of a country in the reader's language. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(code) ?? code;
}

/** All countries but these, by name. */
export function countryOptions(without: readonly string[] = []): { value: string; text: string }[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'region' });
  return COUNTRIES.filter((code) => !without.includes(code))
    .map((code) => ({ value: code, text: names.of(code) ?? code }))
    .sort((one, other) => one.text.localeCompare(other.text, currentLocale()));
}
