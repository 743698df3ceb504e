import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { PAUSED, type PreorderKey } from '../queries/money.ts';
import type { Movement } from '../queries/movements.ts';
import { askForOwedRefunds } from './owed-refunds.ts';

/** Returns true if the store's account takes no payments now. The caller then asks for none. */
export async function accountPaused(sql: Sql, storeId: string): Promise<boolean> {
  const paused = await sql.query(`SELECT 1 FROM payment_account WHERE store_id = $1 AND ${PAUSED}`, [storeId]);
  return paused.length > 0;
}

/** Notes that the pre-order's money waits for the account. A job moves it as soon as the account works. */
export async function waitForAccount(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<null> {
  await sql.query(
    `INSERT INTO money_waiting (store_id, preorder_id, next_at) VALUES ($1, $2, app_now()) ON CONFLICT DO NOTHING`,
    [storeId, preorderId],
  );
  return null;
}

// A quarter of the time that it has waited already: 30 seconds at first, later an hour.
const WAITS = `least(interval '1 hour', greatest(interval '30 seconds', (app_now() - m.created_at) / 4))`;

/** Notes that the account refused a movement. The movement stays open, and is tried again with back-off. */
export async function noteWaiting(sql: Sql, { storeId, preorderId, id }: Movement): Promise<void> {
  await sql.query(
    `INSERT INTO money_waiting AS w (store_id, preorder_id, next_at)
     SELECT $1, $2, app_now() + ${WAITS} FROM movement m WHERE m.store_id = $1 AND m.id = $3
     ON CONFLICT (store_id, preorder_id) DO UPDATE SET next_at = excluded.next_at`,
    [storeId, preorderId, id],
  );
}

/** Makes all waiting money and all refused refunds of the store due at once, because the account works again. */
export async function wakeWaiting(tx: Sql, storeId: string): Promise<void> {
  await askForOwedRefunds(tx, storeId);
  await tx.query(
    `UPDATE money_waiting SET next_at = (SELECT app_now())
     WHERE store_id = $1 AND next_at > (SELECT app_now())`,
    [storeId],
  );
}

const AT_ONCE = 1_000;

/** Has jobs move money that waited for an account that is not paused any more. Resolves with the number of pre-orders. */
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

/** Deletes the note that the pre-order's money waits, because nothing of it is due any more. */
export async function waitNoMore(sql: Sql, { storeId, preorderId }: PreorderKey): Promise<void> {
  await sql.query('DELETE FROM money_waiting WHERE store_id = $1 AND preorder_id = $2', [storeId, preorderId]);
}

/**
 * Takes a waiting pre-order for a probe of the account, and moves it behind the others, so that the next probe takes
 * another.
 */
export async function takeForProbe(sql: Sql, storeId: string): Promise<string | null> {
  const [row] = await sql.query<{ preorderId: string }>(
    `UPDATE money_waiting SET next_at = app_now() WHERE store_id = $1 AND preorder_id = (
       SELECT preorder_id FROM money_waiting WHERE store_id = $1 ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING preorder_id AS "preorderId"`,
    [storeId],
  );
  return row?.preorderId ?? null;
}
