export type Currency = { code: string; digits: number; locale: string };

/** Formats integer minor units for the locale, e.g. `€129.50`. */
export function formatAmount(amount: number, { code, digits, locale }: Currency): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}
