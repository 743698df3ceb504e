import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { type MarketingBox, marketingDecision } from '../../../domain/marketing.ts';
import { checkChargeable } from '../../../domain/money.ts';
import { paymentTiming } from '../../../domain/payment-plan.ts';
import {
  NOTHING_TO_PAY,
  type Payment,
  type PaymentProvider,
  ProviderBusy,
  ProviderError,
} from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { isBeingPaid, timeIsUp } from '../../stock/hold-life.ts';
import { readStore } from '../../stores/queries.ts';
import { type CheckoutAttempt, readLatestAttempt } from '../queries.ts';
import { extendHold } from './extend-hold.ts';
import { ensureObject, tooManyPay } from './provider-object.ts';
import { type SettleDeps, type Settled, settle } from './settle.ts';

export type PayRequest = {
  storeId: string;
  checkoutId: string;
  /** The token of the card, made by the provider's script in the browser. */
  token: string;
  /** The total that the shopper saw, in minor units. */
  total: number;
  /** The part of `total` that is taken now, as the shopper saw it; all of it if left out. */
  dueNow?: number | undefined;
  marketingConsent: boolean;
  /** True if the box was ticked at first and the shopper left it so. */
  marketingLeftTicked?: boolean;
  /** True if a wallet pays: its shopper agreed to the wallet's text, and saw no box for marketing. */
  byWallet?: boolean;
  idempotency: { key: string; bodyHash: string };
};

export type PayDeps = SettleDeps & Pick<Deps, 'paymentsFor' | 'log'>;

/** The scope of the idempotency keys of payments; the checkout's id follows it. */
export const PAYMENT_SCOPE = 'checkout POST /payments';

/**
 * Pays a checkout that has a hold: commit the attempt → create the provider's object → store its id, if the attempt still
 * has none → confirm → settle. The provider is never called inside a transaction. A repeated idempotency key never
 * confirms a second time what was confirmed once: it gets the result of the first request.
 */
export async function pay(deps: PayDeps, request: PayRequest): Promise<Settled> {
  // Before the transaction, because this may query the database for the store's account.
  const provider = await deps.paymentsFor(await readStore(deps.db, request.storeId));
  const begun = await begin(deps, request, provider);
  if (begun.kind === 'known') return begun.settled;
  if (begun.kind === 'late') return tellOutcome(deps, begun.attempt);
  const payments = deps.payments(begun.attempt.provider, request.storeId);
  let answer: Payment | null = null;
  try {
    const ref = await ensureObject(deps, payments, { attempt: begun.attempt, ended: timeIsOver() });
    if (ref === null) return settle(deps, key(begun.attempt));
    if (begun.repeated) {
      const settled = await settle(deps, key(begun.attempt));
      if (settled.kind !== 'declined' || settled.code !== null) return settled;
    }
    answer = await payments.confirm(ref, request.token);
  } catch (error) {
    if (error instanceof ProviderBusy) throw tooManyPay(error);
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ attemptId: begun.attempt.id, kind: error.kind }, 'the payment provider did not confirm');
    if (error.kind !== 'refused') await extendHold(deps.db, begun.attempt);
    // After a time-out the payment may have succeeded; after a refusal the object's state decides. `settle` reads it in
    // both cases.
  }
  return settle(deps, key(begun.attempt), answer);
}

/** Settles a payment that began before the time was up, because it may have succeeded. No further card is tried. */
async function tellOutcome(deps: PayDeps, attempt: CheckoutAttempt): Promise<Settled> {
  const settled = await settle(deps, key(attempt));
  if (settled.kind === 'declined' || settled.kind === 'ended') throw timeIsOver();
  return settled;
}

const timeIsOver = () => new AppError('checkout_not_held', 'The time to pay ended just now. Nothing was charged.');

const key = (attempt: CheckoutAttempt) => ({ storeId: attempt.storeId, attemptId: attempt.id });

type Begun =
  | { kind: 'known'; settled: Settled }
  | { kind: 'attempt'; attempt: CheckoutAttempt; repeated: boolean }
  | { kind: 'late'; attempt: CheckoutAttempt };

async function begin(deps: PayDeps, request: PayRequest, provider: PaymentProvider | null): Promise<Begun> {
  return deps.db.transaction(async (tx): Promise<Begun> => {
    const checkout = await lockCheckout(tx, request);
    if (checkout.state === 'completed') return { kind: 'known', settled: { kind: 'completed' } };
    if (!checkout.hold || (checkout.hold.timeIsUp && !checkout.hold.isBeingPaid)) {
      throw new AppError('checkout_not_held', 'The time to pay is over; the units are no longer held.');
    }
    const { total, dueNow } = checkout;
    if (request.total !== total || (request.dueNow ?? request.total) !== dueNow) {
      throw new AppError('checkout_changed', 'The amounts have changed meanwhile. Nothing was charged.', {
        param: request.total === total ? 'dueNow' : 'total',
        data: { total, due_now: dueNow },
      });
    }
    const repeated = await keepKey(tx, request);
    const live = await readLatestAttempt(tx, request.storeId, request.checkoutId);
    if (live?.state === 'cancel_sent') {
      throw new AppError('payment_in_progress', 'An earlier payment is being ended. Try again in a moment.');
    }
    if (live && checkout.hold.timeIsUp) return { kind: 'late', attempt: live };
    await keepConsent(tx, request, checkout);
    if (live?.state === 'created' || live?.state === 'open') return { kind: 'attempt', attempt: live, repeated };
    if (provider) checkChargeable([dueNow, total - dueNow], provider.chargeable(checkout.currency), checkout.currency);
    const taker = total === 0 ? NOTHING_TO_PAY : (provider?.name ?? null);
    return { kind: 'attempt', attempt: await commitAttempt(tx, { ...request, ...checkout }, taker), repeated };
  });
}

type LockedHold = { timeIsUp: boolean; isBeingPaid: boolean };
type LockedCheckout = {
  state: string;
  total: number;
  dueNow: number;
  currency: string;
  marketingBox: MarketingBox;
  /** True if the checkout showed the box for marketing. */
  askedMarketing: boolean;
  hold: LockedHold | undefined;
};

async function lockCheckout(tx: Sql, { storeId, checkoutId }: PayRequest): Promise<LockedCheckout> {
  const [checkout] = await tx.query<Omit<LockedCheckout, 'hold'>>(
    `SELECT c.state, c.total, c.due_now AS "dueNow", s.currency, s.marketing_box AS "marketingBox",
            k.marketing_text IS NOT NULL AS "askedMarketing"
     FROM checkout c JOIN store s ON s.id = c.store_id
     LEFT JOIN checkout_contact k ON k.store_id = c.store_id AND k.checkout_id = c.id
     WHERE c.store_id = $1 AND c.id = $2 FOR NO KEY UPDATE OF c`,
    [storeId, checkoutId],
  );
  if (!checkout) throw new AppError('checkout_not_found', 'There is no such checkout.');
  // A separate statement, so that its snapshot is newer than the lock.
  const [hold] = await tx.query<LockedHold>(
    `SELECT ${timeIsUp('h')} AS "timeIsUp", ${isBeingPaid('h')} AS "isBeingPaid" FROM hold h
     WHERE h.store_id = $1 AND h.checkout_id = $2`,
    [storeId, checkoutId],
  );
  return { ...checkout, hold };
}

/**
 * Stores which text the shopper agreed to, and their choice in the box for marketing. The last press of the button counts. The box's
 * text is stored since the hold.
 */
async function keepConsent(
  tx: Sql,
  {
    storeId,
    checkoutId,
    marketingConsent: ticked,
    marketingLeftTicked: leftTicked = false,
    byWallet = false,
  }: PayRequest,
  { askedMarketing, marketingBox: box }: LockedCheckout,
): Promise<void> {
  const decision = marketingDecision({ asked: askedMarketing && !byWallet, box, ticked, leftTicked });
  await tx.query(
    `UPDATE checkout SET marketing_consent = $3, agreed_by_wallet = $4, updated_at = app_now()
     WHERE store_id = $1 AND id = $2`,
    [storeId, checkoutId, decision?.agreed ?? false, byWallet],
  );
  if (decision === null) return;
  await tx.query(
    `UPDATE checkout_contact SET marketing_decided_at = app_now(), marketing_by = $3
     WHERE store_id = $1 AND checkout_id = $2`,
    [storeId, checkoutId, decision.by],
  );
}

/** Stores the idempotency key. Returns true if it was used before with the same body; throws for another body. */
async function keepKey(tx: Sql, { storeId, checkoutId, idempotency }: PayRequest): Promise<boolean> {
  const scope = `${PAYMENT_SCOPE} ${checkoutId}`;
  const kept = await tx.query(
    `INSERT INTO idempotency (store_id, scope, key, body_hash, subject_id, created_at)
     VALUES ($1, $2, $3, $4, $5, app_now()) ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, scope, idempotency.key, idempotency.bodyHash, checkoutId],
  );
  if (kept.length > 0) return false;
  const [before] = await tx.query<{ body_hash: string }>(
    'SELECT body_hash FROM idempotency WHERE store_id = $1 AND scope = $2 AND key = $3',
    [storeId, scope, idempotency.key],
  );
  if (before?.body_hash !== idempotency.bodyHash) {
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used with other content.', {
      param: 'Idempotency-Key',
    });
  }
  return true;
}

/** The intent of the provider's object, by when the plan takes money. With nothing due now the intent is `save`. */
const INTENTS = { now: 'pay', later: 'save', parts: 'pay_and_save' } as const;

async function commitAttempt(
  tx: Sql,
  checkout: LockedCheckout & PayRequest,
  provider: string | null,
): Promise<CheckoutAttempt> {
  if (!provider) throw new AppError('payment_not_configured', 'This store cannot take payments yet.');
  const attempt: CheckoutAttempt = {
    storeId: checkout.storeId,
    id: randomUUID(),
    purpose: 'checkout',
    checkoutId: checkout.checkoutId,
    preorderId: null,
    provider,
    providerRef: null,
    state: 'created',
    intent: INTENTS[checkout.dueNow === 0 ? 'later' : paymentTiming(checkout)],
    offSession: false,
    amount: checkout.dueNow,
    currency: checkout.currency,
  };
  await tx.query(
    `INSERT INTO attempt (store_id, id, checkout_id, provider, state, intent, amount, currency, created_at, updated_at)
     VALUES ($1, $2, $3, $4, 'created', $5, $6, $7, app_now(), app_now())`,
    [
      attempt.storeId,
      attempt.id,
      attempt.checkoutId,
      attempt.provider,
      attempt.intent,
      attempt.amount,
      attempt.currency,
    ],
  );
  return attempt;
}
