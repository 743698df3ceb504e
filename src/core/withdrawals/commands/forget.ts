import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

type Forgotten = { storeId: string; pseudonym: string } & (
  | { customerKey: string }
  | { preorderIds: readonly string[] }
);

/**
 * Empties what names a person in their declarations, and removes the archived receipts. That somebody withdrew, when, from which
 * pre-order and what became of it stays.
 */
export async function forgetWithdrawals(sql: Sql, mail: Deps['mail'], forgotten: Forgotten): Promise<void> {
  const { storeId, pseudonym } = forgotten;
  const customerKey = 'customerKey' in forgotten ? forgotten.customerKey : null;
  const preorderIds = 'preorderIds' in forgotten ? forgotten.preorderIds : [];
  const emptied = await sql.query<{ id: string }>(
    `UPDATE withdrawal SET name = '', email = '', reference = '', postal_code = '', items = '', answer = '', customer_key = $4
     WHERE store_id = $1 AND (customer_key = $2 OR preorder_id = ANY($3::uuid[])) AND customer_key <> $4 RETURNING id`,
    [storeId, customerKey, preorderIds, pseudonym],
  );
  if (emptied.length === 0) return;
  // A carrier tells the name on a parcel to anyone who has its number. That there was a proof of sending stays. The
  // merchant's reason may name the person, as their answer may.
  await sql.query(
    `UPDATE goods_return SET carrier = '', tracking_number = '', tracking_link = '', reason = ''
     WHERE store_id = $1 AND withdrawal_id = ANY($2::uuid[])`,
    [storeId, emptied.map(({ id }) => id)],
  );
  const receipts = await sql.query<{ messageId: string | null }>(
    `UPDATE withdrawal_receipt SET failure = CASE WHEN sent_at IS NULL THEN 'erased' END, try_at = 'infinity'
     WHERE store_id = $1 AND withdrawal_id = ANY($2::uuid[]) RETURNING message_id AS "messageId"`,
    [storeId, emptied.map(({ id }) => id)],
  );
  for (const { messageId } of receipts) if (messageId !== null) await mail.archive?.remove(messageId);
}
