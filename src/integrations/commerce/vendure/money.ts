import { currencyDigits } from '../../../domain/currency.ts';
import type { Minor } from '../../../domain/money.ts';
import { CommerceError } from '../port.ts';

// Vendure keeps money of every currency with the same number of decimals, which is a setting of the server: 2 unless it was
// changed. 1,234 yen are 123400 there.

/** Returns an amount of a server with this many decimals as text, such as `123.40`. */
export function decimalOf(amount: number, decimals: number): string {
  const digits = `${amount}`.padStart(decimals + 1, '0');
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Throws `refused` if the server has too few decimals for the amount. */
export function toVendure(amount: Minor, decimals: number, currency: string): number {
  const shifted = shift(amount, decimals - currencyDigits(currency));
  if (Number.isSafeInteger(shifted)) return shifted;
  const message = `Vendure keeps ${decimals} decimals, too few for amounts in ${currency}: set another moneyStrategy there.`;
  throw new CommerceError('refused', message);
}

// Dividing by a power of ten is exact where the result is an integer; multiplying by 0.1 is not.
const shift = (amount: number, by: number) => (by < 0 ? amount / 10 ** -by : amount * 10 ** by);
