export type Currency = { code: string; digits: number; locale: string };

/** Integer minor units as a reader expects to see them, e.g. `€129.50`. */
export function formatAmount(amount: number, { code, digits, locale }: Currency): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: code,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  return format.format(amount / 10 ** digits);
}
