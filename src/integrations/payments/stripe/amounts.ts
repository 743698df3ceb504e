import { currencyDigits } from '../../../domain/money.ts';
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

/** Our minor units as Stripe counts them. Refused when Stripe has no such amount. */
export function toStripeAmount(amount: number, currency: string): number {
  const shift = stripeDigits(currency) - currencyDigits(currency);
  const there = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  const step = THOUSANDTHS.has(currency) ? 10 : 1;
  if (Number.isSafeInteger(there) && there % step === 0) return there;
  throw new ProviderError('refused', `Stripe has no amount of ${amount} in ${currency}'s smallest unit`);
}

/** For the browser, which knows our amounts alone. */
export function stripeScale(currency: string): number {
  return 10 ** (stripeDigits(currency) - currencyDigits(currency));
}

export function fromStripeAmount(amount: number, currency: string): number {
  const shift = currencyDigits(currency) - stripeDigits(currency);
  return shift >= 0 ? amount * 10 ** shift : Math.round(amount / 10 ** -shift);
}

/** Whether Stripe takes every amount of this currency. */
export function takesEveryAmount(currency: string): boolean {
  return !THOUSANDTHS.has(currency) && stripeDigits(currency) >= currencyDigits(currency);
}
