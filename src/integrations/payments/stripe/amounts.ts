import { CURRENCIES } from '../../../domain/currency.ts';
import type { Chargeable } from '../../../domain/money.ts';
import { ProviderError } from '../port.ts';

// Currencies that Stripe counts in whole units, and those in thousandths that must be multiples of ten. All others are in
// hundredths, even if the currency itself has no decimals (ISK, UGX).
const WHOLE = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '), // https://docs.stripe.com/currencies
);
const THOUSANDTHS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

function stripeDigits(currency: string): number {
  return WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
}

/** Returns our number of decimals. Payments of other systems may have a currency that no store can have; Stripe's unit is kept. */
function ourDigits(currency: string): number {
  return CURRENCIES.get(currency) ?? stripeDigits(currency);
}

/** Converts our minor units to Stripe's. Throws `refused` if Stripe has no such amount. */
export function toStripeAmount(amount: number, currency: string): number {
  const shift = stripeDigits(currency) - ourDigits(currency);
  const converted = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  const step = THOUSANDTHS.has(currency) ? 10 : 1;
  if (Number.isSafeInteger(converted) && converted % step === 0) return converted;
  throw new ProviderError('refused', `Stripe has no amount of ${amount} in ${currency}'s smallest unit`);
}

/** Returns the factor from our amounts to Stripe's, for the browser, which knows only our amounts. */
export function stripeScale(currency: string): number {
  return 10 ** (stripeDigits(currency) - ourDigits(currency));
}

export function fromStripeAmount(amount: number, currency: string): number {
  const shift = ourDigits(currency) - stripeDigits(currency);
  return shift >= 0 ? amount * 10 ** shift : Math.round(amount / 10 ** -shift);
}

// In Stripe's units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. These minima hold if the account is
// settled in the same currency. Otherwise, and for currencies that are not listed, only Stripe knows the minimum.
const LEAST: Record<string, number> = {
  AED: 200,
  ARS: 50,
  AUD: 50,
  BGN: 100,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  COP: 50,
  CZK: 1_500,
  DKK: 250,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 50,
  ILS: 50,
  INR: 50,
  JPY: 50,
  KRW: 50,
  MXN: 1_000,
  MYR: 200,
  NOK: 300,
  NZD: 50,
  PHP: 50,
  PLN: 200,
  RON: 200,
  RUB: 50,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  USD: 50,
  ZAR: 50,
};
// Maxima of card payments, from the same page. Most cards allow twelve digits, but American Express allows nine, and we do not
// know the shopper's card before. Cards in yen allow eight digits; COP and IDR, which have large everyday amounts, ten and twelve.
const MOST_OF_EVERY_CARD = 999_999_999;
const MOST: Record<string, number> = { COP: 9_999_999_999, IDR: 999_999_999_999, JPY: 99_999_999 };

export function chargeable(currency: string): Chargeable {
  return {
    least: fromStripeAmount(LEAST[currency] ?? 1, currency),
    most: fromStripeAmount(MOST[currency] ?? MOST_OF_EVERY_CARD, currency),
  };
}

/** Returns true if Stripe accepts every amount of the currency. */
export function takesEveryAmount(currency: string): boolean {
  return !THOUSANDTHS.has(currency) && stripeDigits(currency) >= ourDigits(currency);
}
