import type { StoreOrder } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';

/** Of a released line `l`: what is still to be taken, or to be given back. */
export const DUE = `(l.total - l.given_back - coalesce((
  SELECT -sum(e.amount) FROM ledger_entry e
  WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper'), 0))::bigint`;

export type HandedOrder = {
  order: StoreOrder;
  /** Of what the store's system was last given. */
  handedHash: string | null;
  refused: boolean;
};

/** The orders of a pre-order as its store's system should have them; none once nobody is named by it any more. */
export async function readStoreOrders(sql: Sql, storeId: string, preorderId: string): Promise<HandedOrder[]> {
  const rows = await sql.query<StoreOrder & Omit<HandedOrder, 'order'>>(
    `SELECT o.handed_hash AS "handedHash", o.state = 'refused' AS refused, o.id, s.slug AS store, s.mode = 'test' AS test, p.reference, o.number,
            to_char(p.placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "placedAt", p.currency, k.email, k.address,
            (SELECT json_agg(json_build_object(
               'id', l.id, 'productId', p.product_external_id, 'variantId', l.variant_external_id, 'sku', l.sku,
               'title', p.product_title || CASE WHEN l.variant_title = '' THEN '' ELSE ' – ' || l.variant_title END,
               'unitPrice', l.unit_price, 'shipping', l.shipping, 'tax', l.tax, 'discount', l.discount, 'total', l.total,
               'properties', l.properties, 'cancelled', l.state = 'cancelled') ORDER BY l.position)
             FROM store_order_line x JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
             WHERE x.store_id = o.store_id AND x.order_id = o.id) AS lines
     FROM store_order o
     JOIN store s ON s.id = o.store_id
     JOIN preorder p ON p.store_id = o.store_id AND p.id = o.preorder_id
     JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.preorder_id
     WHERE o.store_id = $1 AND o.preorder_id = $2 ORDER BY o.number`,
    [storeId, preorderId],
  );
  return rows.map(({ handedHash, refused, ...order }) => ({ order, handedHash, refused }));
}
