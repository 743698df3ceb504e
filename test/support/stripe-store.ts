import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import { isObject, type JsonObject } from '../../packages/stripe-stand-in/src/json.ts';
import { readAccount } from '../../src/core/accounts/queries.ts';
import type { AccountKeys } from '../../src/integrations/payments/port.ts';
import { STRIPE_EVENTS } from '../../src/integrations/payments/stripe/events.ts';
import type { CheckoutView, PaymentResult } from '../../src/protocol/schema/frame-api.ts';
import { createCheckoutClient, shippingStep } from './checkout-client.ts';
import { TEST_SECRET_KEY } from './merchant.ts';
import { callStripe, connectAtStandIn, openStripe, type StandIn } from './stripe.ts';
import {
  createStoreWithWaitlist,
  type StoreOptions,
  type StoreWithWaitlist,
  type System,
  startSystem,
} from './system.ts';

/**
 * The whole service, the stand-in for Stripe over the same database, and a store that is paid through an account there.
 */
export type StripeStore = {
  system: System;
  standIn: StandIn;
  store: StoreWithWaitlist;
  keys: AccountKeys;
  /** The address to which Stripe sends this store's messages. */
  hook: string;
  api: ReturnType<typeof createCheckoutClient>;
  /** Creates a checkout with its hold. */
  hold(): Promise<CheckoutView>;
  /** Pays with Stripe's test card of this name. */
  pay(checkout: CheckoutView, card?: string): Promise<PaymentResult>;
  /** Places a pre-order. Resolves with its payment at Stripe once it is captured. */
  buy(card?: string): Promise<{ reference: string; intent: JsonObject }>;
  /** Asks Stripe with the store's own key. */
  ask(path: string, form?: string, method?: 'GET' | 'POST'): Promise<JsonObject>;
  /** Reads the attempt's payment at Stripe. */
  intentOf(checkout: CheckoutView): Promise<JsonObject>;
  fault(kind: string, given?: Record<string, string>): Promise<unknown>;
  stop(): Promise<void>;
};

type OpenOptions = StoreOptions & {
  webhooks?: Record<string, string>;
  /** A system that runs already, with the secret key of tests; it ends with the store. */
  system?: System;
};

export async function openStripeStore({ system: given, ...options }: OpenOptions = {}) {
  const system = given ?? (await startSystem({ secretKey: TEST_SECRET_KEY }));
  const standIn = await openStripe(system.db);
  const { store, keys, hook } = await connectStore(system, standIn, options);
  const api = createCheckoutClient(system);
  const ask: StripeStore['ask'] = async (path, form = '', method = form === '' ? 'GET' : 'POST') => {
    const answer = await callStripe(standIn.stripe.url, { key: keys.secretKey, method, path, form });
    return JSON.parse(answer.text);
  };
  const intentOf = async ({ id }: CheckoutView) => {
    const [row] = await system.db.query<{ ref: string }>(
      'SELECT provider_ref AS ref FROM attempt WHERE checkout_id = $1 ORDER BY created_at DESC LIMIT 1',
      [id],
    );
    return ask(`/v1/${row?.ref.startsWith('seti_') ? 'setup' : 'payment'}_intents/${row?.ref}`);
  };
  const tokenFor = async (card: string) => {
    const made = await ask('/v1/test_helpers/confirmation_tokens', `payment_method=${card}`);
    return String(made.id);
  };
  const made: StripeStore = {
    system,
    standIn,
    store,
    keys,
    hook,
    api,
    ask,
    intentOf,
    hold: () => api.hold(shippingStep(store)),
    async pay(checkout, card = 'pm_card_visa') {
      const answer = await api.pay(checkout, 'succeeds', { token: await tokenFor(card) });
      expect(answer.status, answer.text).toBe(200);
      return answer.data;
    },
    async buy(card) {
      const checkout = await made.hold();
      const result = await made.pay(checkout, card);
      expect(result.outcome).toBe('completed');
      const intent = await vi.waitFor(
        async () => {
          const found = await intentOf(checkout);
          expect(found.status).toBe('succeeded');
          return found;
        },
        { timeout: 10_000, interval: 50 },
      );
      return { reference: result.checkout.preorder?.reference ?? '', intent };
    },
    fault: (kind, given = {}) => standIn.stripe.act('faults', { account: standIn.account, kind, ...given }),
    async stop() {
      await standIn.stop();
      await system.stop();
    },
  };
  return made;
}

type ConnectOptions = StoreOptions & { webhooks?: Record<string, string> };

/** Creates a store and connects it with the standIn's account. */
export async function connectStore(system: System, standIn: StandIn, options: ConnectOptions = {}) {
  const { webhooks = {}, ...storeOptions } = options;
  const store = await createStoreWithWaitlist(system, { prices: [12_900], ...storeOptions });
  const connect = (webhookSecret: string) =>
    connectAtStandIn(system.deps, store.storeId, { ...standIn.keys, webhookSecret });
  await connect(`whsec_${randomUUID().replaceAll('-', '')}`);
  const account = await readAccount(system.db, store.storeId);
  const hook = `${system.baseUrl}/webhooks/stripe/${account?.hookId}`;
  // Exactly the events that the guide tells a merchant to choose.
  const events = Object.fromEntries(STRIPE_EVENTS.map((type, at) => [`enabled_events[${at}]`, type]));
  const endpoint = await standIn.stripe.act('webhook_endpoints', {
    account: standIn.account,
    url: hook,
    ...events,
    ...webhooks,
  });
  const webhookSecret = String(endpoint.secret);
  await connect(webhookSecret);
  return { store, hook, keys: { ...standIn.keys, webhookSecret } };
}

/** Sums up what was taken and refunded according to our ledger. */
export async function ledgerOf(system: System, storeId: string): Promise<{ taken: number; back: number }> {
  const [row] = await system.db.query<{ taken: number; back: number }>(
    `SELECT coalesce(sum(amount) FILTER (WHERE amount > 0), 0)::bigint AS taken,
            coalesce(-sum(amount) FILTER (WHERE amount < 0), 0)::bigint AS back
     FROM ledger_entry WHERE store_id = $1 AND account = 'provider'`,
    [storeId],
  );
  return row ?? { taken: 0, back: 0 };
}

export const listOf = (answer: JsonObject): JsonObject[] =>
  Array.isArray(answer.data) ? answer.data.filter(isObject) : [];
