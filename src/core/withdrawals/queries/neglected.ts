import type { Sql } from '../../../platform/db.ts';

/** Half of the 14 days within which the money has to go back. */
export const NEGLECTED_DAYS = 7;

/** Declarations that nobody has dealt with: those older than a week, and those whose receipt is never sent. */
export type Neglected = { late: number; unreceipted: number };

/** Counts what a store has left undone. A declaration that has ended counts no more, nor does the receipt of an erased person. */
export async function countNeglected(sql: Sql, storeId: string): Promise<Neglected> {
  const [row] = await sql.query<Neglected>(
    `SELECT count(*) FILTER (WHERE w.declared_at <= (SELECT app_now()) - interval '${NEGLECTED_DAYS} days')::int AS late,
            count(*) FILTER (WHERE EXISTS (
              SELECT 1 FROM withdrawal_receipt r
              WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id AND r.sent_at IS NULL AND r.try_at = 'infinity'
                AND r.failure <> 'erased'))::int AS unreceipted
     FROM withdrawal w WHERE w.store_id = $1 AND w.state = 'declared'`,
    [storeId],
  );
  return row ?? { late: 0, unreceipted: 0 };
}
