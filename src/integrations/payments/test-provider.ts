import { randomUUID } from 'node:crypto';
import type { Database, Sql } from '../../platform/db.ts';
import { TEST_CARD_LATE_MS, type TestCardBehaviour, testCardOfToken } from '../../protocol/wire/test-cards.ts';
import {
  type ChallengeBank,
  type ChargeRequest,
  type DeclineCode,
  type OtherHand,
  type Payment,
  type PaymentProvider,
  type PaymentRequest,
  ProviderError,
} from './port.ts';
import {
  type BankRequest,
  behaviourOf,
  capture,
  claimOperation,
  forget,
  inspect,
  readPayment,
  readRow,
  refund,
  refused,
  setStatus,
  type TestPaymentRow,
  toPayment,
  updatePayment,
  writeApproval,
} from './test-provider-books.ts';

/**
 * The shipped provider for test stores and the demo. It behaves like a card processor, moves no money and refuses live
 * stores. It keeps its books in its own schema, `test_provider`, like a separate company, so they survive our crashes.
 */
export type TestProvider = PaymentProvider & ChallengeBank & { byHand: OtherHand };

// Calls to a real provider end with a time-out; for the card that never answers, this provider fails at once.
const NO_ANSWER = 'the test card never answers';

export type TestProviderOptions = {
  db: Database;
  /** Reports a change like a webhook: at least once, perhaps late, perhaps twice. */
  onChange: (event: TestProviderEvent) => Promise<void>;
};

/** `byHand` is true if another hand may have moved money of the payment. */
type TestProviderEvent = { id: string; storeId: string; attemptId: string; byHand?: boolean };

export function createTestProvider({ db, onChange }: TestProviderOptions): TestProvider {
  return {
    name: 'test',
    serves: (mode) => mode === 'test',
    chargeable: () => ({ least: 1, most: Number.MAX_SAFE_INTEGER }),
    create: (request) => create(db, request),
    read: (ref) => readSettled(db, ref),
    async confirm(ref, token) {
      const card = testCardOfToken(token);
      const payment = await updatePayment(db, ref, async (tx, row) => {
        if (row.status !== 'requires_payment_method' && row.status !== 'requires_action') return;
        await setCard(tx, ref, card);
        await confirmWith(tx, row, card?.behaviour);
      });
      if (payment.status === 'authorised' || payment.status === 'saved') await announce(db, ref, onChange);
      if (card?.behaviour === 'never_answers') throw new ProviderError('unreachable', NO_ANSWER);
      return payment;
    },
    async cancel(ref) {
      await readSettled(db, ref);
      return updatePayment(db, ref, async (tx, row) => {
        if (row.status === 'captured' || row.status === 'saved') return;
        await setStatus(tx, ref, { status: 'cancelled', ...(row.decline_code && { decline: row.decline_code }) });
      });
    },
    async charge(request) {
      const ref = await charge(db, request);
      const payment = await readSettled(db, ref);
      const { storeId, attemptId } = request;
      if (payment.status === 'captured') await onChange({ id: `${ref}:captured`, storeId, attemptId });
      return payment;
    },
    findCharge: (request) => findCharge(db, request),
    capture: (ref, { amount }, movementId) => runOperation(db, { ref, kind: 'capture', amount, movementId }),
    refund: (ref, { amount }, movementId) => runOperation(db, { ref, kind: 'refund', amount, movementId }),
    forget: (method) => forget(db, method),
    async hasDone(ref, movementId) {
      await readSettled(db, ref);
      const rows = await db.query('SELECT 1 FROM test_provider.operation WHERE ref = $1 AND idempotency_key = $2', [
        ref,
        movementId,
      ]);
      return rows.length > 0;
    },
    inspect: (ref) => inspect(db, ref),
    byHand: createOtherHand({ db, onChange }),
    async answerChallenge(ref, clientSecret, approve) {
      const payment = await updatePayment(db, ref, async (tx, row) => {
        if (row.client_secret !== clientSecret) throw refused('wrong client secret');
        if (row.status !== 'requires_action') return;
        if (approve) await writeApproval(tx, row);
        else await setStatus(tx, ref, { status: 'requires_payment_method', decline: 'authentication_failed' });
      });
      await announce(db, ref, onChange);
      return payment;
    },
  };
}

async function setCard(tx: Sql, ref: string, card: ReturnType<typeof testCardOfToken>): Promise<void> {
  await tx.query('UPDATE test_provider.payment SET card = $2, card_expires_on = $3 WHERE ref = $1', [
    ref,
    card?.number ?? null,
    card?.expiresOn ?? null,
  ]);
}

async function create(db: Database, request: PaymentRequest): Promise<Payment> {
  const { storeId, attemptId, intent, amount, currency } = request;
  if (intent === 'save' && amount !== 0) throw refused('keeping a card takes no money');
  const [row] = await db.query<{ ref: string }>(
    `INSERT INTO test_provider.payment (ref, store_id, idempotency_key, attempt_id, client_secret, intent, amount, currency,
                                        status)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'requires_payment_method')
     ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key RETURNING ref`,
    [`pay_${randomUUID()}`, storeId, `create:${attemptId}`, attemptId, randomUUID(), intent, amount, currency],
  );
  return readPayment(db, row?.ref ?? '');
}

/** Creates the charge's object and decides it in one transaction, so that a repeated call finds a decided object. */
function charge(db: Database, request: ChargeRequest): Promise<string> {
  const { storeId, attemptId, movementId, amount, currency, method } = request;
  return db.transaction(async (tx) => {
    const behaviour = await behaviourOf(tx, storeId, method);
    const [made] = await tx.query<{ ref: string }>(
      `INSERT INTO test_provider.payment (ref, store_id, idempotency_key, attempt_id, client_secret, amount, currency,
                                          method_ref, charge, status)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'requires_payment_method')
       ON CONFLICT DO NOTHING RETURNING ref`,
      [
        `pay_${randomUUID()}`,
        storeId,
        keyOfCharge(attemptId),
        attemptId,
        randomUUID(),
        amount,
        currency,
        method.ref,
        movementId,
      ],
    );
    if (!made) return (await chargeOf(tx, attemptId)) ?? '';
    if (behaviour === null || amount <= 0) throw refused('there is no such kept card, or nothing to charge');
    const request: BankRequest = { ref: made.ref, store_id: storeId, charge: movementId, intent: 'pay', amount };
    await chargeWith(tx, request, behaviour);
    return made.ref;
  });
}

async function findCharge(db: Database, { attemptId }: Pick<ChargeRequest, 'attemptId'>): Promise<Payment | null> {
  const ref = await chargeOf(db, attemptId);
  return ref === null ? null : readSettled(db, ref);
}

const keyOfCharge = (attemptId: string) => `charge:${attemptId}`;

async function chargeOf(sql: Sql, attemptId: string): Promise<string | null> {
  const [made] = await sql.query<{ ref: string }>('SELECT ref FROM test_provider.payment WHERE idempotency_key = $1', [
    keyOfCharge(attemptId),
  ]);
  return made?.ref ?? null;
}

function chargeWith(tx: Sql, row: BankRequest, behaviour: TestCardBehaviour): Promise<void> {
  if (behaviour === 'charge_declined')
    return setStatus(tx, row.ref, { status: 'requires_payment_method', decline: 'card_declined' });
  if (behaviour === 'charge_second_step') return setStatus(tx, row.ref, { status: 'requires_action' });
  if (behaviour === 'late') return postpone(tx, row.ref, behaviour);
  return writeApproval(tx, row);
}

type Operation = { ref: string; kind: 'capture' | 'refund'; amount: number; movementId: string };

function runOperation(db: Database, operation: Operation): Promise<Payment> {
  const { ref, kind, amount } = operation;
  return updatePayment(db, ref, async (tx, row) => {
    if (!(await claimOperation(tx, operation))) return;
    await (kind === 'capture' ? capture(tx, row, amount) : refund(tx, row, amount));
  });
}

/** Acts like a merchant in the dashboard: without a movement of ours, and reported like a provider's webhook. */
function createOtherHand({ db, onChange }: TestProviderOptions): OtherHand {
  const act = async (ref: string, work: (tx: Sql, row: TestPaymentRow) => Promise<void>) => {
    await readSettled(db, ref);
    await updatePayment(db, ref, work);
    await announce(db, ref, async (event) => onChange({ ...event, id: `${event.id}:${randomUUID()}`, byHand: true }));
  };
  return {
    capture: (ref, amount) => act(ref, (tx, row) => capture(tx, row, amount)),
    cancel: (ref) =>
      act(ref, async (tx, row) => {
        if (row.status === 'captured' || row.status === 'saved') throw refused('it is over');
        await setStatus(tx, ref, { status: 'cancelled' });
      }),
    refund: (ref, amount) =>
      act(ref, async (tx, row) => {
        await claimOperation(tx, { ref, kind: 'refund', amount, movementId: `by hand ${randomUUID()}` });
        await refund(tx, row, amount);
      }),
  };
}

const DECLINES: Partial<Record<TestCardBehaviour, DeclineCode>> = {
  declined: 'card_declined',
  insufficient_funds: 'insufficient_funds',
  expired_card: 'expired_card',
  incorrect_card: 'incorrect_card',
};

/** Decides a confirm, for which the shopper is present. */
function confirmWith(tx: Sql, row: TestPaymentRow, behaviour: TestCardBehaviour | undefined): Promise<void> {
  const { ref } = row;
  const decline = behaviour === undefined ? 'incorrect_card' : DECLINES[behaviour];
  if (decline) return setStatus(tx, ref, { status: 'requires_payment_method', decline });
  if (behaviour === 'second_step' || behaviour === 'charge_second_step')
    return setStatus(tx, ref, { status: 'requires_action' });
  if (behaviour === 'late' || behaviour === 'late_declined' || behaviour === 'never_answers')
    return postpone(tx, ref, behaviour);
  return writeApproval(tx, row);
}

/** Leaves the payment without a decision. Late cards get a time for it; the card that never answers gets none. */
async function postpone(tx: Sql, ref: string, behaviour: TestCardBehaviour): Promise<void> {
  await tx.query(
    `UPDATE test_provider.payment SET status = 'processing', behaviour = $2, decline_code = NULL,
            authorises_at = CASE WHEN $2 = 'never_answers' THEN NULL ELSE app_now() + $3 * interval '1 ms' END
     WHERE ref = $1`,
    [ref, behaviour, TEST_CARD_LATE_MS],
  );
}

/** Reads a payment. If a late decision is due, writes it first. */
async function readSettled(db: Database, ref: string): Promise<Payment> {
  const found = await readRow(db, ref);
  if (!found.due) return toPayment(found);
  return updatePayment(db, ref, async (tx, row) => {
    if (!row.due) return;
    if (row.behaviour !== 'late_declined') return writeApproval(tx, row);
    await setStatus(tx, ref, { status: 'requires_payment_method', decline: 'card_declined' });
  });
}

async function announce(db: Sql, ref: string, onChange: TestProviderOptions['onChange']): Promise<void> {
  const [row] = await db.query<{ store_id: string; attempt_id: string; status: string }>(
    'SELECT store_id, attempt_id, status FROM test_provider.payment WHERE ref = $1',
    [ref],
  );
  if (row) await onChange({ id: `${ref}:${row.status}`, storeId: row.store_id, attemptId: row.attempt_id });
}
