import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Declaration, REFUND_DAYS, type WithdrawalState } from '../../domain/withdrawal.ts';
import type { WithdrawalTiming } from '../../domain/withdrawal-period.ts';
import { COUNTRIES_WITH_LAW } from '../../domain/withdrawal-right.ts';
import type { Sql } from '../../platform/db.ts';
import { cursorAfter } from '../list-cursor.ts';
import { IS_CLEAR } from './queries/named.ts';
import { type GoodsReturn, RETURNS, type ReturnRow, returnOf } from './queries/returns.ts';
import { inTime, MAY_BE_WITHDRAWN, sentAlone, TIMING_ROW, type TimingRow, timingOf } from './queries/timing.ts';

export type Receipt = {
  recipient: 'declarant' | 'contact';
  sentAt: Date | null;
  /** Why the last try failed, as codes. */
  failure: string | null;
};

export type Withdrawal = Declaration & {
  id: string;
  declaredAt: Date;
  /** The service does not act before, so that the customer of the pre-order can undo it; null while no receipt went out. */
  undoableUntil: Date | null;
  /** Until then the money has to go back, or longer where goods have to come back first. */
  refundDueAt: Date;
  locale: string;
  state: WithdrawalState;
  /** The service cancels what was not released, once the time to undo it is over. */
  actsItself: boolean;
  /** When the service cancelled what was not released; null before, and where a person has to decide. */
  actedAt: Date | null;
  endedAt: Date | null;
  /** What the merchant did, or why not; empty while it waits. */
  answer: string;
  /** Only the customer of the pre-order can have declared it: by a link that was mailed to them, or while signed in. */
  proven: boolean;
  matchedByHand: boolean;
  /** The line items that are meant, where the page knew them. Empty: all of them, or those that the words name. */
  lineIds: string[];
  /** The pre-order that was found; null if none was. */
  preorder: { id: string; reference: string } | null;
  /** Whether it was declared in time; null if no pre-order was found. */
  timing: WithdrawalTiming | null;
  receipts: Receipt[];
  /** What comes back, the oldest first. */
  returns: GoodsReturn[];
};

/**
 * SQL: the service does not act on the withdrawal `w` before, so that its customer can undo it: so many hours after the last receipt
 * went out as the store says. What only the customer can have declared is acted on at once. Null while a receipt has not gone out.
 */
export const UNDOABLE_UNTIL = `(CASE WHEN w.proven THEN w.declared_at ELSE (
   SELECT CASE WHEN bool_and(r.sent_at IS NOT NULL) THEN max(r.sent_at) + s.withdrawal_undo_hours * interval '1 hour' END
   FROM withdrawal_receipt r, store s
   WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id AND s.id = w.store_id GROUP BY s.withdrawal_undo_hours) END)`;

/**
 * SQL: the service may act on the withdrawal `w` from the pre-order `o` with its contact `c`. A person acts where a person said which
 * pre-order it is, or has to read which items are meant; where no law gives the right, or it excludes these goods; where the service found
 * that the period is over, or may be; and where the customer has another address since, unless it was proven that it is theirs; and where a receipt is never sent. An erased declaration has lost its
 * words, and may have meant only some items. `$1`: `COUNTRIES_WITH_LAW`.
 */
export const ACTS_ITSELF = `(w.state = 'declared' AND w.acted_at IS NULL AND NOT w.matched_by_hand AND NOT w.left_to_person
  AND ${IS_CLEAR}
  AND w.email <> '' AND (w.proven OR o.customer_key = w.customer_key) AND c.address->>'country' = ANY ($1::text[])
  AND (w.proven OR NOT EXISTS (SELECT 1 FROM withdrawal_receipt r
    WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id AND r.sent_at IS NULL AND r.try_at = 'infinity'))
  AND ${MAY_BE_WITHDRAWN})`;

/** SQL: a withdrawal `w`. `$1`: `COUNTRIES_WITH_LAW`. */
const WITHDRAWAL = `
  w.id, w.declared_at AS "declaredAt", ${UNDOABLE_UNTIL} AS "undoableUntil",
  w.declared_at + interval '${REFUND_DAYS} days' AS "refundDueAt", w.locale,
  w.name, w.email, w.reference, w.postal_code AS "postalCode", w.items, w.state, w.acted_at AS "actedAt", coalesce(${ACTS_ITSELF}, false) AS "actsItself", w.ended_at AS "endedAt", w.answer,
  w.proven, w.matched_by_hand AS "matchedByHand",
  ARRAY(SELECT x.line_id FROM withdrawal_line x WHERE x.store_id = w.store_id AND x.withdrawal_id = w.id ORDER BY x.line_id) AS "lineIds",
  CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'reference', o.reference) END AS preorder, ${TIMING_ROW} AS timing,
  (SELECT coalesce(json_agg(json_build_object('recipient', r.recipient, 'sentAt', r.sent_at, 'failure', r.failure)
                            ORDER BY r.recipient DESC), '[]')
   FROM withdrawal_receipt r WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id) AS receipts, ${RETURNS} AS returns`;
const FROM = `withdrawal w
  LEFT JOIN preorder o ON o.store_id = w.store_id AND o.id = w.preorder_id
  LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id`;

type Row = Omit<Withdrawal, 'receipts' | 'timing' | 'returns'> & {
  timing: TimingRow;
  returns: ReturnRow[];
  receipts: (Omit<Receipt, 'sentAt'> & { sentAt: string | null })[];
};

const withdrawalOf = ({ receipts, timing, returns, ...row }: Row): Withdrawal => ({
  ...row,
  timing: timingOf(timing, row.declaredAt),
  // What the round that acts would find too.
  actsItself: row.actsItself && (!sentAlone(timing) || inTime(timing, row.declaredAt).size > 0),
  returns: returns.map(returnOf),
  receipts: receipts.map((receipt) => ({
    ...receipt,
    sentAt: receipt.sentAt === null ? null : new Date(receipt.sentAt),
  })),
});

/** Returns a withdrawal, or null if the store has none with this id. */
export async function findWithdrawal(sql: Sql, storeId: string, id: string): Promise<Withdrawal | null> {
  if (!isUuid(id)) return null;
  const [row] = await sql.query<Row>(`SELECT ${WITHDRAWAL} FROM ${FROM} WHERE w.store_id = $2 AND w.id = $3`, [
    COUNTRIES_WITH_LAW,
    storeId,
    id,
  ]);
  return row ? withdrawalOf(row) : null;
}

/** Lists the returns of a pre-order that go on, the oldest first, each with its withdrawal; the newest alone if none goes on. */
export async function listReturnsToSend(
  sql: Sql,
  storeId: string,
  preorderId: string,
): Promise<{ withdrawalId: string; goods: GoodsReturn }[]> {
  const rows = await sql.query<Row>(
    `SELECT ${WITHDRAWAL} FROM ${FROM} WHERE w.store_id = $2 AND w.id IN (
       SELECT r.withdrawal_id FROM goods_return r WHERE r.store_id = $2 AND r.preorder_id = $3)`,
    [COUNTRIES_WITH_LAW, storeId, preorderId],
  );
  const all = rows
    .map(withdrawalOf)
    .flatMap(({ id, returns }) => returns.map((goods) => ({ withdrawalId: id, goods })))
    .sort((a, b) => a.goods.openedAt.getTime() - b.goods.openedAt.getTime());
  const going = all.filter(({ goods }) => goods.endedAt === null);
  return going.length > 0 ? going : all.slice(-1);
}

/** Lists those of the pre-orders of which something has to be sent back, or is on its way. */
export async function listComingBack(sql: Sql, storeId: string, preorderIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ id: string }>(
    `SELECT DISTINCT preorder_id AS id FROM goods_return
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[]) AND ended_at IS NULL`,
    [storeId, preorderIds],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Reads a withdrawal. `withdrawal_not_found`, also for one of another store. */
export async function readWithdrawal(sql: Sql, storeId: string, id: string): Promise<Withdrawal> {
  const found = await findWithdrawal(sql, storeId, id);
  if (found) return found;
  throw new AppError('withdrawal_not_found', 'There is no such withdrawal in this store.', { param: 'withdrawal' });
}

export type WithdrawalFilter = {
  state?: WithdrawalState | undefined;
  /** A cursor: the id of the last one of the previous page. */
  after?: string | undefined;
  limit: number;
};

/** Lists the withdrawals of a store, newest first. Throws `invalid_parameter` if it has none `after`. */
export async function listWithdrawals(
  sql: Sql,
  storeId: string,
  { state, after, limit }: WithdrawalFilter,
): Promise<Withdrawal[]> {
  const rows = await sql.query<Row>(
    `SELECT ${WITHDRAWAL} FROM ${FROM}
     WHERE w.store_id = $2 AND ($3::text IS NULL OR w.state = $3)
       AND ($4::timestamptz IS NULL OR (w.declared_at <= $4 AND (w.declared_at < $4 OR w.id > $5)))
     ORDER BY w.declared_at DESC, w.id LIMIT $6`,
    [COUNTRIES_WITH_LAW, storeId, state ?? null, ...(await readCursor(sql, storeId, after)), limit],
  );
  return rows.map(withdrawalOf);
}

/** Lists the withdrawals that a person declared, and those from their pre-orders, oldest first. */
export async function listWithdrawalsOf(sql: Sql, storeId: string, customerKey: string): Promise<Withdrawal[]> {
  const rows = await sql.query<Row>(
    `SELECT ${WITHDRAWAL} FROM ${FROM}
     WHERE w.store_id = $2 AND w.id IN (
       SELECT id FROM withdrawal WHERE store_id = $2 AND customer_key = $3
       UNION SELECT d.id FROM preorder p JOIN withdrawal d ON d.store_id = p.store_id AND d.preorder_id = p.id
       WHERE p.store_id = $2 AND p.customer_key = $3)
     ORDER BY w.declared_at, w.id`,
    [COUNTRIES_WITH_LAW, storeId, customerKey],
  );
  return rows.map(withdrawalOf);
}

/** Lists the newest receipts of all stores that were sent, for a developer who runs the service on their own machine. */
export async function listNewestReceipts(
  sql: Sql,
  limit: number,
): Promise<{ id: string; messageId: string | null; name: string; store: string; sentAt: Date | null }[]> {
  return sql.query(
    `SELECT r.message_id AS "messageId", w.name, s.name AS store, r.sent_at AS "sentAt",
            r.recipient || '-' || r.withdrawal_id AS id
     FROM withdrawal_receipt r
     JOIN withdrawal w ON w.store_id = r.store_id AND w.id = r.withdrawal_id
     JOIN store s ON s.id = r.store_id
     WHERE r.message_id IS NOT NULL ORDER BY r.sent_at DESC LIMIT $1`,
    [limit],
  );
}

const readCursor = (sql: Sql, storeId: string, after: string | undefined) =>
  cursorAfter(after, (id) =>
    sql.query<{ at: string }>('SELECT declared_at::text AS at FROM withdrawal WHERE store_id = $1 AND id = $2', [
      storeId,
      id,
    ]),
  );
