// What Stripe counts in whole units, and what in thousandths: https://docs.stripe.com/currencies. All else is in hundredths.
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
export const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];

/** Returns how many decimals Stripe's smallest unit of a currency has. */
export function stripeDigits(currency: string): number {
  if (WHOLE.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}
