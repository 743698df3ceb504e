import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { PAUSED, type PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { askForOwedRefunds } from './owed-refunds.ts';

/** Whether the store's account takes no payments now, so that none is asked for. */
export async function accountPaused(sql: Sql, storeId: string): Promise<boolean> {
  const paused = await sql.query(`SELECT 1 FROM payment_account WHERE store_id = $1 AND ${PAUSED}`, [storeId]);
  return paused.length > 0;
}

/** Its money is looked at again as soon as the account works. */
export async function waitForAccount(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<null> {
  await sql.query(
    `INSERT INTO money_waiting (store_id, preorder_id, next_at) VALUES ($1, $2, app_now()) ON CONFLICT DO NOTHING`,
    [storeId, preorderId],
  );
  return null;
}

// A quarter of what it has waited already: within seconds at first, later once an hour.
const WAITS = `least(interval '1 hour', greatest(interval '30 seconds', (app_now() - m.created_at) / 4))`;

/** The account was asked and refused: nothing changed, the movement stays open, and is asked for again later and later. */
export async function noteWaiting(sql: Sql, { storeId, preorderId, id }: Movement): Promise<void> {
  await sql.query(
    `INSERT INTO money_waiting AS w (store_id, preorder_id, next_at)
     SELECT $1, $2, app_now() + ${WAITS} FROM movement m WHERE m.store_id = $1 AND m.id = $3
     ON CONFLICT (store_id, preorder_id) DO UPDATE SET next_at = excluded.next_at`,
    [storeId, preorderId, id],
  );
}

/** The account works: nothing waits any longer, and what it refused to give back may go now. */
export async function wakeWaiting(tx: Sql, storeId: string): Promise<void> {
  await askForOwedRefunds(tx, storeId);
  await tx.query(
    `UPDATE money_waiting SET next_at = (SELECT app_now())
     WHERE store_id = $1 AND next_at > (SELECT app_now())`,
    [storeId],
  );
}

const AT_ONCE = 1_000;

/** Has a job look again at what waited for an account that is not paused any more. Resolves with how many. */
export async function moveWaitingMoney(deps: Pick<Deps, 'db' | 'outbox'>): Promise<number> {
  const due = await deps.db.query(
    `WITH due AS (
       DELETE FROM money_waiting WHERE (store_id, preorder_id) IN (
         SELECT store_id, preorder_id FROM money_waiting w
         WHERE next_at <= (SELECT app_now()) AND NOT EXISTS (
           SELECT 1 FROM payment_account a WHERE a.store_id = w.store_id AND (a.paused_at IS NOT NULL OR a.broken_at IS NOT NULL))
         ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       RETURNING store_id, preorder_id)
     INSERT INTO outbox (store_id, topic, subject_id) SELECT store_id, 'money.due', preorder_id FROM due RETURNING 1`,
    [AT_ONCE],
  );
  if (due.length > 0) deps.outbox.wake();
  return due.length;
}

/** Nothing of it is due any more. */
export async function waitNoMore(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await sql.query('DELETE FROM money_waiting WHERE store_id = $1 AND preorder_id = $2', [storeId, preorderId]);
}

/** One that waits, for a probe of the account: the next time it is another one's turn. */
export async function takeForProbe(sql: Sql, storeId: string): Promise<string | null> {
  const [row] = await sql.query<{ preorderId: string }>(
    `UPDATE money_waiting SET next_at = app_now() WHERE store_id = $1 AND preorder_id = (
       SELECT preorder_id FROM money_waiting WHERE store_id = $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING preorder_id AS "preorderId"`,
    [storeId],
  );
  return row?.preorderId ?? null;
}
