import { InvalidArgumentError } from 'commander';
import { AppError } from '../../domain/error.ts';
import { type Minor, parseMoney } from '../../domain/money.ts';

/** An option that may be given several times collects its values. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

export function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

/** A limit that `none` takes away; not null yet, since commander would make '' of it. */
export function wholeNumberOrNone(text: string): number | 'none' {
  return text === 'none' ? text : wholeNumber(text);
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

/** `DE=19%` or `CH=8.1%`; at most two decimals, so that basis points hold it exactly. */
export function taxRate(text: string): { country: string; basisPoints: number } {
  const { name, value } = assignment(text, 'tax');
  const match = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%$/.exec(value);
  if (!match) {
    throw new AppError('invalid_parameter', `“${value.slice(0, 40)}” is not a percentage such as 19% or 8.1%.`, {
      param: 'tax',
    });
  }
  return { country: name.toUpperCase(), basisPoints: Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) };
}

/** `500` or `500@129.00`: units, and the price where it is not the catalogue's. */
export function allocation(text: string, currency: string): { allocation: number; price?: Minor } {
  const match = /^(\d{1,9})(?:@(.+))?$/.exec(text);
  if (!match) {
    throw new AppError('invalid_parameter', `“${text.slice(0, 40)}” is not ALLOCATION or ALLOCATION@PRICE.`, {
      param: 'variant',
    });
  }
  const units = { allocation: Number(match[1]) };
  return match[2] === undefined ? units : { ...units, price: parseMoney(match[2], currency) };
}
