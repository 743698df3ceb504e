import { CURRENCIES } from '../../../domain/currency.ts';
import type { Chargeable } from '../../../domain/money.ts';
import { ProviderError } from '../port.ts';

// What Stripe counts in whole units, and what in thousandths, rounded to ten of them; all else is in hundredths, also
// where the currency itself has none (ISK, UGX).
const WHOLE = new Set(
  'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '), // https://docs.stripe.com/currencies
);
const THOUSANDTHS = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

function stripeDigits(currency: string): number {
  return WHOLE.has(currency) ? 0 : THOUSANDTHS.has(currency) ? 3 : 2;
}

/** An account may also have payments that are not ours, in a currency that no store has: those are in Stripe's unit. */
function ourDigits(currency: string): number {
  return CURRENCIES.get(currency) ?? stripeDigits(currency);
}

/** Our minor units as Stripe counts them. Refused when Stripe has no such amount. */
export function toStripeAmount(amount: number, currency: string): number {
  const shift = stripeDigits(currency) - ourDigits(currency);
  const there = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  const step = THOUSANDTHS.has(currency) ? 10 : 1;
  if (Number.isSafeInteger(there) && there % step === 0) return there;
  throw new ProviderError('refused', `Stripe has no amount of ${amount} in ${currency}'s smallest unit`);
}

/** For the browser, which knows our amounts alone. */
export function stripeScale(currency: string): number {
  return 10 ** (stripeDigits(currency) - ourDigits(currency));
}

export function fromStripeAmount(amount: number, currency: string): number {
  const shift = ourDigits(currency) - stripeDigits(currency);
  return shift >= 0 ? amount * 10 ** shift : Math.round(amount / 10 ** -shift);
}

// In Stripe's units: https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts. It is the account's own currency that
// counts, so of others, and of those that are not here, Stripe alone knows.
const LEAST: Record<string, number> = {
  ...{ AED: 200, ARS: 50, AUD: 50, BGN: 100, BRL: 50, CAD: 50, CHF: 50, COP: 50, CZK: 1_500, DKK: 250, EUR: 50 },
  ...{ GBP: 30, HKD: 400, HUF: 17_500, IDR: 50, ILS: 50, INR: 50, JPY: 50, KRW: 50, MXN: 1_000, MYR: 200, NOK: 300 },
  ...{ NZD: 50, PHP: 50, PLN: 200, RON: 200, RUB: 50, SEK: 300, SGD: 50, THB: 1_000, USD: 50, ZAR: 50 },
};
// The same page, of cards: twelve digits, and nine of American Express, which a shopper may have; eight of the cards of Japan.
// Ten and twelve where those are sums of every day.
const MOST_OF_EVERY_CARD = 999_999_999;
const MOST: Record<string, number> = { COP: 9_999_999_999, IDR: 999_999_999_999, JPY: 99_999_999 };

export function chargeable(currency: string): Chargeable {
  return {
    least: fromStripeAmount(LEAST[currency] ?? 1, currency),
    most: fromStripeAmount(MOST[currency] ?? MOST_OF_EVERY_CARD, currency),
  };
}

/** Whether Stripe takes every amount of this currency. */
export function takesEveryAmount(currency: string): boolean {
  return !THOUSANDTHS.has(currency) && stripeDigits(currency) >= ourDigits(currency);
}
