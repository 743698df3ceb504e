import type { StoreOrder, StoreOrderLine } from './port.ts';

/** Returns the line items that the payment of an order is for. */
export function payableLines({ lines }: Pick<StoreOrder, 'lines'>): StoreOrderLine[] {
  return lines.filter(({ cancelled, wasPaid }) => !cancelled || wasPaid);
}
