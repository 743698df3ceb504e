import { NEARLY_SOLD_AGAIN_PERCENT, NEARLY_SOLD_PERCENT } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';

// Before a working day begins, in the store's time zone.
const DAILY_AT = '07:00';

/** Writes the mails about stores that are due: each morning one, and one when a waitlist is nearly sold. Safe to repeat. */
export async function writeNews({ db }: Pick<Deps, 'db'>): Promise<void> {
  await writeDaily(db);
  await db.transaction(writeNearlySold);
}

/** In one statement, so that of two processes one writes the mail. After days without a worker, only the last day is told. */
async function writeDaily(sql: Sql): Promise<void> {
  await sql.query(
    `WITH clock AS (SELECT id, (SELECT app_now()) AT TIME ZONE time_zone AS at FROM store),
     due AS (
       UPDATE staff_subscription n SET mailed_on = c.at::date FROM clock c
       WHERE c.id = n.store_id AND n.kind = 'daily' AND c.at::time >= $1::time
         AND (n.mailed_on IS NULL OR n.mailed_on < c.at::date)
       RETURNING n.store_id, n.member_id, c.at::date - 1 AS day)
     INSERT INTO staff_mail (id, kind, email, store_id, member_id, about)
     SELECT gen_random_uuid(), 'daily', m.email, d.store_id, d.member_id, d.day::text
     FROM due d JOIN staff_member m ON m.id = d.member_id`,
    [DAILY_AT],
  );
}

async function writeNearlySold(tx: Sql): Promise<void> {
  const counted = `
    SELECT w.store_id, w.id, sum(u.sold) AS sold, sum(u.allocated) AS allocated
    FROM waitlist w JOIN unit u ON u.store_id = w.store_id AND u.waitlist_id = w.id
    WHERE w.state = 'OPEN' GROUP BY w.store_id, w.id HAVING sum(u.allocated) > 0`;
  await tx.query(
    `UPDATE waitlist w SET nearly_sold_at = NULL FROM (${counted}) c
     WHERE w.store_id = c.store_id AND w.id = c.id AND w.nearly_sold_at IS NOT NULL AND 100 * c.sold < $1 * c.allocated`,
    [NEARLY_SOLD_AGAIN_PERCENT],
  );
  await tx.query(
    `WITH sold AS (
       UPDATE waitlist w SET nearly_sold_at = app_now() FROM (${counted}) c
       WHERE w.store_id = c.store_id AND w.id = c.id AND w.nearly_sold_at IS NULL AND 100 * c.sold >= $1 * c.allocated
       RETURNING w.store_id, w.id)
     INSERT INTO staff_mail (id, kind, email, store_id, member_id, about)
     SELECT gen_random_uuid(), 'nearly_sold', m.email, s.store_id, n.member_id, s.id::text
     FROM sold s
     JOIN staff_subscription n ON n.store_id = s.store_id AND n.kind = 'nearly_sold'
     JOIN staff_member m ON m.id = n.member_id`,
    [NEARLY_SOLD_PERCENT],
  );
}
