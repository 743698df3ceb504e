import type { BookedPayment } from '../../domain/reconciliation.ts';
import type { AccountDesk, AccountKeys } from '../../integrations/payments/port.ts';
import type { SecretBox } from '../../platform/crypto.ts';
import type { Sql } from '../../platform/db.ts';
import type { ProviderScript } from '../../protocol/wire/checkout-document.ts';

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
  reconciledUntil: Date | null;
};

type Sealed = PaymentAccount & { sealed: Buffer };

const ACCOUNT = `store_id AS "storeId", provider, hook_id AS "hookId", publishable_key AS "publishableKey", address,
  connected_at AS "connectedAt", closed_at AS "closedAt", broken_at AS "brokenAt", broken_reason AS "brokenReason",
  reconciled_until AS "reconciledUntil"`;

export async function readAccount(sql: Sql, storeId: string): Promise<PaymentAccount | null> {
  const [account] = await sql.query<PaymentAccount>(`SELECT ${ACCOUNT} FROM payment_account WHERE store_id = $1`, [
    storeId,
  ]);
  return account ?? null;
}

/** The card form of a page that takes payments: what its document says of it, and what its policy has to allow. */
export type CardForm = { script: ProviderScript | null; policy: CardFormPolicy };
type CardFormPolicy = { scripts: string[]; directives: Record<string, string[] | null> };

/** `provider` is the one that the store is paid through; the test provider's form is ours and asks for nothing. */
export async function readCardForm(
  { db, accounts }: { db: Sql; accounts: AccountDesk },
  store: { id: string; currency: string },
  provider: string | undefined,
): Promise<CardForm> {
  const account = provider === accounts.name ? await readAccount(db, store.id) : null;
  if (!account) return { script: null, policy: { scripts: [], directives: { 'connect-src': ["'self'"] } } };
  const form = accounts.checkoutScript(account, store.currency);
  return {
    script: { src: form.script, key: account.publishableKey, amountScale: form.amountScale },
    policy: {
      scripts: form.scriptOrigins,
      directives: {
        'connect-src': ["'self'", ...form.connectOrigins],
        'frame-src': form.frameOrigins,
        // Stripe.js makes markup and scripts from texts, which is what these two are there to prevent.
        'require-trusted-types-for': null,
        'trusted-types': null,
      },
    },
  };
}

export type KeyedAccount = PaymentAccount & { keys: AccountKeys };

type Keyring = { db: Sql; secrets: Pick<SecretBox, 'open'> };

/** With what the account is reached with; null: the store has none. */
export async function readKeyedAccount({ db, secrets }: Keyring, storeId: string): Promise<KeyedAccount | null> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE store_id = $1`, [storeId]);
  return rows[0] ? opened(secrets, rows[0]) : null;
}

/** The account behind the address that a provider's message came to. */
export async function findAccountByHook({ db, secrets }: Keyring, hookId: string): Promise<KeyedAccount | null> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE hook_id = $1`, [hookId]);
  return rows[0] ? opened(secrets, rows[0]) : null;
}

export async function listBrokenAccounts({ db, secrets }: Keyring): Promise<KeyedAccount[]> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE broken_at IS NOT NULL`);
  return rows.map((row) => opened(secrets, row));
}

/** Those that pay elsewhere than at the provider itself. */
export async function listAccountsElsewhere({ db, secrets }: Keyring): Promise<KeyedAccount[]> {
  const rows = await db.query<Sealed>(`SELECT ${ACCOUNT}, sealed FROM payment_account WHERE address IS NOT NULL`);
  return rows.map((row) => opened(secrets, row));
}

function opened(secrets: Pick<SecretBox, 'open'>, { sealed, ...account }: Sealed): KeyedAccount {
  const { secretKey, webhookSecret } = JSON.parse(secrets.open(sealed)) as Pick<
    AccountKeys,
    'secretKey' | 'webhookSecret'
  >;
  const { publishableKey, address } = account;
  return { ...account, keys: { secretKey, webhookSecret, publishableKey, address } };
}

/** A payment that was made through this provider, to see whether another key is of the same account. */
export async function readSomePayment(sql: Sql, storeId: string, provider: string): Promise<string | null> {
  const [row] = await sql.query<{ ref: string }>(
    `SELECT provider_ref AS ref FROM attempt
     WHERE store_id = $1 AND provider = $2 AND provider_ref IS NOT NULL ORDER BY created_at DESC LIMIT 1`,
    [storeId, provider],
  );
  return row?.ref ?? null;
}

/**
 * How much still hangs on the account: payments under way, and pre-orders that are not over, or whose money or kept card
 * is still there.
 */
export async function countUnfinished(sql: Sql, storeId: string, provider: string): Promise<number> {
  const [row] = await sql.query<{ count: number }>(UNFINISHED, [storeId, provider]);
  return row?.count ?? 0;
}

const UNFINISHED = `
  SELECT (SELECT count(*) FROM attempt a WHERE a.store_id = $1 AND a.provider = $2
            AND a.state IN ('created', 'open', 'cancel_sent', 'surplus'))
       + (SELECT count(DISTINCT p.id) FROM attempt a
          JOIN preorder p ON p.store_id = a.store_id AND (p.attempt_id = a.id OR p.id = a.preorder_id)
          WHERE a.store_id = $1 AND a.provider = $2 AND a.state = 'placed' AND (
            EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = p.store_id AND l.preorder_id = p.id AND (
              l.state NOT IN ('cancelled', 'returned') OR l.state = 'cancelled' AND l.kept <> (
                SELECT coalesce(-sum(e.amount), 0) FROM ledger_entry e
                WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper')))
            OR EXISTS (SELECT 1 FROM movement m WHERE m.store_id = p.store_id AND m.preorder_id = p.id AND m.state = 'open')
            OR a.intent <> 'save' AND NOT EXISTS (
              SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id)
            OR EXISTS (SELECT 1 FROM payment_method c WHERE c.store_id = p.store_id AND c.preorder_id = p.id
                       AND c.provider = $2 AND c.forgotten_at IS NULL))) AS count`;

export type DisputeRow = {
  ref: string;
  reference: string | null;
  amount: number;
  currency: string;
  reason: string;
  state: 'warning' | 'needs_response' | 'under_review' | 'won' | 'lost' | 'closed';
  evidenceDueAt: Date | null;
  openedAt: Date;
  updatedAt: Date;
};

const DISPUTE = `d.ref, p.reference, d.amount, d.currency, d.reason, d.state, d.evidence_due_at AS "evidenceDueAt",
  d.opened_at AS "openedAt", d.updated_at AS "updatedAt"`;

/** The newest first. */
export async function listDisputes(sql: Sql, storeId: string): Promise<DisputeRow[]> {
  return sql.query<DisputeRow>(
    `SELECT ${DISPUTE} FROM dispute d LEFT JOIN preorder p ON p.store_id = d.store_id AND p.id = d.preorder_id
     WHERE d.store_id = $1 ORDER BY d.opened_at DESC LIMIT 500`,
    [storeId],
  );
}

// An attempt `a` placed the pre-order `o`, or was made for it since.
const PAID_BY = `
  LEFT JOIN preorder p ON p.store_id = a.store_id AND p.attempt_id = a.id
  LEFT JOIN preorder o ON o.store_id = a.store_id AND o.id = coalesce(a.preorder_id, p.id)`;

/** Both null: it never led to a pre-order. */
type FoundPayment = { attemptId: string; preorderId: string | null; reference: string | null };

/** What a dispute is about, by the provider's id of the payment. */
export async function findPayment(
  sql: Sql,
  storeId: string,
  { provider, ref }: { provider: string; ref: string },
): Promise<FoundPayment | null> {
  const [row] = await sql.query<FoundPayment>(
    `SELECT a.id AS "attemptId", o.id AS "preorderId", o.reference FROM attempt a ${PAID_BY}
     WHERE a.store_id = $1 AND a.provider = $2 AND a.provider_ref = $3`,
    [storeId, provider, ref],
  );
  return row ?? null;
}

export type BookedRefund = { reference: string; amount: number; currency: string };

/** A refund of ours, by the payment that it was made of; null for any other. */
export async function findRefund(
  sql: Sql,
  storeId: string,
  { provider, paymentRef, movementId }: { provider: string; paymentRef: string; movementId: string },
): Promise<BookedRefund | null> {
  const [row] = await sql.query<BookedRefund>(
    `SELECT p.reference, m.amount, m.currency FROM movement m
     JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
     JOIN preorder p ON p.store_id = m.store_id AND p.id = m.preorder_id
     WHERE m.store_id = $1 AND m.id = $2 AND m.kind = 'refund' AND a.provider = $3 AND a.provider_ref = $4`,
    [storeId, movementId, provider, paymentRef],
  );
  return row ?? null;
}

const BOOKED = `
  SELECT a.provider_ref AS ref, a.id AS "attemptId", o.id AS "preorderId", o.reference,
         a.state IN ('placed', 'open', 'cancel_sent', 'surplus') AS "mayHold",
         EXISTS (SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id AND m.state = 'open')
           AS moving,
         a.currency,
         coalesce((SELECT sum(m.amount) FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
                     AND m.kind IN ('capture', 'charge') AND m.state = 'done'), 0)::bigint AS captured,
         coalesce((SELECT json_agg(json_build_object('movementId', m.id, 'amount', m.amount) ORDER BY m.created_at)
                   FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
                     AND m.kind = 'refund' AND m.state = 'done'), '[]') AS refunds
  FROM attempt a ${PAID_BY}
  WHERE a.store_id = $1 AND a.provider = $2 AND a.provider_ref IS NOT NULL`;

export type Period = { from: Date; until: Date };

/** Payments that money was moved of between the two. */
export async function listBooked(
  sql: Sql,
  { storeId, provider }: { storeId: string; provider: string },
  { from, until }: Period,
): Promise<BookedPayment[]> {
  return sql.query<BookedPayment>(
    `${BOOKED} AND EXISTS (SELECT 1 FROM movement m WHERE m.store_id = a.store_id AND m.attempt_id = a.id
       AND m.kind <> 'undo' AND m.ended_at >= $3 AND m.ended_at < $4)`,
    [storeId, provider, from, until],
  );
}

/** The same of payments that the provider names. */
export async function readBooked(
  sql: Sql,
  { storeId, provider }: { storeId: string; provider: string },
  refs: readonly string[],
): Promise<BookedPayment[]> {
  return sql.query<BookedPayment>(`${BOOKED} AND a.provider_ref = ANY($3)`, [storeId, provider, refs]);
}

/** Accounts whose books were not compared since yesterday, as far as nobody is at it. */
export async function listAccountsToReconcile(sql: Sql): Promise<{ storeId: string }[]> {
  return sql.query(
    `SELECT store_id AS "storeId" FROM payment_account
     WHERE coalesce(reconcile_started_at, connected_at) <= app_now() - interval '1 day' ORDER BY 1`,
  );
}
