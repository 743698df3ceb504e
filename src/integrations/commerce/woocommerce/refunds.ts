import { moneyOrNull, splitByWeight, toDecimal } from '../../../domain/money.ts';
import type { StoreRefund } from '../port.ts';
import { META } from './order-input.ts';
import { lineIdsOf, metaOf } from './order-read.ts';
import type { WooChargedValue, WooOrderValue } from './wire.ts';

const LONG_REASON = /^Pre-order refund (\S{20,})$/;

/** What people of the store read; a mail of WooCommerce may show it to the shopper. Of our id it has the beginning. */
export const refundReason = (id: string): string => `Pre-order refund ${id.slice(0, 8).toUpperCase()}`;

/** Returns our id of a refund whose reason has it whole, as refunds of before have. */
export const idInReason = (reason: string | null): string | null => LONG_REASON.exec(reason ?? '')?.[1] ?? null;

type Refund = StoreRefund & { currency: string };

/**
 * Returns the body that records a refund with its tax, so that the merchant's tax report has it: of the line items that it is for,
 * then of the shipping, then of the others. The money goes back by our payment provider, and the units are none of the shelf.
 */
export function toRefund(order: WooOrderValue, { id, amount, lineIds, currency }: Refund): Record<string, unknown> {
  return {
    amount: toDecimal(amount, currency),
    reason: refundReason(id),
    meta_data: [{ key: META.refund, value: id }],
    api_refund: false,
    api_restock: false,
    line_items: partsOf(order, { amount, lineIds, currency }),
  };
}

function partsOf(order: WooOrderValue, { amount, lineIds, currency }: Omit<Refund, 'id'>): Record<string, unknown>[] {
  const isOwn = (item: WooOrderValue['line_items'][number]) => lineIds.includes(metaOf(item, META.line) ?? '');
  const isForAll = lineIds.length === 0 || lineIds.length === lineIdsOf(order).length;
  const own = isForAll ? [...order.line_items, ...order.shipping_lines] : order.line_items.filter(isOwn);
  const others = isForAll ? [] : [order.shipping_lines, order.line_items.filter((item) => !isOwn(item))];
  let left = amount;
  return [own, ...others].flatMap((items) => {
    const grosses = items.map((item) => grossOf(item, currency));
    const part = Math.min(
      left,
      grosses.reduce((sum, gross) => sum + gross, 0),
    );
    left -= part;
    if (part === 0) return [];
    const amounts = splitByWeight(part, grosses);
    return items.flatMap((item, nth) => partOf(item, amounts[nth] ?? 0, currency));
  });
}

const minorOf = (text: string, currency: string): number => moneyOrNull(text, currency) ?? 0;

const grossOf = ({ total, total_tax }: WooChargedValue, currency: string): number =>
  minorOf(total, currency) + minorOf(total_tax, currency);

function partOf(item: WooChargedValue, amount: number, currency: string): Record<string, unknown>[] {
  if (amount === 0) return [];
  const taxes = item.taxes.filter(({ total }) => minorOf(total, currency) > 0);
  const weights = [item.total, ...taxes.map(({ total }) => total)].map((text) => minorOf(text, currency));
  const [net = amount, ...taxed] = splitByWeight(amount, weights);
  const refund_tax = taxes.map(({ id }, nth) => ({ id, refund_total: Number(toDecimal(taxed[nth] ?? 0, currency)) }));
  return [{ id: item.id, refund_total: Number(toDecimal(net, currency)), ...(taxes.length > 0 && { refund_tax }) }];
}
