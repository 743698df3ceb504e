import { randomUUID } from 'node:crypto';
import { type Declaration, isSameDeclaration, REFUND_DAYS } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { createLink } from '../../links/commands.ts';
import { emit } from '../../outbox/outbox.ts';
import { readWithdrawal, type Withdrawal } from '../queries.ts';
import { findContract } from './find-contract.ts';

/** `id`: the page that was confirmed. Confirmed twice, it is one declaration. */
type Declared = { storeId: string; id: string; locale: string; declaration: Declaration };

/**
 * Records that somebody withdraws from a contract, whether or not its pre-order is found. It counts from this moment. A receipt
 * follows by mail; the merchant gets a task.
 */
export async function declareWithdrawal(deps: Pick<Deps, 'db' | 'outbox'>, declared: Declared): Promise<Withdrawal> {
  const { storeId, id, declaration } = declared;
  const made = await deps.db.transaction(async (tx) => {
    if (await insert(tx, declared)) return readWithdrawal(tx, storeId, id);
    const earlier = await readWithdrawal(tx, storeId, id);
    if (isSameDeclaration(earlier, declaration)) return earlier;
    // The same page with other words in it is another declaration.
    const other = { ...declared, id: randomUUID() };
    await insert(tx, other);
    return readWithdrawal(tx, storeId, other.id);
  });
  deps.outbox.wake();
  return made;
}

/** Returns false if this page was confirmed before. */
async function insert(tx: Sql, { storeId, id, locale, declaration }: Declared): Promise<boolean> {
  const { name, email, reference, postalCode, items } = declaration;
  const preorderId = await findContract(tx, storeId, declaration);
  const inserted = await tx.query(
    `INSERT INTO withdrawal (store_id, id, locale, name, email, reference, postal_code, items, customer_key, preorder_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, id, locale, name, email, reference, postalCode, items, customerKeyOf(storeId, email), preorderId],
  );
  if (inserted.length === 0) return false;
  await addReceipt(tx, { storeId, id }, 'declarant');
  if (preorderId !== null) await createUndoLink(tx, { storeId, id, preorderId });
  await raiseAlert(tx, storeId, {
    text: preorderId === null ? 'withdrawal_declared.unmatched' : 'withdrawal_declared',
    subjectId: id,
    values: {},
    next: { step: 'look_at_withdrawal', about: id },
  });
  await emit(tx, 'withdrawal.declared', { storeId, subjectId: id });
  return true;
}

/** Has a receipt sent, also one that was sent before: it may be another person who gets it now. */
export async function addReceipt(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  recipient: 'declarant' | 'contact',
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_receipt (store_id, withdrawal_id, recipient, try_at)
     SELECT w.store_id, w.id, $3, app_now() + ${PACE}
     FROM withdrawal w WHERE w.store_id = $1 AND w.id = $2
     ON CONFLICT (store_id, withdrawal_id, recipient) DO UPDATE
     SET try_at = app_now(), tries = 0, sent_at = NULL, failure = NULL, message_id = NULL`,
    [storeId, id, recipient],
  );
}

// Anybody may type any address. The first three receipts of a day go out at once; each further one to the same address waits a quarter
// of an hour longer than the one before.
const PACE = `greatest(0, (
  SELECT count(*) FROM withdrawal d WHERE d.store_id = w.store_id AND d.customer_key = w.customer_key
    AND d.declared_at > (SELECT app_now()) - interval '1 day') - 3) * interval '15 minutes'`;

/** Makes the link with which the customer of the pre-order says that the declaration was not theirs. */
export async function createUndoLink(
  tx: Sql,
  { storeId, id, preorderId }: { storeId: string; id: string; preorderId: string },
): Promise<void> {
  const detail = { withdrawalId: id };
  await createLink(tx, { storeId, preorderId, purpose: 'withdrawal', detail, minutes: REFUND_DAYS * 24 * 60 });
}
