import { type Quote, quote } from '../../../domain/checkout.ts';
import { type DiscountRefusal, decideDiscount } from '../../../domain/discount.ts';
import type { Millionths } from '../../../domain/tax.ts';
import type { HoldRequest } from '../../stock/sale-requests.ts';
import { type DiscountRow, type HoldReads, keyOf, type OfferRow, type OwnRow, type RateRow } from './hold-reads.ts';

export type Price =
  | { kind: 'priced'; quote: Quote; taxMillionths: Millionths; discount: DiscountRow | null }
  | { kind: 'discount_refused'; refusal: DiscountRefusal };

type PriceRows = { offer: OfferRow; rate: RateRow; shipping: number; own: OwnRow | undefined };

/** Returns the price of a request. It runs under the locks, so two shoppers never both get the last use of a code. */
export function priceOf(reads: HoldReads, request: HoldRequest, { offer, rate, shipping, own }: PriceRows): Price {
  const { storeId, discountCode, quantity, waitlistId } = request;
  const discount = discountCode === null ? null : (reads.discounts.get(keyOf(storeId, discountCode)) ?? null);
  let off = 0;
  if (discountCode !== null) {
    const goods = offer.price * quantity;
    const uses = (discount?.uses ?? 0) - (discount && own?.discountId === discount.id ? 1 : 0);
    const { now } = reads;
    const decision = decideDiscount(discount, { now, goods, productId: offer.productId, waitlistId, uses });
    if (decision.kind === 'refused') return { kind: 'discount_refused', refusal: decision };
    off = decision.amount;
  }
  const taxMillionths = request.tax(rate.tax);
  const priced = quote({
    unitPrice: offer.price,
    quantity,
    discount: off,
    shipping,
    taxMillionths,
    pricesIncludeTax: offer.pricesIncludeTax,
    plan: offer,
  });
  return { kind: 'priced', quote: priced, taxMillionths, discount };
}

/** Counts the use of a code for later requests of the same batch. */
export function countUse(reads: HoldReads, own: OwnRow | undefined, granted: DiscountRow | null): void {
  for (const row of reads.discounts.values()) {
    if (row.id === granted?.id) row.uses += 1;
    if (row.id === own?.discountId) row.uses -= 1;
  }
}
