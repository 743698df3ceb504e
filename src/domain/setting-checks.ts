import { AppError } from './error.ts';
import type { Range } from './setting-ranges.ts';

// How the values of a store's settings are checked. Each throws `invalid_parameter` with the name of the setting.

const TEXT_LENGTH_MAX = 1_000;

/** Returns a single line of text, since mail headers and page titles contain it. */
export function line(text: string, param: string, lengthMax = 200): string {
  const trimmed = text.trim();
  if (/[\p{Cc}\u2028\u2029]/u.test(trimmed)) throw invalid(param, `${label(param)} must be a single line of text.`);
  return filled(trimmed, lengthMax, param);
}

export function lines(text: string, param: string): string {
  const trimmed = text.trim().replace(/\r\n?/g, '\n');
  if (/[^\P{Cc}\n\t]/u.test(trimmed)) throw invalid(param, `${label(param)} has control characters in it.`);
  return filled(trimmed, TEXT_LENGTH_MAX, param);
}

// A number of E.164 has 15 digits at most, without the signs that people put between them.
const DIGITS = { min: 5, max: 15 };

/** Returns a telephone number as it was typed: with digits, and signs that people put between them. */
export function phone(text: string, param: string): string {
  const trimmed = line(text, param, 40);
  const digits = trimmed.replaceAll(/\D/g, '').length;
  if (/^[+(\d][\d ()/.-]*$/.test(trimmed) && digits >= DIGITS.min && digits <= DIGITS.max) return trimmed;
  throw invalid(param, `${quote(text)} is not a telephone number such as +49 40 1234567.`);
}

function filled(text: string, lengthMax: number, param: string): string {
  if (text === '') throw invalid(param, `${label(param)} is missing.`);
  if (text.length > lengthMax) throw invalid(param, `${label(param)} is longer than ${lengthMax} characters.`);
  if (!text.isWellFormed()) throw invalid(param, `${label(param)} is not well-formed text.`);
  return text;
}

export function whole(value: number, range: Range, param: string): number {
  if (Number.isSafeInteger(value) && value >= range.min && value <= range.max) return value;
  throw invalid(param, `${label(param)} must be a whole number from ${range.min} to ${range.max}.`);
}

export function label(param: string): string {
  const words = param.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function quote(text: string): string {
  return `“${text.trim().slice(0, 60)}”`;
}

export function invalid(param: string, message: string): AppError {
  return new AppError('invalid_parameter', message, { param });
}
