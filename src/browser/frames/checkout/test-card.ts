import { passesLuhn, TEST_CARDS, testCardToken } from '../../../protocol/wire/test-cards.ts';
import type { FieldErrors } from './form.ts';
import type { Texts } from './texts.ts';

export type CardForm = { cardNumber: string; cardExpiry: string; cardCode: string };

export const BLANK_CARD: CardForm = { cardNumber: '', cardExpiry: '', cardCode: '' };

const digitsOf = (text: string) => text.normalize('NFKC').replace(/\D/g, '');

/** Formats the digits in groups of four, as on a card. */
export function formatCardNumber(text: string): string {
  return (
    digitsOf(text)
      .slice(0, 19)
      .match(/.{1,4}/g) ?? []
  ).join(' ');
}

/**
 * Formats `1226`, `12/26` and `12 / 2026` as `12 / 26`. A first digit above 1 is a whole month, and so is a digit before a
 * slash. A year that begins with 20 may still become one of four digits while it is typed.
 */
export function formatExpiry(text: string): string {
  const written = text.normalize('NFKC').trim();
  const digits = digitsOf(written);
  const whole = /^[2-9]|^1\s*[/.-]/.test(written) ? `0${digits}` : digits;
  const year = whole.slice(2);
  const shown = /^20\d\d/.test(year) ? year.slice(2, 4) : year.slice(0, /^20\d/.test(year) ? 3 : 2);
  return year === '' ? whole : `${whole.slice(0, 2)} / ${shown}`;
}

export function formatCode(text: string): string {
  return digitsOf(text).slice(0, 4);
}

const FORMATS: Record<keyof CardForm, (text: string) => string> = {
  cardNumber: formatCardNumber,
  cardExpiry: formatExpiry,
  cardCode: formatCode,
};

/** Returns the card with a typed value, formatted as on a card. */
export function withCardField(card: CardForm, field: keyof CardForm, value: string): CardForm {
  return { ...card, [field]: FORMATS[field](value) };
}

/** Fills in a test card. Any future date and any code work; the year after next is always in the future. */
export function filledTestCard(number: string): CardForm {
  const year = new Date().getFullYear() + 2;
  return { cardNumber: formatCardNumber(number), cardExpiry: formatExpiry(`12${year}`), cardCode: '123' };
}

export function cardErrors(card: CardForm, now: Date, t: Texts): FieldErrors {
  const errors: FieldErrors = {};
  const number = numberError(digitsOf(card.cardNumber));
  if (number) errors.cardNumber = t(number);
  const expiry = expiryError(digitsOf(card.cardExpiry), now);
  if (expiry) errors.cardExpiry = t(expiry);
  if (!/^\d{3,4}$/.test(card.cardCode)) errors.cardCode = t('error.card_code');
  return errors;
}

/** Returns the token of a test card. It is made in the browser, so that no request carries a separate card number. */
export function cardToken(card: CardForm): string {
  return testCardToken(digitsOf(card.cardNumber), digitsOf(card.cardExpiry));
}

/** Returns the error of a card number. Only test cards pass, so that a real card number is never sent. */
function numberError(digits: string): string | null {
  if (digits === '') return 'error.card_number_missing';
  if (TEST_CARDS.some(({ number }) => number === digits)) return null;
  return digits.length >= 12 && passesLuhn(digits) ? 'error.card_not_test' : 'error.card_number';
}

function expiryError(digits: string, now: Date): string | null {
  if (!/^(0[1-9]|1[0-2])\d\d$/.test(digits)) return 'error.card_expiry';
  const end = new Date(2000 + Number(digits.slice(2)), Number(digits.slice(0, 2)), 1);
  return end <= now ? 'error.card_expired' : null;
}
