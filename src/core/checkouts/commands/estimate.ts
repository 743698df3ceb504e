import type { Quote } from '../../../domain/checkout.ts';
import { shipsTo } from '../../../domain/waitlist.ts';
import { newRowId } from '../../../platform/row-id.ts';
import type { PriceRequest } from '../../../protocol/schema/frame-api.ts';
import type { Deps } from '../../deps.ts';
import type { HoldRequest, Pipeline } from '../../stock/sale-requests.ts';
import { openWaitlistOf } from '../../waitlists/queries.ts';
import { validateAddress } from '../address-rules.ts';
import { keyOf, readForHolds } from './hold-reads.ts';
import { priceOf } from './price.ts';
import { askTax, findRequested, readCode, refusal } from './reserve.ts';

export type Estimate = Quote & { pricesIncludeTax: boolean };

// What a hold also needs, and a price does not.
const NOBODY = { firstName: '', lastName: '', line1: '', line2: '', phoneNumber: '' };
const UNASKED = { replaces: true, email: '', customerKey: '', clientAddress: '', locale: '', askedAt: 0 } as const;

/**
 * Returns what a shopper would pay at this place, and holds nothing: a wallet asks for each address that its shopper looks at. It
 * reads and computes as a hold does, without its locks. Only the hold decides, so the amounts are compared with it before anyone
 * pays.
 */
export async function estimate(deps: Pick<Deps, 'db' | 'tax'>, body: PriceRequest): Promise<Estimate> {
  const { country, region, postalCode, city, quantity } = body;
  const checkoutId = body.checkoutId ?? newRowId();
  const discountCode = readCode(body.discountCode);
  const { storeId, productId, variantId } = await findRequested(deps, { ...body, locale: 'en' });
  const { address } = validateAddress({ ...NOBODY, country, region, postalCode, city });
  const [waitlistId, tax] = await Promise.all([
    openWaitlistOf(deps.db, storeId, productId),
    askTax(deps, storeId, address),
  ]);
  if (waitlistId === null) throw refusal({ kind: 'waitlist_not_open' });
  const request: HoldRequest = {
    ...UNASKED,
    storeId,
    checkoutId,
    waitlistId,
    variantId,
    quantity,
    address,
    discountCode,
    tax,
    marketingText: null,
    lineItemProperties: null,
    idempotency: null,
  };
  const pipeline: Pipeline = { send: (_name, text, values) => deps.db.query(text, values) };
  const reads = await readForHolds(pipeline, [request]);
  const offer = reads.offers.get(keyOf(storeId, waitlistId, variantId));
  if (!offer) throw refusal({ kind: 'waitlist_not_open' });
  const rate = reads.rates.get(keyOf(storeId, country, address.region));
  if (rate?.shipping == null || !shipsTo(offer.countries, country)) throw refusal({ kind: 'country_not_shipped' });
  const own = reads.own.get(keyOf(storeId, checkoutId));
  const price = priceOf(reads, request, { offer, rate, shipping: rate.shipping, own });
  if (price.kind === 'discount_refused') throw refusal(price);
  return { ...price.quote, pricesIncludeTax: offer.pricesIncludeTax };
}
