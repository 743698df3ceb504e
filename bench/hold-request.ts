import { randomBytes, randomUUID } from 'node:crypto';
import type { HoldRequest } from '../src/core/stock/sale-requests.ts';
import { tableRate } from '../src/domain/tax.ts';
import { newRowId } from '../src/platform/row-id.ts';
import { checkoutRequest, type Offer } from '../test/support/core.ts';

/** Makes a request for a hold of the offer's variant, each time from a new customer and a new address. */
export function holdRequest(offer: Offer): HoldRequest {
  const { email, address, quantity } = checkoutRequest(offer);
  return {
    storeId: offer.storeId,
    waitlistId: offer.waitlistId,
    variantId: offer.variantId,
    checkoutId: newRowId(),
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
    idempotency: { scope: 'bench', key: randomUUID(), bodyHash: randomBytes(32).toString('hex') },
  };
}
