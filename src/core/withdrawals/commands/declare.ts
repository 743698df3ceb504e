import { randomUUID } from 'node:crypto';
import { type Declaration, isSameDeclaration, UNDO_HOURS } from '../../../domain/withdrawal.ts';
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

export async function addReceipt(
  tx: Sql,
  { storeId, id }: { storeId: string; id: string },
  recipient: 'declarant' | 'contact',
): Promise<void> {
  await tx.query(
    `INSERT INTO withdrawal_receipt (store_id, withdrawal_id, recipient) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
    [storeId, id, recipient],
  );
}

/** Makes the link with which the customer of the pre-order says that the declaration was not theirs. */
export async function createUndoLink(
  tx: Sql,
  { storeId, id, preorderId }: { storeId: string; id: string; preorderId: string },
): Promise<void> {
  const detail = { withdrawalId: id };
  await createLink(tx, { storeId, preorderId, purpose: 'withdrawal', detail, minutes: UNDO_HOURS * 60 });
}
