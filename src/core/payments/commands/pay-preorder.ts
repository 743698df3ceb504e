import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import { checkChargeable, type Minor } from '../../../domain/money.ts';
import { type MoneyLine, netOf, owedBy, restOf } from '../../../domain/payment.ts';
import { canSwap } from '../../../domain/swap.ts';
import {
  type Payment,
  type PaymentIntent,
  type PaymentProvider,
  ProviderBusy,
  ProviderError,
} from '../../../integrations/payments/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { findSwapGroup, type SwapGroup } from '../../preorders/queries/swaps.ts';
import { readStore } from '../../stores/queries.ts';
import { type PreorderKey, readMoney } from '../queries/money.ts';
import { type PreorderAttempt, readLiveAttemptOf } from '../queries.ts';
import { endAttempt } from './end-attempt.ts';
import { extendHold } from './extend-hold.ts';
import { lockPreorder } from './lock-preorder.ts';
import { ensureObject, tooManyPay } from './provider-object.ts';
import { type SettleDeps, type Settled, settle } from './settle.ts';

export type PreorderPayment = PreorderKey & {
  /**
   * `balance`: pays what is due now. `card`: gives another card, which is charged with what is due now or later. `swap`:
   * pays the price difference to another variant.
   */
  purpose: 'balance' | 'card' | 'swap';
  /** The id of the swap, or of the first one of several that are paid together, for the purpose `swap`. */
  swapId?: string;
  /** The amount that the shopper saw on the button; 0 for a card. */
  amount: Minor;
  /** The token of the card, made by the provider's script in the browser. */
  token: string;
};

export type PayPreorderDeps = SettleDeps & Pick<Deps, 'paymentsFor' | 'log'>;

// A round ends the attempt of another tab. More rounds mean that another tab keeps beginning new attempts.
const ROUNDS_MAX = 3;

/**
 * Pays what a pre-order owes, or stores another card, while the shopper is present. Takes the steps of the checkout:
 * commit the attempt → create the object → store its id → confirm → settle. Throws `payment_changed` if another amount is
 * due by now, `amount_not_chargeable`, and `payment_in_progress` while a charge or another payment has no verdict yet.
 */
export async function payPreorder(deps: PayPreorderDeps, request: PreorderPayment): Promise<Settled> {
  const provider = await deps.paymentsFor(await readStore(deps.db, request.storeId));
  if (!provider) throw new AppError('payment_not_configured', 'This store cannot take payments yet.');
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const begun = await deps.db.transaction((tx) => begin(tx, request, provider));
    if (begun.kind === 'known') return { kind: 'completed' };
    if (begun.kind === 'attempt') return confirm(deps, begun.attempt, request.token);
    if ((await endAttempt(deps, begun.before)) === 'pending') break;
  }
  throw inProgress();
}

type Begun =
  | { kind: 'known' }
  | { kind: 'attempt'; attempt: PreorderAttempt }
  /** The live attempt has another amount or purpose. It has to end before a new one begins. */
  | { kind: 'other'; before: PreorderAttempt };

async function begin(tx: Sql, request: PreorderPayment, provider: PaymentProvider): Promise<Begun> {
  const { storeId, preorderId, purpose } = request;
  await lockPreorder(tx, { storeId, preorderId });
  const money = await readMoney(tx, request);
  if (!money) throw new AppError('preorder_not_found', 'There is no such pre-order.');
  if (purpose === 'card' && !money.lines.some((line) => restOf(line) > 0))
    throw new AppError('payment_changed', 'Nothing is due any more. No card was kept.', {
      param: 'amount',
      data: { amount: 0 },
    });
  const swap = purpose === 'swap' ? await readSwap(tx, request, money.lines) : null;
  const owed = swap ? owedForSwaps(swap) : owedFor(purpose, money.lines);
  const amount = owed.reduce((sum, line) => sum + line.amount, 0);
  if ((swap && isPaid(swap)) || (purpose === 'balance' && owed.length === 0)) return { kind: 'known' };
  if (money.withdrawn)
    throw new AppError('withdrawal_declared', 'Somebody withdrew from this pre-order. Nothing was charged.');
  if (amount !== request.amount) {
    throw new AppError('payment_changed', 'The amount due has changed. Nothing was charged.', {
      param: 'amount',
      data: { amount },
    });
  }
  const live = await readLiveAttemptOf(tx, request);
  if (live) return reuse(live, { ...request, provider: provider.name, swapAttemptId: swap?.attemptId });
  if (owed.some(({ moving }) => moving)) throw inProgress();
  const { currency } = money;
  checkChargeable([amount], provider.chargeable(currency), currency);
  const intent = purpose === 'swap' ? 'pay' : purpose === 'card' ? 'save' : intentOf(money.lines, owed);
  return { kind: 'attempt', attempt: await commitAttempt(tx, request, { provider, intent, currency, owed }) };
}

type Owed = { id: string; amount: Minor; moving: boolean };

/**
 * Reads the swaps that are to be paid. Throws `line_not_swappable` once a unit is not held any more, or a line item no longer waits:
 * the payment would only be undone.
 */
async function readSwap(
  tx: Sql,
  { storeId, preorderId, swapId = '' }: PreorderPayment,
  lines: readonly MoneyLine[],
): Promise<SwapGroup> {
  const group = await findSwapGroup(tx, storeId, swapId);
  if (group?.preorderId === preorderId && (isPaid(group) || canBePaid(group, lines))) return group;
  throw new AppError('line_not_swappable', 'The unit is no longer held. Nothing was charged.');
}

function isPaid({ paid, swaps }: SwapGroup): boolean {
  return paid || swaps[0].state === 'done';
}

function canBePaid({ waiting, expired, swaps }: SwapGroup, lines: readonly MoneyLine[]): boolean {
  const stateOf = new Map(lines.map(({ id, state }) => [id, state]));
  return waiting && !expired && swaps.every(({ lineId }) => canSwap(stateOf.get(lineId) ?? 'cancelled'));
}

function owedForSwaps({ swaps }: SwapGroup): Owed[] {
  return swaps.map(({ lineId, dueNow }) => ({ id: lineId, amount: dueNow, moving: false }));
}

function owedFor(purpose: PreorderPayment['purpose'], lines: readonly MoneyLine[]): Owed[] {
  if (purpose !== 'balance') return [];
  return lines
    .map((line) => ({ id: line.id, amount: owedBy(line), moving: line.moving }))
    .filter(({ amount }) => amount > 0);
}

/** `swapAttemptId`: the attempt that the swap has already. */
type Reuse = PreorderPayment & { provider: string; swapAttemptId: string | null | undefined };

function reuse(live: PreorderAttempt, wanted: Reuse): Begun {
  if (live.offSession || live.state === 'cancel_sent') throw inProgress();
  const alike = live.purpose === wanted.purpose && live.amount === wanted.amount && live.provider === wanted.provider;
  const same = alike && (live.purpose !== 'swap' || live.id === wanted.swapAttemptId);
  return same ? { kind: 'attempt', attempt: live } : { kind: 'other', before: live };
}

/** Returns an intent that keeps the card only if something will be due later. */
function intentOf(lines: readonly MoneyLine[], owed: readonly Owed[]): PaymentIntent {
  const paysAll = lines.every((line) => {
    const now = owed.find(({ id }) => id === line.id)?.amount ?? 0;
    return line.state === 'cancelled' || line.total - line.givenBack <= netOf(line) + now;
  });
  return paysAll ? 'pay' : 'pay_and_save';
}

type Committed = { provider: PaymentProvider; intent: PaymentIntent; currency: string; owed: readonly Owed[] };

async function commitAttempt(
  tx: Sql,
  { storeId, preorderId, purpose, amount, swapId }: PreorderPayment,
  { provider, intent, currency, owed }: Committed,
): Promise<PreorderAttempt> {
  const attempt: PreorderAttempt = {
    storeId,
    id: randomUUID(),
    purpose,
    checkoutId: null,
    preorderId,
    provider: provider.name,
    providerRef: null,
    state: 'created',
    intent,
    offSession: false,
    amount,
    currency,
  };
  await tx.query(
    `INSERT INTO attempt (store_id, id, preorder_id, purpose, intent, provider, state, amount, currency, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'created', $7, $8, app_now(), app_now())`,
    [storeId, attempt.id, preorderId, purpose, intent, provider.name, amount, currency],
  );
  await tx.query(
    'INSERT INTO attempt_line (store_id, attempt_id, line_id, amount) SELECT $1, $2, * FROM unnest($3::uuid[], $4::bigint[])',
    [storeId, attempt.id, owed.map(({ id }) => id), owed.map((line) => line.amount)],
  );
  if (purpose === 'swap') {
    await tx.query('UPDATE line_swap SET attempt_id = $3 WHERE store_id = $1 AND id = $2', [
      storeId,
      swapId,
      attempt.id,
    ]);
  }
  return attempt;
}

async function confirm(deps: PayPreorderDeps, attempt: PreorderAttempt, token: string): Promise<Settled> {
  const { storeId, id: attemptId } = attempt;
  const provider = deps.payments(attempt.provider, storeId);
  let answer: Payment | null = null;
  try {
    const ref = await ensureObject(deps, provider, { attempt, ended: inProgress() });
    if (ref !== null) answer = await provider.confirm(ref, token);
  } catch (error) {
    if (error instanceof ProviderBusy) throw tooManyPay(error);
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn({ attemptId, kind: error.kind }, 'the payment provider did not confirm');
    if (error.kind !== 'refused') await extendHold(deps.db, attempt);
    // The payment may have succeeded all the same. `settle` reads it at the provider.
  }
  return settle(deps, { storeId, attemptId }, answer);
}

function inProgress(): AppError {
  return new AppError('payment_in_progress', 'An earlier payment has no result yet. Try again in a moment.');
}
