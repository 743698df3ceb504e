import { randomUUID } from 'node:crypto';
import { endCheckout } from '../../src/core/checkouts/commands/end.ts';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import type { CheckoutRequest } from '../../src/protocol/schema/frame-api.ts';
import { type Core, checkoutRequest, type Offer } from './core.ts';

export type HeldCheckout = { storeId: string; checkoutId: string };

/** Creates a checkout with its hold for a shopper with a new address. */
export async function holdFrom(
  core: Core,
  offer: Offer,
  changes: Partial<CheckoutRequest> = {},
): Promise<HeldCheckout> {
  const shopper = { clientAddress: randomUUID(), idempotencyKey: randomUUID() };
  const checkoutId = await makeCheckout(core, checkoutRequest(offer, changes), shopper);
  return { storeId: offer.storeId, checkoutId };
}

export async function abandonCheckout(core: Core, held: HeldCheckout): Promise<void> {
  await endCheckout(core, held, 'abandoned');
}
