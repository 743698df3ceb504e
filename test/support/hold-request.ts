import { randomBytes, randomUUID } from 'node:crypto';
import type { HoldRequest } from '../../src/core/stock/sale-requests.ts';
import { tableRate } from '../../src/domain/tax.ts';
import { checkoutRequest, type Offer } from './core.ts';

/** Returns a request to the sale queue for a hold of the offer's variant, from a new customer and a new address. */
export function holdRequest(offer: Offer, changes: Partial<HoldRequest> = {}): HoldRequest {
  const { email, address, quantity } = checkoutRequest(offer);
  return {
    storeId: offer.storeId,
    waitlistId: offer.waitlistId,
    variantId: offer.variantId,
    checkoutId: randomUUID(),
    replaces: false,
    quantity,
    email,
    address,
    locale: 'en',
    lineItemProperties: null,
    marketingText: null,
    discountCode: null,
    tax: tableRate,
    customerKey: randomBytes(32).toString('hex'),
    clientAddress: randomUUID(),
    askedAt: performance.now(),
    idempotency: { scope: 'test', key: randomUUID(), bodyHash: 'same' },
    ...changes,
  };
}
