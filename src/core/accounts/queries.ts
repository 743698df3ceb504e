import { REFUSES_ALONE_MINUTES } from '../../domain/breaker.ts';
import type { AccountEvent, AccountKeys, PaymentAccounts } from '../../integrations/payments/port.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import type { ProviderScript } from '../../protocol/wire/checkout-document.ts';
import { NET } from '../payments/queries/ledger.ts';

export type PaymentAccount = {
  storeId: string;
  provider: string;
  hookId: string;
  publishableKey: string;
  address: string | null;
  connectedAt: Date;
  closedAt: Date | null;
  brokenAt: Date | null;
  brokenReason: string | null;
  /** Since when the provider refuses payments because of the account, and why. Null when it takes them. */
  refusedSince: Date | null;
  refusedReason: string | null;
  /** Since when its charges and releases pause, and when the next probe is let through. */
  pausedAt: Date | null;
  probeAt: Date | null;
  reconciledUntil: Date | null;
  /** How many calls a second are allowed; null for the default, which suits the provider's own limit. */
  callsPerSecond: number | null;
};

type Sealed = PaymentAccount & { sealed: Buffer };

const ACCOUNT = `store_id AS "storeId", provider, hook_id AS "hookId", publishable_key AS "publishableKey", address,
  connected_at AS "connectedAt", closed_at AS "closedAt", broken_at AS "brokenAt", broken_reason AS "brokenReason",
  refused_since AS "refusedSince", refused_reason AS "refusedReason", paused_at AS "pausedAt", probe_at AS "probeAt",
  reconciled_until AS "reconciledUntil", calls_per_second AS "callsPerSecond"`;

export async function readAccount(sql: Sql, storeId: string): Promise<PaymentAccount | null> {
  const [account] = await sql.query<PaymentAccount>(`SELECT ${ACCOUNT} FROM payment_account WHERE store_id = $1`, [
    storeId,
  ]);
  return account ?? null;
}

/**
 * The card form of a page that takes payments: the script for the page's document, and what its Content-Security-Policy has
 * to allow.
 */
export type CardForm = { script: ProviderScript | null; hasWallets: boolean; policy: CardFormPolicy };
type CardFormPolicy = { scripts: string[]; directives: Record<string, string[] | null> };

/** Returns the card form of the store's provider. The test provider's form is our own and needs no script. */
export async function readCardForm(
  { db, accounts }: { db: Sql; accounts: PaymentAccounts },
  store: { id: string; currency: string },
  provider: string | undefined,
): Promise<CardForm> {
  const account = provider === accounts.name ? await readAccount(db, store.id) : null;
  if (!account)
    return { script: null, hasWallets: false, policy: { scripts: [], directives: { 'connect-src': ["'self'"] } } };
  const form = accounts.checkoutScript(account, store.currency);
  return {
    script: { src: form.script, key: account.publishableKey, amountScale: form.amountScale },
    hasWallets: form.hasWallets,
    policy: {
      scripts: form.scriptOrigins,
      directives: {
        'connect-src': ["'self'", ...form.connectOrigins],
        'frame-src': form.frameOrigins,
        // Stripe.js makes markup and scripts from strings, which these two directives would block.
        'require-trusted-types-for': null,
        'trusted-types': null,
      },
    },
  };
}

export type KeyedAccount = PaymentAccount & { keys: AccountKeys };

type Keyring = { db: Sql; secrets: Pick<SecretBox, 'open'> };

/** Reads the store's account with its keys. Null when the store has none. */
export async function readKeyedAccount({ db, secrets }: Keyring, storeId: string): Promise<KeyedAccount | null> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE store_id = $1`, [storeId]);
  return rows[0] ? withKeys(secrets, rows[0]) : null;
}

/** Returns the account that the address of a provider's message belongs to. */
export async function findAccountByHook({ db, secrets }: Keyring, hookId: string): Promise<KeyedAccount | null> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE hook_id = $1`, [hookId]);
  return rows[0] ? withKeys(secrets, rows[0]) : null;
}

export async function listBrokenAccounts({ db, secrets }: Keyring): Promise<KeyedAccount[]> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE broken_at IS NOT NULL`);
  return rows.map((row) => withKeys(secrets, row));
}

/**
 * Claims the accounts that refuse payments and whose next probe is due. The pause between probes doubles, up to an hour. An account
 * that is not paused is probed ten minutes after its refusal: without a new payment, only a probe shows that it works.
 */
export async function claimProbes({ db, secrets }: Keyring): Promise<(KeyedAccount & { currency: string })[]> {
  const rows = await db.query<Sealed & { currency: string }>(
    `UPDATE payment_account a SET probes = probes + 1,
            probe_at = app_now() + least(60, 2 ^ least(probes + 1, 6)) * interval '1 minute'
     FROM (SELECT id, currency FROM store) s
     WHERE s.id = a.store_id AND refused_since IS NOT NULL AND broken_at IS NULL
       AND coalesce(probe_at, refused_since + interval '${REFUSES_ALONE_MINUTES} minutes') <= (SELECT app_now())
     RETURNING ${ACCOUNT}, sealed, currency`,
  );
  return rows.map(({ currency, ...row }) => ({ ...withKeys(secrets, row), currency }));
}

/** Counts the pre-orders whose due money waits for the account. */
export async function countWaiting(sql: Sql, storeId: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM money_waiting WHERE store_id = $1',
    [storeId],
  );
  return row?.count ?? 0;
}

/** Lists the accounts that pay at another address than the provider's own: a stand-in. */
export async function listAccountsElsewhere({ db, secrets }: Keyring): Promise<KeyedAccount[]> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE address IS NOT NULL`);
  return rows.map((row) => withKeys(secrets, row));
}

function withKeys(secrets: Pick<SecretBox, 'open'>, { sealed, ...account }: Sealed): KeyedAccount {
  const { secretKey, webhookSecret } = JSON.parse(secrets.open(sealed)) as Pick<
    AccountKeys,
    'secretKey' | 'webhookSecret'
  >;
  const { publishableKey, address, callsPerSecond } = account;
  return { ...account, keys: { secretKey, webhookSecret, publishableKey, address, callsPerSecond } };
}

/** Returns the id of some payment through this provider. It shows if another key belongs to the same account. */
export async function readSomePayment(sql: Sql, storeId: string, provider: string): Promise<string | null> {
  const [row] = await sql.query<{ ref: string }>(
    `SELECT provider_ref AS ref FROM attempt
     WHERE store_id = $1 AND provider = $2 AND provider_ref IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    [storeId, provider],
  );
  return row?.ref ?? null;
}

/** Counting stops here, because the exact number does not matter beyond it. */
const UNFINISHED_COUNTED = 1_000;

/**
 * Counts what still needs the account: payments under way, and pre-orders that are not over or that still have money or a
 * kept card there. Counts at most `UNFINISHED_COUNTED` of each.
 */
export async function countUnfinished(sql: Sql, storeId: string, provider: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(UNFINISHED, [storeId, provider, UNFINISHED_COUNTED]);
  return row?.count ?? 0;
}

const PLACED_THERE = `a.store_id = p.store_id AND (a.id = p.attempt_id OR a.preorder_id = p.id) AND a.provider = $2
  AND a.state = 'placed'`;

const UNFINISHED = `
  SELECT (SELECT count(*) FROM (
            SELECT 1 FROM attempt a WHERE a.store_id = $1 AND a.provider = $2
              AND a.state IN ('created', 'open', 'cancel_sent', 'surplus') LIMIT $3) under_way)
       + (SELECT count(*) FROM (
            SELECT 1 FROM preorder p
            WHERE p.store_id = $1 AND EXISTS (SELECT 1 FROM attempt a WHERE ${PLACED_THERE}) AND (
              EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = p.store_id AND l.preorder_id = p.id AND (
                l.state NOT IN ('cancelled', 'returned') OR l.state = 'cancelled' AND l.kept <> ${NET}))
              OR EXISTS (SELECT 1 FROM movement m
                         WHERE m.store_id = p.store_id AND m.preorder_id = p.id AND m.state = 'open')
              OR EXISTS (SELECT 1 FROM attempt a WHERE ${PLACED_THERE} AND a.intent <> 'save' AND NOT EXISTS (
                SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id))
              OR EXISTS (SELECT 1 FROM payment_method c WHERE c.store_id = p.store_id AND c.preorder_id = p.id
                         AND c.provider = $2 AND c.forgotten_at IS NULL)) LIMIT $3) unfinished) AS count`;

type FailedRefund = NonNullable<AccountEvent['failedRefund']>;

export type BookedRefund = { movementId: string; reference: string; amount: number; currency: string };

/**
 * Finds a refund of one of our pre-orders, made by us or by another hand, by the provider's ids of the refund and its
 * payment. Null for any other refund.
 */
export async function findRefund(
  sql: Sql,
  storeId: string,
  { provider, paymentRef, refundRef, movementId }: FailedRefund & { provider: string },
): Promise<BookedRefund | null> {
  const [row] = await sql.query<BookedRefund>(
    `SELECT m.id AS "movementId", p.reference, m.amount, m.currency FROM movement m
     JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     JOIN preorder p ON p.store_id = m.store_id AND p.id = m.preorder_id
     WHERE m.store_id = $1 AND (m.id = $2 OR m.by_hand_ref = $3) AND m.kind = 'refund'
       AND a.provider = $4 AND a.provider_ref = $5`,
    [storeId, movementId, refundRef, provider, paymentRef],
  );
  return row ?? null;
}

/** Lists the accounts whose last comparison began at least a day ago. */
export async function listAccountsToReconcile(sql: Sql): Promise<{ storeId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId" FROM payment_account a
     WHERE coalesce(reconcile_started_at, connected_at) <= (SELECT app_now()) - interval '1 day'
       AND NOT EXISTS (SELECT 1 FROM test_clock t WHERE t.store_id = a.store_id) -- its dates are no longer the provider's
     ORDER BY 1`,
  );
}
