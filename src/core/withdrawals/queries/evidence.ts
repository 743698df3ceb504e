import type { Sql } from '../../../platform/db.ts';
import { type Activity, listActivity } from '../../activity/queries.ts';
import { readWithdrawal, type Withdrawal } from '../queries.ts';

/** A receipt with what proves that it went out, or why it did not. */
export type ProvenReceipt = {
  recipient: 'declarant' | 'contact';
  sentAt: Date | null;
  /** Of the mail that was sent. */
  messageId: string | null;
  /** Why the last try failed, as codes. */
  failure: string | null;
  tries: number;
  /** It is not tried again: the mail server has refused it for good, or the person was erased. */
  isOver: boolean;
};

/** What is known of a withdrawal. */
export type Evidence = {
  withdrawal: Withdrawal;
  receipts: ProvenReceipt[];
  /** What people did with it, the oldest first. */
  acts: Activity[];
};

// Each withdrawal is matched a few times and ended once.
const ACTS_MAX = 200;

/** Reads what is known of a withdrawal. `withdrawal_not_found`, also for one of another store. */
export async function readEvidence(sql: Sql, storeId: string, id: string): Promise<Evidence> {
  const withdrawal = await readWithdrawal(sql, storeId, id);
  const key = [storeId, withdrawal.id];
  const receipts = await sql.query<ProvenReceipt>(
    `SELECT recipient, sent_at AS "sentAt", message_id AS "messageId", failure, tries, try_at = 'infinity' AS "isOver"
     FROM withdrawal_receipt WHERE store_id = $1 AND withdrawal_id = $2 ORDER BY recipient DESC`,
    key,
  );
  const acts = await listActivity(sql, storeId, { subject: withdrawal.id, limit: ACTS_MAX });
  return { withdrawal, receipts, acts: acts.reverse() };
}
