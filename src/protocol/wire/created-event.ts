import type { LineItemProperties, SdkEvents } from './sdk-events.ts';

/** The facts for `PreorderCreated`: a checkout as its shopper sees it, with the pre-order that it became. */
export type CreatedFacts = {
  waitlistId: string;
  currency: string;
  lineItemProperties: LineItemProperties | null;
  preorder: {
    reference: string;
    email: string;
    address: Record<'firstName' | 'lastName' | 'line1' | 'line2' | 'city' | 'postalCode' | 'country', string>;
    lineItems: { id: string; sku: string; skuId: string }[];
    total: number;
  };
};

/**
 * Returns the payload of `PreorderCreated` for both its senders: the frame that took the payment, and the service's relay.
 */
export function createdEvent(
  { waitlistId, currency, lineItemProperties, preorder }: CreatedFacts,
  currencyDigits: number,
): SdkEvents['PreorderCreated'] {
  const { firstName, lastName, line1, line2, city, postalCode, country } = preorder.address;
  return {
    reference: preorder.reference,
    email: preorder.email,
    shippingAddress: { firstName, lastName, addressLine1: line1, addressLine2: line2, city, postalCode, country },
    lineItems: preorder.lineItems.map(({ id, sku, skuId }) => ({ id, sku, skuId, properties: lineItemProperties })),
    total: { amount: preorder.total / 10 ** currencyDigits, currency },
    releaseId: waitlistId,
  };
}
