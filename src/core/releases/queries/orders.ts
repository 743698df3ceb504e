import type { StoreOrder } from '../../../integrations/commerce/port.ts';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';

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

/** Returns true while the order has its buyer's name and address, so while the buyer is not erased. */
export const isNamed = ({ order }: HandedOrder): boolean => order.email !== null;

/**
 * Reads the orders of these pre-orders as the store's system should have them. Leaves out the orders of an erased buyer,
 * except those that the system already has and that have a cancelled line item, because the system must not send that one.
 */
export async function readStoreOrders(sql: Sql, { storeId, preorderIds }: Preorders): Promise<HandedOrder[]> {
  const rows = await sql.query<StoreOrder & Omit<HandedOrder, 'order' | 'hash'>>(
    `SELECT o.preorder_id AS "preorderId", o.handed_hash AS "handedHash", o.state = 'refused' AS refused,
            o.handed_at IS NULL AND EXISTS (
              SELECT 1 FROM dispute_wait w WHERE w.store_id = o.store_id AND w.preorder_id = o.preorder_id) AS waits,
            o.id, s.slug AS store, s.mode = 'test' AS test, p.reference, o.number,
            to_char(p.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "placedAt", p.currency, k.email, k.address,
            (SELECT json_agg(json_build_object(
               'id', l.id, 'productId', t.external_id, 'variantId', v.external_id, 'sku', l.sku,
               'title', p.product_title || CASE WHEN l.variant_title = '' THEN '' ELSE ' – ' || l.variant_title END,
               'unitPrice', l.unit_price, 'shipping', l.shipping, 'tax', l.tax, 'discount', l.discount, 'total', l.total,
               'properties', l.properties, 'cancelled', l.state = 'cancelled') ORDER BY l.position)
             FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
             JOIN variant v ON v.store_id = l.store_id AND v.id = l.variant_id
             JOIN product t ON t.store_id = v.store_id AND t.id = v.product_id
             WHERE x.store_id = o.store_id AND x.order_id = o.id) AS lines
     FROM store_order o
     JOIN store s ON s.id = o.store_id
     JOIN preorder p ON p.store_id = o.store_id AND p.id = o.preorder_id
     LEFT JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.preorder_id
     WHERE o.store_id = $1 AND o.preorder_id = ANY($2::uuid[]) AND (k.preorder_id IS NOT NULL OR o.handed_at IS NOT NULL AND EXISTS (
       SELECT 1 FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
       WHERE x.store_id = o.store_id AND x.order_id = o.id AND l.state = 'cancelled'))
     ORDER BY o.preorder_id, o.number`,
    [storeId, preorderIds],
  );
  return rows.map(({ preorderId, handedHash, refused, waits, ...order }) => {
    const hash = sha256Hex(JSON.stringify(order));
    return { order, hash, preorderId, handedHash, refused, waits };
  });
}

/** Returns true when the store's system has an older version of the order, or none, and may be given it now. */
export function isStale({ hash, handedHash, waits }: HandedOrder): boolean {
  return !waits && hash !== handedHash;
}
