import { randomUUID } from 'node:crypto';
import { isUuid } from '../../domain/uuid.ts';
import type { Database, Sql } from '../../platform/db.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../protocol/wire/test-cards.ts';
import {
  type DeclineCode,
  type InspectedPayment,
  type Payment,
  type PaymentStatus,
  ProviderError,
  type SavedMethod,
} from './port.ts';

/** A payment in the test provider's books, with its kept card. */
export type TestPaymentRow = {
  ref: string;
  store_id: string;
  status: PaymentStatus;
  behaviour: TestCardBehaviour | 'none';
  intent: 'pay' | 'pay_and_save' | 'save';
  amount: number;
  currency: string;
  captured: number;
  refunded: number;
  client_secret: string;
  decline_code: DeclineCode | null;
  charge: string | null;
  /** True if the time of a late decision has come and the decision is not yet written. */
  due: boolean;
  method: SavedMethod | null;
};

export function updatePayment(
  db: Database,
  ref: string,
  work: (tx: Sql, row: TestPaymentRow) => Promise<void>,
): Promise<Payment> {
  return db.transaction(async (tx) => {
    await work(tx, await readRow(tx, ref, 'FOR UPDATE OF p'));
    return readPayment(tx, ref);
  });
}

export async function readRow(db: Sql, ref: string, lock: 'FOR UPDATE OF p' | '' = ''): Promise<TestPaymentRow> {
  const [row] = await db.query<TestPaymentRow>(
    `SELECT p.ref, p.store_id, p.status, p.behaviour, p.intent, p.amount, p.currency, p.captured, p.refunded,
            p.client_secret, p.decline_code, p.charge,
            coalesce(p.status = 'processing' AND p.authorises_at <= (SELECT app_now()), false) AS due,
            CASE WHEN p.charge IS NULL AND m.ref IS NOT NULL THEN json_build_object('ref', m.ref,
              'customerRef', m.customer_ref, 'brand', 'visa', 'last4', right(m.card, 4), 'expiresOn', m.expires_on) END AS method
     FROM test_provider.payment p LEFT JOIN test_provider.method m ON m.ref = p.method_ref WHERE p.ref = $1 ${lock}`,
    [ref],
  );
  if (!row) throw refused('no such payment');
  return row;
}

export async function readPayment(db: Sql, ref: string): Promise<Payment> {
  return toPayment(await readRow(db, ref));
}

type Verdict = { status: PaymentStatus; decline?: DeclineCode };

export async function setStatus(tx: Sql, ref: string, { status, decline }: Verdict): Promise<void> {
  await tx.query(
    'UPDATE test_provider.payment SET status = $2, decline_code = $3, authorises_at = NULL WHERE ref = $1',
    [ref, status, decline ?? null],
  );
}

/** A request to the simulated bank. `charge` is the movement of a charge; for other payments it is null and `intent` counts. */
export type BankRequest = Pick<TestPaymentRow, 'ref' | 'store_id' | 'charge' | 'intent' | 'amount'>;

/** Writes the bank's approval: the payment is authorised or captured, or the card is kept. */
export async function writeApproval(tx: Sql, row: BankRequest): Promise<void> {
  const { ref, charge, amount } = row;
  if (charge !== null) {
    await tx.query(
      `WITH claimed AS (
         INSERT INTO test_provider.operation (idempotency_key, ref, kind, amount) VALUES ($2, $1, 'charge', $3)
         ON CONFLICT DO NOTHING)
       UPDATE test_provider.payment SET captured = amount, status = 'captured', decline_code = NULL, authorises_at = NULL
       WHERE ref = $1`,
      [ref, charge, amount],
    );
    return;
  }
  if (row.intent !== 'pay') await keepCard(tx, row);
  await setStatus(tx, ref, { status: row.intent === 'save' ? 'saved' : 'authorised' });
}

async function keepCard(tx: Sql, { ref, store_id }: BankRequest): Promise<void> {
  const methodRef = `card_${randomUUID()}`;
  await tx.query(
    `INSERT INTO test_provider.method (ref, store_id, customer_ref, card, expires_on)
     SELECT $1, $2, $3, card, coalesce(card_expires_on,
              (date_trunc('month', app_now() AT TIME ZONE 'UTC') + interval '3 years 1 month - 1 day')::date)
     FROM test_provider.payment WHERE ref = $4`,
    [methodRef, store_id, `cus_${randomUUID()}`, ref],
  );
  await tx.query('UPDATE test_provider.payment SET method_ref = $2 WHERE ref = $1', [ref, methodRef]);
}

type Method = Pick<SavedMethod, 'ref' | 'customerRef'>;

/** Returns how the kept card behaves when it is charged, or null if the store has no such card. */
export async function behaviourOf(sql: Sql, storeId: string, method: Method): Promise<TestCardBehaviour | null> {
  const [row] = await sql.query<{ card: string }>(
    `SELECT card FROM test_provider.method
     WHERE store_id = $1 AND ref = $2 AND customer_ref = $3 AND forgotten_at IS NULL`,
    [storeId, method.ref, method.customerRef],
  );
  return TEST_CARDS.find(({ number }) => number === row?.card)?.behaviour ?? null;
}

export async function forget(sql: Sql, { ref, customerRef }: Method): Promise<void> {
  await sql.query(
    `UPDATE test_provider.method SET forgotten_at = app_now()
     WHERE ref = $1 AND customer_ref = $2 AND forgotten_at IS NULL`,
    [ref, customerRef],
  );
}

/** Records an operation by its movement. Returns false if it was done before. */
export async function claimOperation(
  tx: Sql,
  operation: { ref: string; kind: 'capture' | 'refund'; amount: number; movementId: string },
): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO test_provider.operation (idempotency_key, ref, kind, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [operation.movementId, operation.ref, operation.kind, operation.amount],
  );
  return rows.length > 0;
}

export async function capture(tx: Sql, { ref, status, amount: authorised }: TestPaymentRow, amount: number) {
  if (status !== 'authorised' || amount > authorised) throw refused('there is nothing to capture');
  await tx.query(`UPDATE test_provider.payment SET status = 'captured', captured = $2 WHERE ref = $1`, [ref, amount]);
}

export async function refund(tx: Sql, { ref, status, captured, refunded }: TestPaymentRow, amount: number) {
  if (status !== 'captured' || refunded + amount > captured) throw refused('there is nothing to refund');
  await tx.query('UPDATE test_provider.payment SET refunded = refunded + $2 WHERE ref = $1', [ref, amount]);
}

export async function inspect(db: Sql, ref: string): Promise<InspectedPayment> {
  const { status, currency, captured: capturedAmount } = await readRow(db, ref);
  const made = await db.query<{ key: string; amount: number }>(
    `SELECT idempotency_key AS key, amount FROM test_provider.operation
     WHERE ref = $1 AND kind = 'refund' ORDER BY created_at`,
    [ref],
  );
  const refunds = made.map(({ key, amount }) => ({ ref: key, movementId: isUuid(key) ? key : null, amount }));
  return { status, currency, capturedAmount, refunds };
}

export function toPayment(row: TestPaymentRow): Payment {
  return {
    ref: row.ref,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    capturedAmount: row.captured,
    refundedAmount: row.refunded,
    clientSecret: row.client_secret,
    ...(row.decline_code ? { declineCode: row.decline_code } : {}),
    ...(row.method ? { method: row.method } : {}),
  };
}

export function refused(message: string): ProviderError {
  return new ProviderError('refused', message);
}
