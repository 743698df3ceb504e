import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { ownTurns, type TakeTurns } from '../../../platform/call-turns.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { AccountKeys, AccountTrouble, CheckoutScript, PaymentAccounts } from '../port.ts';
import { ProviderError } from '../port.ts';
import { chargeable, stripeScale, takesEveryAmount, toStripeAmount } from './amounts.ts';
import {
  callsPerSecondOf,
  modeOfKey,
  refusedCalls,
  type StripeCalls,
  type StripeCallsOptions,
  type StripeTimes,
  stripeCalls,
} from './client.ts';
import { readDispute } from './disputes.ts';
import { readEvent, STRIPE_EVENTS } from './events.ts';
import { findPayment, listPayments } from './listing.ts';
import { createPace, type Pace } from './pace.ts';
import { createStripeProvider, STRIPE } from './provider.ts';

type StripeAccountsOptions = {
  returnUrl: string;
  /** The address of the stand-in; tests have several. Without one every account is at Stripe itself. */
  standIns?: ReadonlySet<string>;
  /** Shorter time-outs and fewer retries, for callers that cannot wait as long as Stripe may take. */
  times?: StripeTimes;
  /** Takes turns for an account's calls; the default shares them only within this process. */
  takeTurns?: TakeTurns;
};

/** Makes the accounts for merchants' accounts at Stripe. */
export function createStripeAccounts({
  returnUrl,
  standIns = new Set(),
  times,
  takeTurns = ownTurns(),
}: StripeAccountsOptions): PaymentAccounts {
  const paceOf = createPaces(takeTurns);
  const faultOfAddress = (keys: AddressedKeys) => addressFault(keys, standIns);
  const calls = (keys: AccountKeys, options: Pick<StripeCallsOptions, 'onTrouble'> = {}) => {
    const fault = faultOfAddress(keys);
    if (fault) return refusedCalls(fault.message, options);
    return stripeCalls(keys, { ...options, times, pace: paceOf(keys) });
  };
  const use = ({ secretKey }: AccountKeys) => ({ mode: modeOfKey(secretKey), returnUrl });
  return {
    name: STRIPE,
    events: STRIPE_EVENTS,
    faultOf,
    faultOfAddress,
    check: (keys) => check(keys),
    mayCharge: (keys, currency) => mayCharge(calls(keys), currency),
    belongTogether: (keys) => belongTogether(calls(keys), publishableCalls(keys)),
    knows: (keys, ref) => knows(keys, ref),
    callsPerSecond: callsPerSecondOf,
    provider: (keys, onTrouble) => createStripeProvider(calls(keys, { onTrouble }), use(keys)),
    readEvent: (keys, message) => readEvent(keys.webhookSecret, message),
    readDispute: (keys, ref) => readDispute(calls(keys), ref),
    find: (keys, ref) => findPayment(calls(keys), ref),
    list: (keys, from, until) => listPayments(calls(keys), from, until),
    chargeable,
    takes: takesEveryAmount,
    checkoutScript: ({ publishableKey, address }, currency) =>
      checkoutScript(faultOfAddress({ publishableKey, address }) ? null : address, currency),
  };

  /** Calls with the publishable key, at the pace of the secret one. */
  function publishableCalls(keys: AccountKeys) {
    return stripeCalls({ ...keys, secretKey: keys.publishableKey }, { times, pace: paceOf(keys) });
  }

  async function check(keys: AccountKeys): Promise<AccountTrouble | null> {
    let found: AccountTrouble | null = null;
    const onTrouble = async (trouble: AccountTrouble) => {
      found = trouble;
    };
    try {
      await calls(keys, { onTrouble })((s) => s.paymentIntents.list({ limit: 1 }));
    } catch (error) {
      if (found === null) throw error;
    }
    return found;
  }

  async function knows(keys: AccountKeys, ref: string): Promise<boolean> {
    try {
      await createStripeProvider(calls(keys), use(keys)).read(ref);
      return true;
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'refused') return false;
      throw error;
    }
  }
}

type AddressedKeys = Pick<AccountKeys, 'publishableKey' | 'address'>;

function addressFault({ publishableKey, address }: AddressedKeys, standIns: ReadonlySet<string>) {
  const [standIn] = modeOfKey(publishableKey) === 'test' ? standIns : [];
  if (address === null || (standIn !== undefined && standIns.has(address))) return null;
  const message =
    standIn === undefined
      ? 'This store cannot pay at another address than the provider’s own. Leave the address out.'
      : `A test store may pay at the stand-in of this service, ${standIn}, and at no other address.`;
  return { param: 'address', message };
}

/** Returns a function that finds the pace of an account. Stores with the same secret key share it. */
function createPaces(takeTurns: TakeTurns): (keys: AccountKeys) => Pace {
  const paces = new Map<string, { perSecond: number | null; pace: Pace }>();
  return (keys) => {
    const perSecond = callsPerSecondOf(keys);
    const of = sha256Hex(keys.secretKey);
    const known = paces.get(of);
    if (known) {
      known.perSecond = perSecond;
      return known.pace;
    }
    const pace = createPace({
      perSecond: () => paces.get(of)?.perSecond ?? null,
      takeTurns: (count, rate) => takeTurns(`stripe ${of}`, count, rate),
    });
    paces.set(of, { perSecond, pace });
    return pace;
  };
}

/** Creates a payment of the smallest amount and cancels it. Stripe refuses the creation if the account may not charge. */
async function mayCharge(secret: StripeCalls, currency: string): Promise<boolean> {
  const params: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(chargeable(currency).least, currency),
    currency: currency.toLowerCase(),
    capture_method: 'manual',
    allowed_payment_method_types: ['card'],
  };
  const key = randomUUID();
  try {
    const { id } = await secret((s) => s.paymentIntents.create(params, { idempotencyKey: `try:${key}` }));
    await secret((s) => s.paymentIntents.cancel(id, {}, { idempotencyKey: `end:${key}` }));
    return true;
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'account') return false;
    throw error;
  }
}

const NOT_ITS_OBJECT = ['StripeInvalidRequestError', 'StripeAuthenticationError', 'StripePermissionError'];

/**
 * Creates a SetupIntent, which takes no money, with one key and reads it with the other. It is not cancelled: Stripe would send
 * that event to the account's endpoint, which refuses events while the account is not connected.
 */
async function belongTogether(secret: StripeCalls, publishable: StripeCalls): Promise<boolean> {
  const params = { usage: 'on_session' as const, allowed_payment_method_types: ['card' as const] };
  try {
    const { id, client_secret } = await secret((s) =>
      s.setupIntents.create(params, { idempotencyKey: `check:${randomUUID()}` }),
    );
    const seen = await publishable(
      (s) => s.setupIntents.retrieve(id, { client_secret: client_secret ?? '' }),
      ({ type }) => (NOT_ITS_OBJECT.includes(type) ? { otherAccount: true } : null),
    );
    return !('otherAccount' in seen);
  } catch (error) {
    if (error instanceof ProviderError) return true; // no answer, or the key may not create SetupIntents
    throw error;
  }
}

const SECRET_KEY = /^(sk|rk)_(test|live)_\w{10,250}$/;
const PUBLISHABLE_KEY = /^pk_(test|live)_\w{10,250}$/;
const WEBHOOK_SECRET = /^whsec_[\w+/=]{10,250}$/;

const faultOf: PaymentAccounts['faultOf'] = (keys, { mode, currency }) => {
  if (!SECRET_KEY.test(keys.secretKey)) {
    return {
      param: 'secret_key',
      message:
        'A secret key begins with sk_test_ or sk_live_ or, restricted, rk_test_ or rk_live_, and is copied whole.',
    };
  }
  if (!PUBLISHABLE_KEY.test(keys.publishableKey)) {
    return {
      param: 'publishable_key',
      message: 'A publishable key begins with pk_test_ or pk_live_, and is copied whole.',
    };
  }
  if (!WEBHOOK_SECRET.test(keys.webhookSecret)) {
    return {
      param: 'webhook_secret',
      message: 'A signing secret of a webhook endpoint begins with whsec_, and is copied whole.',
    };
  }
  for (const [param, key] of [
    ['secret_key', keys.secretKey],
    ['publishable_key', keys.publishableKey],
  ] as const) {
    if (modeOfKey(key) === mode) continue;
    return { param, message: `This is a ${modeOfKey(key)} key, but the store is a ${mode} store.` };
  }
  if (takesEveryAmount(currency)) return null;
  const message = `A store in ${currency} cannot be paid through Stripe. Stripe takes only multiples of ten of its smallest unit, but the service computes tax, discounts and shares to the last unit, so some amounts could not be charged or given back.`;
  return { param: 'store', message };
};

// The release of the API's version. Stripe does not allow serving a copy of the script.
const STRIPE_JS = 'https://js.stripe.com/endive/stripe.js';

/** Returns Stripe's script, and the origins that its documentation requires in a policy for the methods that we offer. */
function checkoutScript(address: string | null, currency: string): CheckoutScript {
  const amountScale = stripeScale(currency);
  if (address !== null) {
    const origins = [new URL(address).origin];
    return {
      amountScale,
      script: `${address}/v3/`,
      hasWallets: true,
      scriptOrigins: origins,
      frameOrigins: origins,
      connectOrigins: origins,
    };
  }
  return {
    amountScale,
    script: STRIPE_JS,
    hasWallets: true,
    scriptOrigins: ['https://js.stripe.com', 'https://*.js.stripe.com'],
    frameOrigins: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    connectOrigins: ['https://api.stripe.com'],
  };
}
