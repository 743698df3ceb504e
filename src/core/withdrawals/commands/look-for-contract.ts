import type { Sql } from '../../../platform/db.ts';
import { followWaits } from '../../accounts/commands/follow-waits.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { readWithdrawal, type Withdrawal } from '../queries.ts';
import { findContract } from './find-contract.ts';
import { addReceipt, createUndoLink } from './receipt.ts';

type WithdrawalKey = { storeId: string; id: string };

const WITHDRAWALS_AT_ONCE = 100;

/** Looks for the pre-orders of declarations whose first look failed. */
export async function lookForContracts({ db, outbox, log }: Pick<Deps, 'db' | 'outbox' | 'log'>): Promise<void> {
  const unseen = await db.query<WithdrawalKey>(
    `SELECT store_id AS "storeId", id FROM withdrawal WHERE looked_at IS NULL ORDER BY declared_at LIMIT ${WITHDRAWALS_AT_ONCE}`,
  );
  for (const key of unseen) {
    await db
      .transaction((tx) => lookForContract(tx, key))
      .catch((error: unknown) =>
        log.error({ err: error, withdrawal: key.id }, 'the pre-order of a withdrawal was not looked for'),
      );
  }
  if (unseen.length > 0) outbox.wake();
}

/**
 * Looks for the pre-order that somebody withdraws from, once. What is found waits: nothing of it is released, charged or sent until the
 * withdrawal is dealt with. Tells the merchant, and its customer unless they declared it themselves.
 */
export async function lookForContract(tx: Sql, key: WithdrawalKey): Promise<void> {
  const { storeId, id } = key;
  const declared = await readWithdrawal(tx, storeId, id);
  const preorderId = declared.preorder?.id ?? (await findContract(tx, storeId, declared));
  if (preorderId !== null) await lockPreorder(tx, { storeId, preorderId });
  const looked = await tx.query(
    `UPDATE withdrawal SET looked_at = app_now(), preorder_id = coalesce(preorder_id, $3)
     WHERE store_id = $1 AND id = $2 AND looked_at IS NULL RETURNING 1`,
    [storeId, id, preorderId],
  );
  if (looked.length === 0) return;
  if (declared.state === 'declared') {
    if (preorderId !== null) {
      await tellCustomer(tx, declared, { storeId, preorderId });
      await followWaits(tx, { storeId, preorderId });
    }
    await raiseAlert(tx, storeId, {
      text: preorderId === null ? 'withdrawal_declared.unmatched' : 'withdrawal_declared',
      subjectId: id,
      values: {},
      next: { step: 'look_at_withdrawal', about: id },
    });
  }
  await emit(tx, 'withdrawal.declared', { storeId, subjectId: id });
}

/** Has the customer of the pre-order told, where the receipt goes to another address or went out before the pre-order was found. */
async function tellCustomer(
  tx: Sql,
  { id, email, proven, matchedByHand }: Withdrawal,
  { storeId, preorderId }: { storeId: string; preorderId: string },
): Promise<void> {
  if (matchedByHand) return; // the match has told them
  if (!proven) await createUndoLink(tx, { storeId, id, preorderId });
  const [own] = await tx.query<{ customerKey: string }>(
    'SELECT customer_key AS "customerKey" FROM preorder WHERE store_id = $1 AND id = $2',
    [storeId, preorderId],
  );
  const isOther = own?.customerKey !== customerKeyOf(storeId, email);
  if (isOther || (!proven && (await isBegun(tx, { storeId, id })))) await addReceipt(tx, { storeId, id }, 'contact');
}

/** Returns true when the receipt went out already, or may be going out now: without the link. */
async function isBegun(tx: Sql, { storeId, id }: WithdrawalKey): Promise<boolean> {
  const begun = await tx.query(
    'SELECT 1 FROM withdrawal_receipt WHERE store_id = $1 AND withdrawal_id = $2 AND tries > 0',
    [storeId, id],
  );
  return begun.length > 0;
}
