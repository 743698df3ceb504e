import type { Store } from '../../../core/stores/queries.ts';
import { currencyDigits } from '../../../domain/currency.ts';
import { PAY_NOW } from '../../../domain/payment-plan.ts';
import type { Offered } from '../checkout/document.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const UNITS = 20;
const PRICE = 129;

/** Returns an offer for the picture of a store that has none yet. Its product is called like the store: that needs no translation. */
export function sampleOffer({ name, currency }: Pick<Store, 'name' | 'currency'>): Offered {
  const ships = { from: '2031-06-10', until: '2031-06-15' };
  const price = PRICE * 10 ** currencyDigits(currency);
  const variant = { variantId: ID, externalId: '1', title: '', price, left: UNITS, ships };
  return {
    product: { externalId: '1', title: name, imageUrl: null, variants: [{ id: ID, imageUrl: null }] },
    waitlist: {
      id: ID,
      plan: PAY_NOW,
      description: '',
      limitPerCustomer: null,
      countries: null,
      withdrawalExclusion: null,
      variants: [variant],
    },
  };
}
