import type { LineItem, ShippingRate } from '@stripe/stripe-js';
import type { Price } from '../../../../protocol/schema/frame-api.ts';
import { formatAmount } from '../../../ui/money.ts';
import { shipsOf } from '../order.ts';
import type { Context } from '../state.ts';
import { currencyOf } from '../texts.ts';

/** What a wallet shows besides the amount that is paid now. */
type Sheet = { lineItems: LineItem[]; shippingRates: ShippingRate[] };

/**
 * Returns what the wallet shows. Its lines add up to what is paid now, as the provider demands. Where a part or all is paid later, a
 * line says so in words, because the wallet has no place for an amount that it does not charge.
 */
export function sheetOf(context: Context, price: Price): Sheet {
  const { t, offer, state } = context;
  const scale = (amount: number) => amount * (offer.script?.amountScale ?? 1);
  const { subtotal, discount, shipping, tax, total, dueNow, pricesIncludeTax } = price;
  if (dueNow < total) {
    const ships = shipsOf(context, state());
    const money = (amount: number) => formatAmount(amount, currencyOf(context));
    return {
      lineItems: [
        { name: `${t('total')} ${money(total)}`, amount: 0 },
        ...(dueNow > 0 ? [{ name: t('total_now'), amount: scale(dueNow) }] : []),
        { name: t('wallets.later', { amount: money(total - dueNow) }), amount: 0 },
        ...(ships === undefined ? [] : [{ name: t('ships', { window: ships }), amount: 0 }]),
      ],
      shippingRates: [{ id: 'delivery', displayName: `${t('delivery')} ${money(shipping)}`, amount: 0 }],
    };
  }
  const goods = { name: `${offer.product.title} × ${state().form.quantity}`, amount: scale(subtotal - discount) };
  const taxes = tax > 0 && !pricesIncludeTax ? [{ name: t('tax'), amount: scale(tax) }] : [];
  return {
    lineItems: [goods, ...taxes],
    shippingRates: [{ id: 'delivery', displayName: t('delivery'), amount: scale(shipping) }],
  };
}
