import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { lockSalesOf, moveUnits } from '../../stock/commands.ts';
import type { ImportKey } from '../queries.ts';

const UNDONE_AT_ONCE = 50;

type Row = {
  number: number;
  subjectId: string;
  /** Something happened to it since it came in. */
  isChanged: boolean;
};

/**
 * Undoes the next rows of an import: pre-orders that nothing has happened to are cancelled without a word to their shoppers, and
 * drafts are closed. Nothing is deleted but who ordered, because ledgers only grow. What has changed since stays, and is named.
 * Returns false when no row is left.
 */
export async function undoSome(tx: Sql, key: ImportKey, touched: Set<string>): Promise<boolean> {
  const { storeId, importId } = key;
  const [found] = await tx.query<{ kind: 'preorders' | 'waitlists' }>(
    'SELECT kind FROM import WHERE store_id = $1 AND id = $2',
    [storeId, importId],
  );
  const isPreorders = found?.kind === 'preorders';
  if (isPreorders) await lockSalesOf(tx, storeId);
  const rows = await tx.query<Row>(isPreorders ? NEXT_PREORDERS : NEXT_WAITLISTS, [storeId, importId, UNDONE_AT_ONCE]);
  if (rows.length === 0) {
    await tx.query(`UPDATE import SET state = 'undone', updated_at = app_now() WHERE store_id = $1 AND id = $2`, [
      storeId,
      importId,
    ]);
    return false;
  }
  const undone = rows.filter(({ isChanged }) => !isChanged).map(({ subjectId }) => subjectId);
  if (isPreorders) await undoPreorders(tx, storeId, { ids: undone, touched });
  else await closeDrafts(tx, storeId, { ids: undone, touched });
  await tx.query('DELETE FROM imported WHERE store_id = $1 AND subject_id = ANY($2::uuid[])', [storeId, undone]);
  await tx.query(
    `UPDATE import_row SET fate = CASE WHEN subject_id = ANY($3::uuid[]) THEN 'undone' ELSE 'kept' END
     WHERE store_id = $1 AND import_id = $2 AND number = ANY($4::int[])`,
    [storeId, importId, undone, rows.map(({ number }) => number)],
  );
  await tx.query('UPDATE import SET updated_at = app_now() WHERE store_id = $1 AND id = $2', [storeId, importId]);
  return true;
}

// The database itself notes when a pre-order, its contact, line items, money, parcels or notes last changed. A moved date and words
// of the shopper change none of them.
const NEXT_PREORDERS = `
  SELECT r.number, r.subject_id AS "subjectId",
    NOT (s.updated_at <= m.at AND s.state = 'placed')
    OR EXISTS (SELECT 1 FROM promise_notice n WHERE n.store_id = r.store_id AND n.preorder_id = r.subject_id)
    OR EXISTS (SELECT 1 FROM shopper_message t WHERE t.store_id = r.store_id AND t.preorder_id = r.subject_id)
    OR EXISTS (SELECT 1 FROM store_message t WHERE t.store_id = r.store_id AND t.preorder_id = r.subject_id)
    OR EXISTS (SELECT 1 FROM attempt a WHERE a.store_id = r.store_id AND a.preorder_id = r.subject_id) AS "isChanged"
  FROM import_row r
  JOIN imported m ON m.store_id = r.store_id AND m.subject_id = r.subject_id
  JOIN preorder p ON p.store_id = r.store_id AND p.id = r.subject_id
  JOIN preorder_standing s ON s.store_id = r.store_id AND s.preorder_id = r.subject_id
  WHERE r.store_id = $1 AND r.import_id = $2 AND r.fate = 'imported'
  ORDER BY r.number LIMIT $3 FOR UPDATE OF p`;

const NEXT_WAITLISTS = `
  SELECT r.number, r.subject_id AS "subjectId",
    NOT (w.state = 'DRAFT' AND w.updated_at <= m.at)
    OR EXISTS (SELECT 1 FROM unit u WHERE u.store_id = r.store_id AND u.waitlist_id = w.id AND u.held + u.sold > 0) AS "isChanged"
  FROM import_row r
  JOIN imported m ON m.store_id = r.store_id AND m.subject_id = r.subject_id
  JOIN waitlist w ON w.store_id = r.store_id AND w.id = r.subject_id
  WHERE r.store_id = $1 AND r.import_id = $2 AND r.fate = 'imported'
  ORDER BY r.number LIMIT $3 FOR UPDATE OF w`;

type Undone = { ids: readonly string[]; touched: Set<string> };
type Line = {
  id: string;
  preorderId: string;
  waitlistId: string;
  batchId: string;
  variantId: string;
  productId: string;
};

async function undoPreorders(tx: Sql, storeId: string, { ids, touched }: Undone): Promise<void> {
  if (ids.length === 0) return;
  const lines = await tx.query<Line>(
    `SELECT l.id, l.preorder_id AS "preorderId", l.waitlist_id AS "waitlistId", l.batch_id AS "batchId",
            l.variant_id AS "variantId", w.product_id AS "productId"
     FROM preorder_line l JOIN waitlist w ON w.store_id = l.store_id AND w.id = l.waitlist_id
     WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) ORDER BY l.preorder_id, l.position`,
    [storeId, ids],
  );
  await moveUnits(
    tx,
    lines.map(({ id, waitlistId, batchId, variantId }) => {
      return { storeId, waitlistId, batchId, variantId, held: 0, sold: -1, reason: 'cancel' as const, sourceId: id };
    }),
  );
  await tx.query(LOWER, [storeId, ids]);
  await tx.query(TAKE_BACK_MONEY, [storeId, ids, ids.map(() => newRowId())]);
  await tx.query(
    `UPDATE preorder_line SET state = 'cancelled', cancelled_at = app_now(), cancel_reason = 'merchant',
       customer_key = 'undone-' || preorder_id
     WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    [storeId, ids],
  );
  await tx.query(`UPDATE preorder SET customer_key = 'undone-' || id WHERE store_id = $1 AND id = ANY($2::uuid[])`, [
    storeId,
    ids,
  ]);
  await tx.query(
    `UPDATE checkout c SET customer_key = p.customer_key FROM preorder p
     WHERE p.store_id = $1 AND p.id = ANY($2::uuid[]) AND c.store_id = p.store_id AND c.id = p.checkout_id`,
    [storeId, ids],
  );
  await tx.query('DELETE FROM preorder_contact WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])', [storeId, ids]);
  await tx.query(TELL, [storeId, ids]);
  const products = [...new Set(lines.map(({ productId }) => productId))];
  for (const productId of products) touched.add(productId);
  await emitAll(tx, 'stock.changed', { storeId, subjectIds: products });
}

// Takes back what an allocation was raised by, as far as nobody has bought it since.
const LOWER = `
  WITH raised AS (
    SELECT r.store_id, l.waitlist_id, r.batch_id, r.variant_id, sum(r.raised)::int AS units
    FROM import_row r JOIN batch l ON l.store_id = r.store_id AND l.id = r.batch_id
    WHERE r.store_id = $1 AND r.subject_id = ANY($2::uuid[]) AND r.fate = 'imported' AND r.raised > 0
    GROUP BY 1, 2, 3, 4),
  lowered AS (
    UPDATE unit u SET allocated = u.allocated - least(x.units, u.allocated - u.held - u.sold) FROM raised x
    WHERE (u.store_id, u.waitlist_id, u.batch_id, u.variant_id) = (x.store_id, x.waitlist_id, x.batch_id, x.variant_id)
      AND u.allocated > u.held + u.sold
    RETURNING u.store_id, u.waitlist_id, u.batch_id, u.variant_id, x.units, u.allocated, u.held, u.sold)
  INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, allocated_delta, reason, source_id, at)
  SELECT o.store_id, o.waitlist_id, o.batch_id, o.variant_id, n.allocated - o.allocated, 'allocate', o.waitlist_id, app_now()
  FROM lowered n JOIN unit o USING (store_id, waitlist_id, batch_id, variant_id) WHERE n.allocated <> o.allocated`;

// The money was never here, so the books only say that it is not any more.
const TAKE_BACK_MONEY = `
  WITH asked AS (SELECT * FROM unnest($2::uuid[], $3::uuid[]) AS a (preorder_id, movement_id)),
  paid AS (
    SELECT m.store_id, m.attempt_id, m.preorder_id, m.amount, m.currency, m.id AS taken_by, a.movement_id
    FROM asked a JOIN movement m ON m.store_id = $1 AND m.preorder_id = a.preorder_id WHERE m.amount > 0),
  movements AS (
    INSERT INTO movement (store_id, id, attempt_id, preorder_id, kind, state, amount, currency, by_hand_ref, created_at, ended_at)
    SELECT store_id, movement_id, attempt_id, preorder_id, 'refund', 'done', amount, currency, 'import undone', app_now(), app_now()
    FROM paid),
  shares AS (
    INSERT INTO movement_line (store_id, movement_id, line_id, amount, open)
    SELECT p.store_id, p.movement_id, l.line_id, l.amount, false
    FROM paid p JOIN movement_line l ON l.store_id = p.store_id AND l.movement_id = p.taken_by)
  INSERT INTO ledger_entry (store_id, movement_id, line_id, account, amount, currency, at)
  SELECT p.store_id, p.movement_id, e.line_id, e.account, -e.amount, e.currency, app_now()
  FROM paid p JOIN ledger_entry e ON e.store_id = p.store_id AND e.movement_id = p.taken_by`;

const TELL = `
  INSERT INTO outbox (store_id, topic, subject_id, detail)
  SELECT l.store_id, 'lines.moved', l.preorder_id, jsonb_build_object('to', 'cancelled', 'lineIds', jsonb_agg(l.id ORDER BY l.position))
  FROM preorder_line l WHERE l.store_id = $1 AND l.preorder_id = ANY($2::uuid[]) GROUP BY l.store_id, l.preorder_id`;

async function closeDrafts(tx: Sql, storeId: string, { ids, touched }: Undone): Promise<void> {
  const closed = await tx.query<{ productId: string }>(
    `UPDATE waitlist SET state = 'CLOSED', closed_at = app_now(), updated_at = app_now()
     WHERE store_id = $1 AND id = ANY($2::uuid[]) RETURNING product_id AS "productId"`,
    [storeId, ids],
  );
  const products = [...new Set(closed.map(({ productId }) => productId))];
  for (const productId of products) touched.add(productId);
  await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: products });
}
