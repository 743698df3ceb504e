import { type Minor, notAmount, parseTypedMoney, plainDecimal, roundMoney } from './money.ts';

const PRICE = /^([^\d.,'’-]*)(\d[\d.,'’ \u00a0\u202f]*)([^\d]*)$/;

/** Reads a price as people and tools write it: `15.00`, `1.299,00 eur`, `€15`, `12.-`. Returns null for an empty cell. */
export function readPrice(text: string, currency: string): Minor | null {
  const amount = amountIn(text, currency);
  return amount === null ? null : parseTypedMoney(amount, currency);
}

/** Reads a price that may be finer than the currency, such as a net price. Returns null for an empty cell. */
export function readNetPrice(text: string, currency: string): { amount: Minor; rounded: boolean } | null {
  const amount = amountIn(text, currency);
  if (amount === null) return null;
  const decimal = plainDecimal(amount);
  if (decimal === null) throw notAmount(text.trim(), currency);
  return roundMoney(decimal, currency);
}

/** Returns the number without the name of the currency. */
function amountIn(text: string, currency: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const [, before = '', amount = '', after = ''] = PRICE.exec(trimmed.slice(0, 80)) ?? [];
  // A dash stands for no cents.
  const named = [before, after.replace(/^[-–—]+/, '')].map((name) => name.trim().toUpperCase()).filter(Boolean);
  if (amount !== '' && named.every((name) => namesOf(currency).includes(name))) return amount.trim();
  throw notAmount(trimmed, currency);
}

/** The code of a currency and its signs. */
function namesOf(currency: string): string[] {
  const signs = (['narrowSymbol', 'symbol'] as const).map((currencyDisplay) =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .find(({ type }) => type === 'currency'),
  );
  return [currency, ...signs.map((sign) => sign?.value.toUpperCase() ?? currency)];
}
