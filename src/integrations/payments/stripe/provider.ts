import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import {
  type ChargeRequest,
  type InspectedPayment,
  type Payment,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentStatus,
  ProviderError,
  type Sum,
} from '../port.ts';
import { chargeable, toStripeAmount } from './amounts.ts';
import { type PacedCalls, retryFailure, retryRefusal, type StripeCalls } from './client.ts';
import { toListed } from './listing.ts';
import { checkAnswer, type OurMetadata, PAYMENT_EXPANDS, paymentOf, SETUP_EXPANDS, setupOf } from './payment.ts';
import { findRefund, readRefunded } from './refunded.ts';

export const STRIPE = 'stripe';

// Only cards and card wallets. Other methods may leave the frame for another page.
const METHODS: ['card'] = ['card'];

type StripeUse = {
  mode: 'test' | 'live';
  /** A URL of ours. Stripe may require one for a confirm, although card payments never redirect to it. */
  returnUrl: string;
};

/**
 * Implements the payment port with Stripe. It uses PaymentIntents with manual capture, SetupIntents for cards that are only
 * kept, and PaymentIntents confirmed at once for charges while the shopper is away. Every call that changes anything has an
 * idempotency key, and every object has our ids in its metadata: Stripe forgets keys after a day, but never metadata.
 */
export function createStripeProvider(calls: PacedCalls, { mode, returnUrl }: StripeUse): PaymentProvider {
  const { soon } = calls;
  return {
    name: STRIPE,
    serves: (wanted) => wanted === mode,
    chargeable,
    create: (request) => (request.amount === 0 ? createSetup(soon, request) : createPayment(soon, request)),
    confirm: (ref, token) => confirm(soon, returnUrl, { ref, token }),
    read: (ref) => read(calls, ref),
    cancel: (ref) => cancel(calls, ref),
    charge: (request) => charge(calls, request),
    findCharge: (request) => findCharge(calls, request),
    capture: (ref, sum, movementId) => capture(calls, { ref, ...sum, movementId }),
    refund: (ref, sum, movementId) => refund(calls, { ref, ...sum, movementId }),
    forget: ({ ref }) => forget(calls, ref),
    hasDone: (ref, movementId) => hasDone(calls, ref, movementId),
    inspect: (ref) => inspect(calls, ref),
  };
}

const isSetup = (ref: string) => ref.startsWith('seti_');

function requirePayment(ref: string): void {
  if (!ref.startsWith('pi_')) throw new ProviderError('refused', 'no such payment');
}

async function read(calls: StripeCalls, ref: string): Promise<Payment> {
  if (isSetup(ref)) {
    const expand = SETUP_EXPANDS;
    return setupOf(checkAnswer(await calls((s) => s.setupIntents.retrieve(ref, { expand })), 'setup_intent', ref));
  }
  return toPayment(calls, await readIntent(calls, ref));
}

async function inspect(calls: StripeCalls, ref: string): Promise<InspectedPayment> {
  if (!isSetup(ref)) return toListed(calls, await readIntent(calls, ref));
  const { status, currency, capturedAmount } = await read(calls, ref);
  return { status, currency, capturedAmount, refunds: [] };
}

async function readIntent(calls: StripeCalls, ref: string): Promise<Stripe.PaymentIntent> {
  requirePayment(ref);
  const intent = await calls((s) => s.paymentIntents.retrieve(ref, { expand: PAYMENT_EXPANDS }));
  return checkAnswer(intent, 'payment_intent', ref);
}

async function toPayment(calls: StripeCalls, intent: Stripe.PaymentIntent): Promise<Payment> {
  return paymentOf(intent, await readRefunded(calls, intent));
}

/** Returns true if Stripe replayed the first response for the key. The object may have changed since. */
function isReplayed(answer: Stripe.Response<unknown>): boolean {
  return answer.lastResponse.headers['idempotent-replayed'] === 'true';
}

const ourMetadata = ({ storeId, attemptId }: { storeId: string; attemptId: string }): OurMetadata => ({
  store: storeId,
  attempt: attemptId,
});

async function createPayment(calls: StripeCalls, request: PaymentRequest): Promise<Payment> {
  const { intent, currency, attemptId } = request;
  if (intent === 'save') throw new ProviderError('refused', 'keeping a card with an amount');
  const customer = intent === 'pay_and_save' ? await createCustomer(calls, request) : null;
  const params: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(request.amount, currency),
    currency: currency.toLowerCase(),
    capture_method: 'manual',
    allowed_payment_method_types: METHODS,
    metadata: ourMetadata(request),
    expand: PAYMENT_EXPANDS,
    ...(customer === null ? {} : { customer, setup_future_usage: 'off_session' }),
  };
  const made = await calls((s) =>
    retryFailure(`create:${attemptId}`, (idempotencyKey) => s.paymentIntents.create(params, { idempotencyKey })),
  );
  checkAnswer(made, 'payment_intent');
  return isReplayed(made) ? read(calls, made.id) : toPayment(calls, made);
}

/** Creates a SetupIntent. It keeps the card; for a pre-order that costs nothing ever, it only checks the card. */
async function createSetup(calls: StripeCalls, request: PaymentRequest): Promise<Payment> {
  const keeps = request.intent !== 'pay';
  const customer = keeps ? await createCustomer(calls, request) : null;
  const params: Stripe.SetupIntentCreateParams = {
    usage: keeps ? 'off_session' : 'on_session',
    allowed_payment_method_types: METHODS,
    metadata: { ...ourMetadata(request), currency: request.currency },
    expand: SETUP_EXPANDS,
    ...(customer === null ? {} : { customer }),
  };
  const key = `create:${request.attemptId}`;
  const made = await calls((s) =>
    retryFailure(key, (idempotencyKey) => s.setupIntents.create(params, { idempotencyKey })),
  );
  checkAnswer(made, 'setup_intent');
  return isReplayed(made) ? read(calls, made.id) : setupOf(made);
}

/** Creates the customer that Stripe needs to keep a card. There is one per attempt, without personal data. */
async function createCustomer(calls: StripeCalls, request: PaymentRequest): Promise<string> {
  const metadata = ourMetadata(request);
  const made = await calls((s) =>
    retryFailure(`customer:${request.attemptId}`, (idempotencyKey) =>
      s.customers.create({ metadata }, { idempotencyKey }),
    ),
  );
  return checkAnswer(made, 'customer').id;
}

/** Confirms the object. A token is used once, so it is the idempotency key: a repeated confirm returns the result of the first. */
async function confirm(
  calls: StripeCalls,
  return_url: string,
  { ref, token }: { ref: string; token: string },
): Promise<Payment> {
  // Stripe accepts `pm_card_…`, its names of test cards, only in test mode. A shopper must not name any other payment method.
  const chosen = token.startsWith('pm_card_') ? { payment_method: token } : { confirmation_token: token };
  const idempotencyKey = `confirm:${createHash('sha256').update(`${ref} ${token}`).digest('hex')}`;
  const params = { ...chosen, use_stripe_sdk: true, return_url };
  if (isSetup(ref)) {
    const done = await calls(
      (s) => s.setupIntents.confirm(ref, { ...params, expand: SETUP_EXPANDS }, { idempotencyKey }),
      readInstead,
    );
    return 'readAgain' in done || isReplayed(done) ? read(calls, ref) : setupOf(checkAnswer(done, 'setup_intent', ref));
  }
  requirePayment(ref);
  const done = await calls(
    (s) => s.paymentIntents.confirm(ref, { ...params, expand: PAYMENT_EXPANDS }, { idempotencyKey }),
    readInstead,
  );
  if ('readAgain' in done || isReplayed(done)) return read(calls, ref);
  return toPayment(calls, checkAnswer(done, 'payment_intent', ref));
}

type ReadAgain = { readAgain: true };

/** Returns a mark for errors after which the object itself tells the result: a decline, or a state that does not allow the call. */
function readInstead(error: Stripe.errors.StripeError): ReadAgain | null {
  const declined = error.type === 'StripeCardError';
  const passed = /^(payment|setup)_intent_unexpected_state$/.test(error.code ?? '');
  return declined || passed ? { readAgain: true } : null;
}

/** Cancels the object. The key contains its status, because Stripe would repeat the refusal of an earlier status for a day. */
async function cancel(calls: StripeCalls, ref: string): Promise<Payment> {
  const before = await read(calls, ref);
  if (FINAL_STATUSES.includes(before.status)) return before;
  await calls(
    (s) =>
      retryFailure<unknown>(`cancel:${ref}:${before.status}`, (idempotencyKey) =>
        isSetup(ref)
          ? s.setupIntents.cancel(ref, {}, { idempotencyKey })
          : s.paymentIntents.cancel(ref, {}, { idempotencyKey }),
      ),
    readInstead,
  );
  return read(calls, ref);
}

const FINAL_STATUSES: readonly PaymentStatus[] = ['captured', 'saved', 'cancelled'];

type Operation = Sum & { ref: string; movementId: string };

async function capture(calls: StripeCalls, { ref, amount, currency, movementId }: Operation): Promise<Payment> {
  requirePayment(ref);
  const params: Stripe.PaymentIntentCaptureParams = {
    amount_to_capture: toStripeAmount(amount, currency),
    metadata: { movement: movementId },
    expand: PAYMENT_EXPANDS,
  };
  const captured = await calls((s) =>
    retryRefusal(`capture:${movementId}`, (idempotencyKey) =>
      s.paymentIntents.capture(ref, params, { idempotencyKey }),
    ),
  );
  checkAnswer(captured, 'payment_intent', ref);
  return isReplayed(captured) ? read(calls, ref) : toPayment(calls, captured);
}

async function refund(calls: StripeCalls, { ref, amount, currency, movementId }: Operation): Promise<Payment> {
  requirePayment(ref);
  const params: Stripe.RefundCreateParams = {
    payment_intent: ref,
    amount: toStripeAmount(amount, currency),
    metadata: { movement: movementId },
  };
  const made = await calls((s) =>
    retryRefusal(`refund:${movementId}`, (idempotencyKey) => s.refunds.create(params, { idempotencyKey })),
  );
  checkAnswer(made, 'refund');
  const { status } = isReplayed(made) ? await calls((s) => s.refunds.retrieve(made.id)) : made;
  if (status === 'failed' || status === 'canceled') throw new ProviderError('refused', `the refund is ${status}`);
  return read(calls, ref);
}

/**
 * Charges a kept card. A retry first searches the customer's objects, because Stripe may have forgotten the key and would charge
 * again. A customer has few objects, and Stripe's list is always up to date.
 */
async function charge(calls: StripeCalls, request: ChargeRequest): Promise<Payment> {
  const { attemptId, movementId, currency, method } = request;
  if (request.amount <= 0) throw new ProviderError('refused', 'there is nothing to charge');
  const before = request.isRetry ? await findCharge(calls, request) : null;
  if (before !== null) return before;
  const metadata: OurMetadata = { ...ourMetadata(request), movement: movementId, off_session: 'true' };
  const params: Stripe.PaymentIntentCreateParams = {
    amount: toStripeAmount(request.amount, currency),
    currency: currency.toLowerCase(),
    customer: method.customerRef,
    payment_method: method.ref,
    allowed_payment_method_types: METHODS,
    capture_method: 'automatic',
    confirm: true,
    off_session: true,
    metadata,
    expand: PAYMENT_EXPANDS,
  };
  const made = await calls(
    (s) => retryRefusal(`charge:${attemptId}`, (idempotencyKey) => s.paymentIntents.create(params, { idempotencyKey })),
    declinedIntent,
  );
  if ('declinedRef' in made) return read(calls, made.declinedRef);
  checkAnswer(made, 'payment_intent');
  return isReplayed(made) ? read(calls, made.id) : toPayment(calls, made);
}

function declinedIntent(error: Stripe.errors.StripeError): { declinedRef: string } | null {
  const declinedRef: unknown = error.type === 'StripeCardError' ? error.payment_intent?.id : undefined;
  return typeof declinedRef === 'string' ? { declinedRef } : null;
}

async function findCharge(
  calls: StripeCalls,
  { attemptId, method }: Pick<ChargeRequest, 'attemptId' | 'method'>,
): Promise<Payment | null> {
  const ref = await calls(async (s) => {
    for await (const intent of s.paymentIntents.list({ customer: method.customerRef, limit: 100 })) {
      if (intent.metadata.attempt === attemptId && intent.metadata.off_session === 'true') return intent.id;
    }
    return null;
  });
  return ref === null ? null : read(calls, ref);
}

async function forget(calls: StripeCalls, ref: string): Promise<void> {
  await calls(
    (s) =>
      retryFailure<unknown>(`forget:${ref}`, (idempotencyKey) => s.paymentMethods.detach(ref, {}, { idempotencyKey })),
    // The card is already detached or never existed; in both cases it cannot be charged.
    (error) => (error.type === 'StripeInvalidRequestError' ? { gone: true } : null),
  );
}

async function hasDone(calls: StripeCalls, ref: string, movementId: string): Promise<boolean> {
  if (isSetup(ref)) return false;
  const intent = await readIntent(calls, ref);
  if (intent.metadata.movement === movementId) return intent.status === 'succeeded';
  return (await findRefund(calls, ref, movementId)) !== null;
}
