import { randomUUID } from 'node:crypto';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { pay } from '../../src/core/payments/commands/pay.ts';
import { settle } from '../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../src/core/payments/queries.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import type { CheckoutRequest } from '../../src/protocol/schema/frame-api.ts';
import { testCardToken } from '../../src/protocol/wire/test-cards.ts';
import { viewCheckout } from './checkout-view.ts';
import { type Core, checkoutRequest, type Offer } from './core.ts';

type Purchase = Partial<CheckoutRequest> & {
  card?: string;
  /** The token of a card at another provider, instead of a card of the test provider. */
  token?: string;
  /** Whether the box for marketing is ticked. */
  marketingConsent?: boolean;
  marketingLeftTicked?: boolean;
};

/**
 * Places a pre-order and moves its money as the job does. The default card succeeds; a challenge is passed. Resolves with
 * the reference.
 */
export async function buyFrom(core: Core, offer: Offer, purchase: Purchase = {}): Promise<string> {
  const reference = await placeFrom(core, offer, purchase);
  const { id } = await readPreorder(core.db, offer.storeId, reference);
  await moveMoney(core, offer.storeId, id);
  return reference;
}

/** Places a pre-order without running any job: the payment is authorised, not captured. */
export async function placeFrom(core: Core, offer: Offer, purchase: Purchase = {}): Promise<string> {
  const { card = '4242424242424242', token = testCardToken(card), ...rest } = purchase;
  const { marketingConsent = false, marketingLeftTicked = false, ...changes } = rest;
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() };
  const checkoutId = await makeCheckout(core, checkoutRequest(offer, changes), shopper);
  const { total, dueNow } = await viewCheckout(core, checkoutId);
  const settled = await pay(core, {
    storeId: offer.storeId,
    checkoutId,
    total,
    dueNow,
    token,
    marketingConsent,
    marketingLeftTicked,
    idempotency: { key: randomUUID(), bodyHash: 'once' },
  });
  if (settled.kind === 'requires_action') {
    await core.testProvider.answerChallenge(settled.ref, settled.clientSecret, true);
    const attempt = await readLatestAttempt(core.db, offer.storeId, checkoutId);
    await settle(core, { storeId: offer.storeId, attemptId: attempt?.id ?? '' });
  }
  const { preorder } = await viewCheckout(core, checkoutId);
  if (!preorder) throw new Error('no pre-order was placed');
  return preorder.reference;
}
