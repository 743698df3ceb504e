import { type AttemptState, LIVE_ATTEMPTS } from '../../domain/payment.ts';
import type { PaymentIntent } from '../../integrations/payments/port.ts';
import type { Sql } from '../../platform/db.ts';
import { inTurn } from './rounds.ts';

/** The live states as SQL literals: with a parameter the planner would not use the partial indexes of live attempts. */
export const LIVE_STATES = LIVE_ATTEMPTS.map((state) => `'${state}'`).join(', ');

/**
 * SQL condition: a provider's message about attempt `a` leads to a settle. A placed attempt has nothing left to settle. The
 * charge of a kept card that is still `created` gets the provider's answer in the request that made it.
 */
export const LEFT_TO_SETTLE = `NOT (a.state = 'placed' OR (a.state = 'created' AND a.off_session))`;

export type AttemptKey = { storeId: string; attemptId: string };

type AttemptFacts = {
  storeId: string;
  id: string;
  provider: string;
  providerRef: string | null;
  state: AttemptState;
  intent: PaymentIntent;
  /** True for a charge of the kept card, while the shopper is away. */
  offSession: boolean;
  amount: number;
  currency: string;
};
/** An attempt that pays for a checkout with a hold. */
export type CheckoutAttempt = AttemptFacts & { purpose: 'checkout'; checkoutId: string; preorderId: null };
/** An attempt that pays what a pre-order owes, or gives it another card. */
export type PreorderAttempt = AttemptFacts & {
  purpose: 'balance' | 'card' | 'swap';
  checkoutId: null;
  preorderId: string;
};
export type Attempt = CheckoutAttempt | PreorderAttempt;

const COLUMNS = `store_id AS "storeId", id, purpose, checkout_id AS "checkoutId", preorder_id AS "preorderId", provider,
  provider_ref AS "providerRef", state, intent, off_session AS "offSession", amount, currency`;

export async function readAttempt(sql: Sql, { storeId, attemptId }: AttemptKey): Promise<Attempt | null> {
  const rows = await sql.query<Attempt>(`SELECT ${COLUMNS} FROM attempt WHERE store_id = $1 AND id = $2`, [
    storeId,
    attemptId,
  ]);
  return rows[0] ?? null;
}

/** Reads the attempt that may still take money for this checkout; without one, the newest of any state. */
export async function readLatestAttempt(
  sql: Sql,
  storeId: string,
  checkoutId: string,
): Promise<CheckoutAttempt | null> {
  const rows = await sql.query<CheckoutAttempt>(
    `SELECT ${COLUMNS} FROM attempt WHERE store_id = $1 AND checkout_id = $2
     ORDER BY state IN (${LIVE_STATES}) DESC, created_at DESC LIMIT 1`,
    [storeId, checkoutId],
  );
  return rows[0] ?? null;
}

/** Reads the one attempt of a pre-order that may still take money or keep a card. */
export async function readLiveAttemptOf(
  sql: Sql,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<PreorderAttempt | null> {
  const rows = await sql.query<PreorderAttempt>(
    `SELECT ${COLUMNS} FROM attempt WHERE store_id = $1 AND preorder_id = $2 AND state IN (${LIVE_STATES})`,
    [storeId, preorderId],
  );
  return rows[0] ?? null;
}

/** Reads the newest attempt, of any state, that the shopper made after placing. */
export async function readLatestAttemptOf(
  sql: Sql,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<PreorderAttempt | null> {
  const rows = await sql.query<PreorderAttempt>(
    `SELECT ${COLUMNS} FROM attempt WHERE store_id = $1 AND preorder_id = $2 AND NOT off_session
     ORDER BY created_at DESC LIMIT 1`,
    [storeId, preorderId],
  );
  return rows[0] ?? null;
}

/** Reads attempts that shoppers began after placing and left. Until such an attempt ends, the kept card is not charged. */
export async function readLeftAttempts(sql: Sql, afterMinutes: number, limit: number): Promise<PreorderAttempt[]> {
  return sql.query<PreorderAttempt>(
    `SELECT ${COLUMNS} FROM attempt
     WHERE preorder_id IS NOT NULL AND NOT off_session AND state IN (${LIVE_STATES})
       AND created_at < (SELECT app_now()) - $1 * interval '1 minute'
     ORDER BY ${inTurn('updated_at')} LIMIT $2`,
    [afterMinutes, limit],
  );
}

/**
 * Reads attempts without news for a while: the shopper's request or the provider's webhook may be lost. Includes
 * `cancel_sent` and `surplus`, because only a terminal answer of the provider ends those.
 */
export async function readSilentAttempts(sql: Sql, silentSeconds: number, limit: number): Promise<Attempt[]> {
  return sql.query<Attempt>(
    `SELECT ${COLUMNS} FROM attempt
     WHERE state IN ('open', 'cancel_sent', 'surplus') AND updated_at < (SELECT app_now()) - $1 * interval '1 second'
     ORDER BY ${inTurn('updated_at')} LIMIT $2`,
    [silentSeconds, limit],
  );
}

export type LiveAttempt = Pick<AttemptFacts, 'id' | 'provider' | 'providerRef' | 'state' | 'amount'> & {
  checkoutId: string | null;
  preorderId: string | null;
  createdAt: Date;
  holdExpiresAt: Date | null;
};

/** Lists payments under way, oldest first. One that is older than its hold waits for a provider that does not answer. */
export async function listLiveAttempts(sql: Sql, storeId: string): Promise<LiveAttempt[]> {
  return sql.query<LiveAttempt>(
    `SELECT a.id, a.checkout_id AS "checkoutId", a.preorder_id AS "preorderId", a.provider, a.provider_ref AS "providerRef", a.state, a.amount,
            a.created_at AS "createdAt", h.expires_at AS "holdExpiresAt"
     FROM attempt a LEFT JOIN hold h ON h.store_id = a.store_id AND h.checkout_id = a.checkout_id
     WHERE a.store_id = $1 AND a.state IN ('created', 'open', 'cancel_sent') ORDER BY a.created_at LIMIT 500`,
    [storeId],
  );
}

export type UndecidedAttempts = { state: AttemptState; count: number; oldestSeconds: number };

/** Counts, by state, the attempts of all stores about which the provider has to say something yet, and the age of the oldest. */
export async function countUndecidedAttempts(sql: Sql): Promise<UndecidedAttempts[]> {
  return sql.query<UndecidedAttempts>(
    `SELECT state, count(*)::int AS count,
            greatest(0, extract(epoch FROM (SELECT app_now()) - min(updated_at)))::float8 AS "oldestSeconds"
     FROM attempt WHERE state IN ('created', 'open', 'cancel_sent', 'surplus') GROUP BY state`,
  );
}
