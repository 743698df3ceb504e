import { randomUUID } from 'node:crypto';
import { afterAll, expect } from 'vitest';
import { reconcileStore } from '../../src/core/accounts/commands/reconcile.ts';
import { makeCheckout } from '../../src/core/checkouts/commands/reserve.ts';
import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { pay } from '../../src/core/payments/commands/pay.ts';
import { readLatestAttempt } from '../../src/core/payments/queries.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import type { OtherHand } from '../../src/integrations/payments/port.ts';
import { stripeCalls } from '../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../src/integrations/payments/stripe/provider.ts';
import { placeFrom } from './buy.ts';
import type { Sold } from './charges.ts';
import { viewCheckout } from './checkout-view.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer, type OfferOptions } from './core.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { approveAt, connectAtStandIn, dashboardOf, openStripe, type StandIn } from './stripe.ts';

/** A store that is paid through Stripe, its merchant in the dashboard, and no job that runs by itself. */
export type OtherHandStage = {
  database: TestDatabase;
  core: Core;
  standIn: StandIn;
  /** Acts as the merchant in the dashboard, without any id of ours. */
  dashboard: OtherHand;
  /** Places a pre-order: the payment is authorised or the card is kept, and no money is captured. */
  place(options?: Partial<OfferOptions> & { quantity?: number; card?: string }): Promise<Placed>;
  /** Starts a payment up to the challenge of the bank. `approve` passes it without a message to the service. */
  begin(): Promise<Begun>;
  /** Expects that our books of the store agree with Stripe's. */
  expectAgreement(storeId: string): Promise<void>;
};

export type Begun = { storeId: string; checkoutId: string; attemptId: string; ref: string; approve(): Promise<void> };

export type Placed = Sold & {
  /** The payment at Stripe. */
  ref: string;
  attemptId: string;
  /** Moves the money like the job. */
  move(): Promise<void>;
};

export async function stageOtherHand(): Promise<OtherHandStage> {
  const database = await createTestDatabase();
  const standIn = await openStripe(database.db);
  const calls = stripeCalls(standIn.keys);
  const provider = createStripeProvider(calls, { mode: 'test', returnUrl: 'http://127.0.0.1:4000' });
  const core: Core = { ...createCore(database.db), payments: () => provider, paymentsFor: async () => provider };
  afterAll(async () => {
    await core.stop();
    await standIn.stop();
    await database.drop();
  });
  const connected = async (offered: Partial<OfferOptions>) => {
    const offer = await createOffer(core, { allocation: 10, ...offered });
    const webhookSecret = `whsec_${randomUUID().replaceAll('-', '')}`;
    await connectAtStandIn(core, offer.storeId, { ...standIn.keys, webhookSecret });
    return offer;
  };
  return {
    database,
    core,
    standIn,
    dashboard: dashboardOf(calls),
    begin: async () => beginPayment(core, standIn, await connected({})),
    async expectAgreement(storeId) {
      const day = 86_400_000;
      const period = { from: new Date(Date.now() - day), until: new Date(Date.now() + day) };
      expect((await reconcileStore(core, storeId, period)).differences).toEqual([]);
    },
    async place({ quantity = 1, card = 'pm_card_visa', ...offered } = {}) {
      const offer = await connected(offered);
      const { storeId } = offer;
      const reference = await placeFrom(core, offer, { token: card, quantity });
      const { id: preorderId } = await readPreorder(database.db, storeId, reference);
      const [attempt] = await database.db.query<{ id: string; ref: string }>(
        'SELECT a.id, a.provider_ref AS ref FROM preorder o JOIN attempt a ON a.id = o.attempt_id WHERE o.id = $1',
        [preorderId],
      );
      const { id: attemptId = '', ref = '' } = attempt ?? {};
      const move = () => moveMoney(core, storeId, preorderId);
      return { offer, storeId, reference, preorderId, attemptId, ref, move };
    },
  };
}

/** Pays a checkout of the offer up to the challenge of the shopper's bank. */
async function beginPayment(core: Core, standIn: StandIn, offer: Offer): Promise<Begun> {
  const { storeId } = offer;
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() };
  const checkoutId = await makeCheckout(core, checkoutRequest(offer), shopper);
  const { total, dueNow } = await viewCheckout(core, checkoutId);
  const asked = await pay(core, {
    storeId,
    checkoutId,
    total,
    dueNow,
    token: 'pm_card_authenticationRequired',
    marketingConsent: false,
    idempotency: { key: randomUUID(), bodyHash: 'once' },
  });
  if (asked.kind !== 'requires_action') throw new Error(`no challenge by the bank, but ${asked.kind}`);
  const { ref, clientSecret } = asked;
  const attempt = await readLatestAttempt(core.db, storeId, checkoutId);
  const approve = () => approveAt(standIn.stripe.url)({ ref, clientSecret });
  return { storeId, checkoutId, attemptId: attempt?.id ?? '', ref, approve };
}
