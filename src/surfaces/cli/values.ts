import { InvalidArgumentError, Option } from 'commander';
import { addressRules } from '../../core/checkouts/address-rules.ts';
import { AppError } from '../../domain/error.ts';
import { type Minor, parseMoney, toDecimal } from '../../domain/money.ts';
import type { TaxEntry } from '../../domain/store.ts';

/** An option that may be given several times collects its values. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** What an option cannot be is refused with what it can. */
export function numberIn({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

export function numberTo(max: number): (text: string) => number {
  return numberIn({ min: 1, max });
}

/** How long a page of a list is. */
export function limitOption(max: number, byDefault: number): Option {
  return new Option('--limit <n>', `how many, at most ${max}`).argParser(numberTo(max)).default(byDefault);
}

/** A limit that `none` takes away; not null yet, since commander would make '' of it. */
export function numberOrNone(range: { min: number; max: number }): (text: string) => number | 'none' {
  const number = numberIn(range);
  return (text) => (text === 'none' ? text : number(text));
}

/** `NAME=VALUE`, split at the last `=`: a SKU may hold one, an amount cannot. */
export function assignment(text: string, option: string): { name: string; value: string } {
  const at = text.lastIndexOf('=');
  if (at < 1 || at === text.length - 1) {
    throw new AppError('invalid_parameter', `“${text.slice(0, 80)}” of --${option} is not NAME=VALUE.`, {
      param: option.replaceAll('-', '_'),
    });
  }
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

/** `DE=4.90` in the store's currency. */
export function shippingRate(text: string, currency: string): { country: string; amount: Minor } {
  const { name, value } = assignment(text, 'ship');
  return { country: name.toUpperCase(), amount: parseMoney(value, currency, 'shipping') };
}

/** `de=Ja, …`: a language and words in it, which may hold a `=` themselves. */
export function wordsByLanguage(given: readonly string[]): Record<string, string> {
  const refuse = (message: string) => new AppError('invalid_parameter', message, { param: 'marketing_text' });
  const words = given.map((text) => {
    const at = text.indexOf('=');
    if (at < 1) throw refuse(`“${text.slice(0, 80)}” of --marketing-text is not LANGUAGE=WORDS.`);
    return [text.slice(0, at).trim().toLowerCase(), text.slice(at + 1)] as const;
  });
  const languages = new Set(words.map(([language]) => language));
  if (languages.size < words.length) throw refuse('Of each language, words for the box are given once.');
  return Object.fromEntries(words);
}

/** `DE=19%`, `CA-QC=14.975%`: a country, or a region of one by its code. */
export function taxRate(text: string): TaxEntry {
  const { name, value } = assignment(text, 'tax');
  const [country = '', ...rest] = name.split('-');
  const place = { country: country.trim().toUpperCase(), region: rest.join('-').trim() };
  return { ...place, region: regionOf(place), millionths: percentage(value, 4, 'tax') };
}

/** The code that addresses carry: a rate for a region that no address names would never count. */
function regionOf({ country, region }: { country: string; region: string }): string {
  const regions = region === '' ? [] : (addressRules(country, 'en')?.regions ?? []);
  // Capitals and accents do not matter: Québec is Quebec.
  const means = (text: string) => text.localeCompare(region, 'en', { sensitivity: 'base' }) === 0;
  const found = regions.find(({ code, name }) => means(code) || means(name));
  if (found || region === '') return found?.code ?? '';
  const known = regions.map(({ code }) => code).join(', ');
  const hint = known === '' ? `Addresses in ${country} name no region.` : `Addresses in ${country} name: ${known}.`;
  throw new AppError('invalid_parameter', `There is no region “${region.slice(0, 40)}”. ${hint}`, { param: 'tax' });
}

/** `8.1%` as a whole number of the unit that has this many decimals of a per cent: 810 with two, 81000 with four. */
function percentage(text: string, decimals: 2 | 4, param: string): number {
  const match = /^(\d{1,3})(?:\.(\d+))?\s*%$/.exec(text.trim());
  if (!match || (match[2] ?? '').length > decimals) {
    const message = `“${text.slice(0, 40)}” is not a percentage such as 19% or 8.1%, with ${decimals} decimals at most.`;
    throw new AppError('invalid_parameter', message, { param });
  }
  return Number(match[1]) * 10 ** decimals + Number((match[2] ?? '').padEnd(decimals, '0'));
}

/** `20%` in basis points, or an amount such as `30.00`. */
export function part(text: string, currency: string, param: string): { kind: 'percent' | 'amount'; value: number } {
  if (text.trim().endsWith('%')) return { kind: 'percent', value: percentage(text, 2, param) };
  return { kind: 'amount', value: parseMoney(text, currency, param) };
}

/** `20%`, `2.5%` or `30.00 EUR`: what `part` reads. */
export function partText({ kind, value }: { kind: 'percent' | 'amount'; value: number }, currency: string): string {
  return kind === 'percent' ? `${value / 100}%` : `${toDecimal(value, currency)} ${currency}`;
}

/** `500` or `500@129.00`: units, and the price where it is not the catalogue's. */
export function allocation(text: string, currency: string): { allocation: number; price?: Minor } {
  const match = /^(\d+)(?:@(.+))?$/.exec(text);
  if (!match) {
    throw new AppError('invalid_parameter', `“${text.slice(0, 40)}” is not units, such as 200 or 200@129.00.`, {
      param: 'variant',
    });
  }
  const units = { allocation: Number(match[1]) };
  return match[2] === undefined ? units : { ...units, price: parseMoney(match[2], currency) };
}
