import type { ShipDays, StoreOrder, StoreRefund } from '../../../integrations/commerce/port.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { NET, PAID_AND_REFUNDED, REST } from '../../payments/queries/ledger.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import { NAMES } from '../../withdrawals/queries/named.ts';
import { ACTED_ITSELF } from '../../withdrawals/queries/returns.ts';

/** Some pre-orders of a store. */
export type Preorders = { storeId: string; preorderIds: readonly string[] };

/** An order as the store's system should have it. */
export type HandedOrder = {
  order: StoreOrder;
  hash: string;
  preorderId: string;
  /** The hash of the version that the store's system was last given. */
  handedHash: string | null;
  refused: boolean;
  /** The pre-order is disputed and the store's system never had the order, so the order waits for the end of the dispute. */
  waits: boolean;
};

// Beside its line items, those that were swapped after they were ordered.
const LINES_OF_ORDER = `(
  SELECT store_id, order_id, line_id, false AS gone FROM store_order_line
  UNION ALL SELECT store_id, order_id, line_id, true FROM store_order_gone)`;

const OF_ORDER = `
  FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
  WHERE x.store_id = o.store_id AND x.order_id = o.id`;

const HAS_PLATFORM = 'EXISTS (SELECT 1 FROM connection c WHERE c.store_id = o.store_id)';

// Line items that the store must not send: without a unit, not paid, in a dispute, or withdrawn from. An order that was handed over
// when all was ready is held for a withdrawal alone; files have no such mark.
const HELD = `
  ARRAY(SELECT l.id::text ${OF_ORDER} AND (
          o.early AND (l.state IN ('placed', 'payment_due') OR l.state = 'released' AND ${REST} > 0)
          OR l.state = 'released' AND EXISTS (
            SELECT 1 FROM dispute_wait w WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id
              AND (o.early OR (w.withdrawn AND ${HAS_PLATFORM}))))
        ORDER BY l.position)`;

// Released line items that a withdrawal names and the platform may have sent: it is asked to cancel them first.
const ASKED = `
  ARRAY(SELECT l.id::text ${OF_ORDER} AND l.state = 'released' AND o.handed_at IS NOT NULL AND EXISTS (
          SELECT 1 FROM withdrawal w WHERE w.store_id = l.store_id AND w.preorder_id = l.preorder_id AND ${ACTED_ITSELF} AND ${NAMES})
        ORDER BY l.position)`;

// From the first day to the last one of all deliveries that the order waits for, as they are promised now.
const SHIP_WINDOW = `
  (SELECT CASE WHEN count(*) > 0 THEN json_build_object('from', min(q.ships_from), 'until', max(q.ships_until)) END
   FROM (SELECT DISTINCT l.store_id, l.batch_id ${OF_ORDER} AND o.early AND ${WAITS}) b,
   LATERAL (SELECT ships_from, ships_until FROM promise r WHERE r.store_id = b.store_id AND r.batch_id = b.batch_id
            ORDER BY r.version DESC LIMIT 1) q)`;

// Cancelled line items that were paid: a platform is told so, since it is told of their refunds.
const WAS_PAID = `
  ARRAY(SELECT l.id::text FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id,
               LATERAL ${PAID_AND_REFUNDED} e
        WHERE x.store_id = o.store_id AND x.order_id = o.id AND l.state = 'cancelled' AND e.paid + l.given_back >= l.total
        UNION ALL SELECT g.line_id::text FROM store_order_gone g
        WHERE g.store_id = o.store_id AND g.order_id = o.id AND g.paid > 0)`;

// Of an order: what each refund gave back since it was paid.
const REFUNDED_SINCE = `
  SELECT m.id, m.ended_at AS at, y.line_id, y.amount
  FROM movement m JOIN movement_line y ON y.store_id = m.store_id AND y.movement_id = m.id
  JOIN store_order_line x ON x.store_id = y.store_id AND x.line_id = y.line_id AND x.order_id = o.id
  WHERE m.store_id = o.store_id AND m.preorder_id = o.preorder_id AND m.kind = 'refund' AND m.state = 'done'
    AND m.ended_at >= o.paid_at AND y.amount > 0`;

/**
 * What went back after the order was paid; what a swapped line item took along to another order is told as one, and so is what the
 * merchant gave back before the order was paid, because a platform takes the whole price as paid.
 */
const REFUNDS = `
  coalesce((
    SELECT json_agg(json_build_object('id', r.id, 'amount', r.amount, 'lineIds', r.line_ids) ORDER BY r.at, r.id) FROM (
      SELECT s.id, s.at, sum(s.amount)::bigint AS amount, array_agg(s.line_id ORDER BY s.line_id) AS line_ids
      FROM (${REFUNDED_SINCE}) s GROUP BY s.id, s.at
      UNION ALL SELECT g.id, NULL, g.paid, ARRAY[g.line_id] FROM store_order_gone g
      WHERE g.store_id = o.store_id AND g.order_id = o.id AND g.paid > 0
      UNION ALL SELECT o.id, o.paid_at, sum(b.amount)::bigint, array_agg(b.line_id ORDER BY b.line_id) FROM (
        SELECT l.id AS line_id, least(l.given_back, l.total - ${NET} - coalesce((
          SELECT sum(s.amount) FROM (${REFUNDED_SINCE}) s WHERE s.line_id = l.id), 0)) AS amount
        FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
        WHERE x.store_id = o.store_id AND x.order_id = o.id AND o.paid_at IS NOT NULL AND l.given_back > 0) b
      WHERE b.amount > 0 HAVING count(*) > 0) r), '[]')`;

/** Returns true while the order has its buyer's name and address, so while the buyer is not erased. */
export const isNamed = ({ order }: HandedOrder): boolean => order.email !== null;

/** What a platform is told beside what a file holds. */
type ForPlatform = { askedIds: string[]; paidIds: string[]; refunds: StoreRefund[] };
const FOR_FILES: ForPlatform = { askedIds: [], paidIds: [], refunds: [] };

/** What is told only where there is something to tell, so that files stay as they are. */
type Waiting = {
  unpaid: boolean;
  heldIds: string[];
  shipWindow: ShipDays | null;
  taxRate: number | null;
  hasPlatform: boolean;
};

/**
 * Reads what a platform is told, by the ids of the orders. By itself, because most stores have files, and planning it took longer than
 * reading an order.
 */
async function readForPlatform(sql: Sql, { storeId, preorderIds }: Preorders): Promise<Map<string, ForPlatform>> {
  const rows = await sql.query<ForPlatform & { id: string }>(
    `SELECT o.id, ${ASKED} AS "askedIds", ${WAS_PAID} AS "paidIds", ${REFUNDS} AS refunds
     FROM store_order o WHERE o.store_id = $1 AND o.preorder_id = ANY($2::uuid[])`,
    [storeId, preorderIds],
  );
  return new Map(rows.map(({ id, ...told }) => [id, told]));
}

/**
 * Reads the orders of these pre-orders as the store's system should have them. Leaves out the orders of an erased buyer,
 * except those that the system already has and that have a cancelled line item, because the system must not send that one.
 */
export async function readStoreOrders(sql: Sql, { storeId, preorderIds }: Preorders): Promise<HandedOrder[]> {
  const rows = await sql.query<StoreOrder & Omit<HandedOrder, 'order' | 'hash'> & Waiting>(
    `SELECT o.preorder_id AS "preorderId", o.handed_hash AS "handedHash", o.state = 'refused' AS refused,
            o.handed_at IS NULL AND EXISTS (
              SELECT 1 FROM dispute_wait w WHERE w.store_id = o.store_id AND w.preorder_id = o.preorder_id) AS waits,
            o.id, s.slug AS store, s.mode = 'test' AS test, p.reference, o.number,
            to_char(p.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "placedAt", p.currency, k.email, k.address,
            (SELECT json_agg(json_build_object(
               'id', l.id, 'productId', t.external_id, 'variantId', v.external_id, 'sku', l.sku,
               'title', p.product_title || CASE WHEN l.variant_title = '' THEN '' ELSE ' – ' || l.variant_title END,
               'unitPrice', l.unit_price, 'shipping', l.shipping, 'tax', l.tax, 'discount', l.discount, 'total', l.total,
               'properties', l.properties, 'cancelled', l.state = 'cancelled' OR x.gone) ORDER BY l.position)
             FROM ${LINES_OF_ORDER} x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
             JOIN variant v ON v.store_id = l.store_id AND v.id = l.variant_id
             JOIN product t ON t.store_id = v.store_id AND t.id = v.product_id
             WHERE x.store_id = o.store_id AND x.order_id = o.id) AS lines,
            o.early AND o.paid_at IS NULL AS unpaid, ${HELD} AS "heldIds", ${SHIP_WINDOW} AS "shipWindow", ${HAS_PLATFORM} AS "hasPlatform",
            CASE WHEN ${HAS_PLATFORM} THEN p.tax_millionths END AS "taxRate"
     FROM store_order o
     JOIN store s ON s.id = o.store_id
     JOIN preorder p ON p.store_id = o.store_id AND p.id = o.preorder_id
     LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.preorder_id
     WHERE o.store_id = $1 AND o.preorder_id = ANY($2::uuid[]) AND (k.preorder_id IS NOT NULL OR o.handed_at IS NOT NULL AND EXISTS (
       SELECT 1 FROM ${LINES_OF_ORDER} x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
       WHERE x.store_id = o.store_id AND x.order_id = o.id AND (x.gone OR l.state = 'cancelled')))
     ORDER BY o.preorder_id, o.number`,
    [storeId, preorderIds],
  );
  const told = rows.some(({ hasPlatform }) => hasPlatform)
    ? await readForPlatform(sql, { storeId, preorderIds })
    : null;
  return rows.map(
    ({ preorderId, handedHash, refused, waits, unpaid, heldIds, shipWindow, taxRate, hasPlatform, ...plain }) => {
      const { askedIds, paidIds, refunds } = told?.get(plain.id) ?? FOR_FILES;
      const lines = plain.lines.map((line) => {
        if (line.cancelled) return paidIds.includes(line.id) ? { ...line, wasPaid: true } : line;
        const held = heldIds.includes(line.id) && { held: true };
        return { ...line, ...held, ...(askedIds.includes(line.id) && { asked: true }) };
      });
      const order: StoreOrder = {
        ...plain,
        lines,
        ...(unpaid && { unpaid }),
        ...(shipWindow && { shipWindow }),
        ...(refunds.length > 0 && { refunds }),
      };
      const hash = sha256Hex(JSON.stringify(order));
      // Not in the hash: it never changes, and orders that were handed over without it are not handed over again.
      return { order: taxRate === null ? order : { ...order, taxRate }, hash, preorderId, handedHash, refused, waits };
    },
  );
}

/** Returns true when the store's system has an older version of the order, or none, and may be given it now. */
export function isStale({ hash, handedHash, waits }: HandedOrder): boolean {
  return !waits && hash !== handedHash;
}
