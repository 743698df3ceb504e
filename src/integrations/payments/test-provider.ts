import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../../platform/db.ts';
import { TEST_CARD_LATE_MS, type TestCardBehaviour, testCardOfToken } from '../../protocol/wire/test-cards.ts';
import {
  type ChallengeBank,
  type DeclineCode,
  type Payment,
  type PaymentProvider,
  type PaymentRequest,
  type PaymentStatus,
  ProviderError,
} from './port.ts';

/**
 * The provider that ships for test stores and the demo: behaves like a card processor, moves no money, refuses live
 * stores. It keeps its own books in the schema `test_provider`, as another company would, so it survives our crashes.
 */
export type TestProvider = PaymentProvider & ChallengeBank;

type Row = {
  ref: string;
  status: PaymentStatus;
  behaviour: TestCardBehaviour | 'none';
  amount: number;
  currency: string;
  captured: number;
  refunded: number;
  client_secret: string;
  decline_code: DeclineCode | null;
  due: boolean;
};

// Real providers drop a call that hangs; ours says so at once for the card that never answers.
const NO_ANSWER = 'the test card never answers';

export type TestProviderOptions = {
  db: Database;
  /** Tells us of a change as a webhook would; at least once, perhaps late, perhaps twice. */
  onChange: (event: { id: string; storeId: string; attemptId: string }) => Promise<void>;
};

export function createTestProvider({ db, onChange }: TestProviderOptions): TestProvider {
  return {
    name: 'test',
    serves: (mode) => mode === 'test',
    create: (request) => create(db, request),
    read: async (ref) => toPayment(await settleLate(db, ref)),
    async confirm(ref, token) {
      const behaviour = testCardOfToken(token)?.behaviour;
      const payment = await change(db, ref, async (tx, row) => {
        if (row.status !== 'requires_payment_method' && row.status !== 'requires_action') return;
        await confirmWith(tx, ref, behaviour);
      });
      if (payment.status === 'authorised') await announce(db, ref, onChange);
      if (behaviour === 'never_answers') throw new ProviderError('unreachable', NO_ANSWER);
      return payment;
    },
    async cancel(ref) {
      await settleLate(db, ref);
      return change(db, ref, async (tx, row) => {
        if (row.status !== 'captured') await setStatus(tx, ref, { status: 'cancelled' });
      });
    },
    capture: (ref, amount, movementId) => operate(db, { ref, kind: 'capture', amount, movementId }),
    refund: (ref, amount, movementId) => operate(db, { ref, kind: 'refund', amount, movementId }),
    async hasDone(ref, movementId) {
      const rows = await db.query('SELECT 1 FROM test_provider.operation WHERE ref = $1 AND idempotency_key = $2', [
        ref,
        movementId,
      ]);
      return rows.length > 0;
    },
    async answerChallenge(ref, clientSecret, approve) {
      const payment = await change(db, ref, async (tx, row) => {
        if (row.client_secret !== clientSecret) throw refused('wrong client secret');
        if (row.status !== 'requires_action') return;
        await setStatus(
          tx,
          ref,
          approve ? { status: 'authorised' } : { status: 'requires_payment_method', decline: 'card_declined' },
        );
      });
      await announce(db, ref, onChange);
      return payment;
    },
  };
}

async function create(db: Database, request: PaymentRequest): Promise<Payment> {
  const { storeId, attemptId, amount, currency } = request;
  const [row] = await db.query<{ ref: string }>(
    `INSERT INTO test_provider.payment (ref, store_id, idempotency_key, attempt_id, client_secret, amount, currency, status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'requires_payment_method')
     ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key RETURNING ref`,
    [`pay_${randomUUID()}`, storeId, `create:${attemptId}`, attemptId, randomUUID(), amount, currency],
  );
  return toPayment(await read(db, row?.ref ?? ''));
}

function change(db: Database, ref: string, work: (tx: Sql, row: Row) => Promise<void>): Promise<Payment> {
  return db.transaction(async (tx) => {
    await work(tx, await read(tx, ref, 'FOR UPDATE'));
    return toPayment(await read(tx, ref));
  });
}

type Operation = { ref: string; kind: 'capture' | 'refund'; amount: number; movementId: string };

function operate(db: Database, operation: Operation): Promise<Payment> {
  const { ref, kind, amount } = operation;
  return change(db, ref, async (tx, row) => {
    if (!(await claim(tx, operation))) return;
    if (kind === 'capture') {
      if (row.status !== 'authorised' || amount > row.amount) throw refused('there is nothing to capture');
      await tx.query(`UPDATE test_provider.payment SET status = 'captured', captured = $2 WHERE ref = $1`, [
        ref,
        amount,
      ]);
      return;
    }
    if (row.status !== 'captured' || row.refunded + amount > row.captured) throw refused('there is nothing to refund');
    await tx.query('UPDATE test_provider.payment SET refunded = refunded + $2 WHERE ref = $1', [ref, amount]);
  });
}

const DECLINES: Partial<Record<TestCardBehaviour, DeclineCode>> = {
  declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_card: 'incorrect_card',
};

async function confirmWith(tx: Sql, ref: string, behaviour: TestCardBehaviour | undefined): Promise<void> {
  if (behaviour === undefined)
    return setStatus(tx, ref, { status: 'requires_payment_method', decline: 'incorrect_card' });
  const decline = DECLINES[behaviour];
  if (decline) return setStatus(tx, ref, { status: 'requires_payment_method', decline });
  if (behaviour === 'succeeds') return setStatus(tx, ref, { status: 'authorised' });
  if (behaviour === 'second_step') return setStatus(tx, ref, { status: 'requires_action' });
  // Late and never: no verdict yet. Only the late ones have a time at which there is one.
  await tx.query(
    `UPDATE test_provider.payment SET status = 'processing', behaviour = $2, decline_code = NULL,
            authorises_at = CASE WHEN $2 = 'never_answers' THEN NULL ELSE app_now() + $3 * interval '1 ms' END
     WHERE ref = $1`,
    [ref, behaviour, TEST_CARD_LATE_MS],
  );
}

type Verdict = { status: PaymentStatus; decline?: DeclineCode };

async function setStatus(tx: Sql, ref: string, { status, decline }: Verdict): Promise<void> {
  await tx.query(
    'UPDATE test_provider.payment SET status = $2, decline_code = $3, authorises_at = NULL WHERE ref = $1',
    [ref, status, decline ?? null],
  );
}

/** A late verdict is due: it is written down by whoever looks first. */
async function settleLate(db: Sql, ref: string): Promise<Row> {
  const row = await read(db, ref);
  if (!row.due) return row;
  await db.query(
    `UPDATE test_provider.payment SET authorises_at = NULL,
            status = CASE WHEN behaviour = 'late_declined' THEN 'requires_payment_method' ELSE 'authorised' END,
            decline_code = CASE WHEN behaviour = 'late_declined' THEN 'card_declined' END
     WHERE ref = $1 AND status = 'processing' AND authorises_at <= app_now()`,
    [ref],
  );
  return read(db, ref);
}

/** Remembers an operation by its movement; false when it was done before. */
async function claim(tx: Sql, operation: Operation): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO test_provider.operation (idempotency_key, ref, kind, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT DO NOTHING RETURNING 1`,
    [operation.movementId, operation.ref, operation.kind, operation.amount],
  );
  return rows.length > 0;
}

async function announce(db: Sql, ref: string, onChange: TestProviderOptions['onChange']): Promise<void> {
  const [row] = await db.query<{ store_id: string; attempt_id: string; status: string }>(
    'SELECT store_id, attempt_id, status FROM test_provider.payment WHERE ref = $1',
    [ref],
  );
  if (row) await onChange({ id: `${ref}:${row.status}`, storeId: row.store_id, attemptId: row.attempt_id });
}

async function read(db: Sql, ref: string, lock: 'FOR UPDATE' | '' = ''): Promise<Row> {
  const [row] = await db.query<Row>(
    `SELECT *, coalesce(status = 'processing' AND authorises_at <= app_now(), false) AS due
     FROM test_provider.payment WHERE ref = $1 ${lock}`,
    [ref],
  );
  if (!row) throw refused('no such payment');
  return row;
}

function toPayment(row: Row): Payment {
  return {
    ref: row.ref,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    capturedAmount: row.captured,
    refundedAmount: row.refunded,
    clientSecret: row.client_secret,
    ...(row.decline_code ? { declineCode: row.decline_code } : {}),
  };
}

function refused(message: string): ProviderError {
  return new ProviderError('refused', message);
}
