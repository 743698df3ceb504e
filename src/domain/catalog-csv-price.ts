import { currencyDigits } from './currency.ts';
import { decimalIn, hasUnclearPoint, type Minor, notAmount, parseTypedMoney, roundMoney } from './money.ts';
import { withoutUnseen } from './unseen.ts';

// A point behind a letter is of the currency's name: `Rs.500`, `Fr. 15`. Before a digit it is a decimal point otherwise: `.99`.
const PRICE = /^((?:[^\d.,'’-]|(?<=\p{L})\.)*)((?:(?<!\p{L})\.)?\d[\d.,'’ \u00a0\u202f]*)([^\d]*)$/u;

// What people and platforms write for a currency beside its code and the signs that Intl knows.
const OTHER_NAMES: Record<string, readonly string[]> = {
  AUD: ['AU$'],
  CAD: ['C$'],
  CHF: ['FR.', 'SFR.'],
  CNY: ['元', 'RMB'],
  DKK: ['KR.'],
  EUR: ['EURO', 'EUROS'],
  INR: ['RS.', 'RS'],
  ISK: ['KR.'],
  JPY: ['円', '￥'],
  KRW: ['원'],
  KWD: ['KD'],
  NOK: ['KR.'],
  SEK: ['KR.'],
  SGD: ['S$'],
  TRY: ['TL'],
  USD: ['US$'],
};

/** Reads a price as people and tools write it: `15.00`, `1.299,00 eur`, `€15`, `12.-`. Returns null for an empty cell. */
export function readPrice(text: string, currency: string): Minor | null {
  const amount = amountIn(text, currency);
  return amount === null ? null : parseTypedMoney(amount, currency);
}

/**
 * Reads a price that may be finer than the currency, such as a net price. Returns null for an empty cell. `signs` are those that the
 * platform writes before decimals. It writes no separators of thousands, so one such sign is read as it was written: `1.299` is a net
 * price of 1.30, as `1.2987` is. A currency without decimals has no such prices, and there `1.299` is refused.
 */
export function readNetPrice(
  text: string,
  { currency, signs }: { currency: string; signs: '.' | '.,' },
): { amount: Minor; rounded: boolean } | null {
  const amount = amountIn(text, currency);
  if (amount === null) return null;
  const isWhole = currencyDigits(currency) === 0;
  const [, whole = '', sign = '', fraction = ''] = isWhole ? [] : (/^(\d+)([.,])(\d+)$/.exec(amount) ?? []);
  const isOwn = sign !== '' && signs.includes(sign);
  const decimal = isOwn ? `${whole}.${fraction}` : decimalIn(amount, currency);
  if (decimal === null || (isWhole && hasUnclearPoint(amount))) throw notAmount(text.trim(), currency);
  return roundMoney(decimal, currency);
}

/** Returns the number without the name of the currency. */
function amountIn(text: string, currency: string): string | null {
  const trimmed = withoutUnseen(text);
  if (trimmed === '') return null;
  const [, before = '', amount = '', after = ''] = PRICE.exec(trimmed.slice(0, 80)) ?? [];
  // A dash stands for no cents.
  const named = [before, after.replace(/^[-–—]+/, '')].map((name) => name.trim().toUpperCase()).filter(Boolean);
  if (amount !== '' && named.every((name) => namesOf(currency).includes(name)))
    return amount.trim().replace(/^\./, '0.');
  throw notAmount(trimmed, currency);
}

/** Returns the code of a currency, its signs and what else people call it. */
function namesOf(currency: string): string[] {
  const signs = (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency'),
  );
  const other = OTHER_NAMES[currency] ?? [];
  return [currency, ...signs.map((sign) => sign?.value.toUpperCase() ?? currency), ...other];
}
