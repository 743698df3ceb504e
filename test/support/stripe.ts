import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { type StripeStandIn, startStripeStandIn } from '../../packages/stripe-stand-in/src/server.ts';
import { connectAccount } from '../../src/core/accounts/commands/connect.ts';
import type { Deps } from '../../src/core/deps.ts';
import type { AccountKeys, OtherHand, Payment, PaymentProvider } from '../../src/integrations/payments/port.ts';
import type { StripeCalls, StripeKeys } from '../../src/integrations/payments/stripe/client.ts';
import { booksOf, pageScripts, pageTexts } from '../../src/main/stand-in.ts';
import type { Database } from '../../src/platform/db.ts';
import { createLog } from '../../src/platform/log.ts';
import { openedStandIns } from './opened-stand-ins.ts';

/** The stand-in for Stripe over a test's database, with a new account. */
export type StandIn = {
  stripe: StripeStandIn;
  account: string;
  /** The keys of test mode. */
  keys: StripeKeys & { publishableKey: string };
  live: StripeKeys & { publishableKey: string };
  stop(): Promise<void>;
};

export async function openStripe(db: Database): Promise<StandIn> {
  const stripe = await startStripeStandIn({
    books: booksOf(db),
    log: createLog('silent'),
    texts: pageTexts,
    scripts: pageScripts,
  });
  openedStandIns.add(stripe.url);
  const made = await stripe.act('accounts', {});
  const keysOf = (mode: string) => ({
    secretKey: String(made[`${mode}_secret`]),
    publishableKey: String(made[`${mode}_publishable`]),
    address: stripe.url,
  });
  return { stripe, account: String(made.id), keys: keysOf('test'), live: keysOf('live'), stop: () => stripe.stop() };
}

/** Connects the store at the stand-in, as a process does that names it. */
export function connectAtStandIn(deps: Deps, storeId: string, keys: AccountKeys): Promise<void> {
  if (keys.address !== null) openedStandIns.add(keys.address);
  return connectAccount(deps, storeId, keys);
}

/** Stripe's names of its test cards. They work with a real key in test mode, too. */
export const STRIPE_CARDS = {
  good: 'pm_card_visa',
  declined: 'pm_card_visa_chargeDeclined',
  secondStep: 'pm_card_authenticationRequiredOnSetup',
  neverAnswers: 'pm_card_neverAnswers',
  chargeDeclined: 'pm_card_chargeCustomerFail',
  /** Only the stand-in knows this one. */
  declinedAway: 'pm_card_declinesAway',
  chargeSecondStep: 'pm_card_authenticationRequired',
};

/**
 * Turns cards into confirmation tokens like the browser, by Stripe's helper for tests. Like the card form, it tells whether
 * the card is kept.
 */
export function withConfirmationTokens(provider: PaymentProvider, calls: StripeCalls): PaymentProvider {
  return {
    ...provider,
    async confirm(ref, card) {
      if (!/^(pi|seti)_/.test(ref)) return provider.confirm(ref, card);
      const usage = ref.startsWith('seti_')
        ? 'off_session'
        : (await calls((s) => s.paymentIntents.retrieve(ref))).setup_future_usage;
      const chosen = { payment_method: card, ...(usage === null ? {} : { setup_future_usage: usage }) };
      const idempotencyKey = `token:${randomUUID()}`;
      const token = await calls((s) => s.testHelpers.confirmationTokens.create(chosen, { idempotencyKey }));
      return provider.confirm(ref, token.id);
    },
  };
}

/** Acts as the merchant in the dashboard, without ids of our movements. */
export function dashboardOf(calls: StripeCalls): OtherHand {
  const key = () => ({ idempotencyKey: `dashboard:${randomUUID()}` });
  return {
    capture: (ref, amount) => calls((s) => s.paymentIntents.capture(ref, { amount_to_capture: amount }, key())),
    cancel: (ref) => calls((s) => s.paymentIntents.cancel(ref, {}, key())),
    refund: (ref, amount) => calls((s) => s.refunds.create({ payment_intent: ref, amount }, key())),
  };
}

/** Returns a function that approves a challenge on the bank's page. */
export function approveAt(url: string): (payment: Pick<Payment, 'ref' | 'clientSecret'>) => Promise<void> {
  return async ({ ref, clientSecret }) => {
    const address = `${url}/fake/challenge/${ref}?client_secret=${encodeURIComponent(clientSecret)}&answer=approve`;
    const response = await fetch(address, { method: 'POST' });
    if (!response.ok) throw new Error(`the bank answered ${response.status}`);
  };
}

export type RawAnswer = { status: number; headers: Record<string, unknown>; text: string };

/** Makes one call without the official client. */
export function callStripe(
  url: string,
  { key, method = 'POST', path, form = '', headers = {} }: RawCall,
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const body = method === 'POST' ? form : '';
    const sent = request(
      `${url}${path}`,
      {
        method,
        agent: false,
        headers: {
          ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
          'stripe-version': '2026-10-28.endive',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

type RawCall = {
  key?: string;
  method?: 'GET' | 'POST' | 'DELETE';
  path: string;
  form?: string;
  headers?: Record<string, string>;
};
