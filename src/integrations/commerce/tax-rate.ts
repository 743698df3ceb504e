import type { StoreOrder, StoreOrderLine } from './port.ts';

/** Returns the rate of a line item's tax. An order that does not say it has the one of its amounts, which are rounded to the smallest unit. */
export function taxShare({ taxRate }: Pick<StoreOrder, 'taxRate'>, { total, tax }: StoreOrderLine): number {
  if (tax === 0) return 0;
  if (taxRate !== undefined) return taxRate / 1_000_000;
  return total > tax ? Math.round((tax / (total - tax)) * 10_000) / 10_000 : 0;
}

/** Returns that rate in percent, such as 14.975. */
export const taxPercent = (order: Pick<StoreOrder, 'taxRate'>, line: StoreOrderLine): number =>
  Number((taxShare(order, line) * 100).toFixed(4));
