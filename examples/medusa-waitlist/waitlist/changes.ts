import type { MedusaContainer } from '@medusajs/framework/types';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

export type Change = { what: 'product' | 'variant' | 'order'; id: string };

/** `after`: the last change of the page before, as `what id`. */
export type Window = { since: Date; until: Date; after?: string };

export const CHANGES_AT_ONCE = 500;

// Medusa's own lists do not tell changed prices and stock, nor what was removed.
const CHANGED = `
  SELECT 'product' AS what, id, greatest(updated_at, deleted_at) AS at FROM product
  UNION ALL
  SELECT 'product', product_id, greatest(updated_at, deleted_at) FROM product_variant
  UNION ALL
  SELECT 'variant', v.variant_id, greatest(p.updated_at, p.deleted_at)
  FROM price p JOIN product_variant_price_set v ON v.price_set_id = p.price_set_id
  UNION ALL
  SELECT 'variant', v.variant_id, greatest(l.updated_at, l.deleted_at)
  FROM inventory_level l JOIN product_variant_inventory_item v ON v.inventory_item_id = l.inventory_item_id
  UNION ALL
  SELECT 'order', o.order_id, f.updated_at
  FROM fulfillment f JOIN order_fulfillment o ON o.fulfillment_id = f.id`;

/** Lists what changed in a time, once each, in an order that stays the same. */
export async function changesIn(container: MedusaContainer, { since, until, after = '' }: Window): Promise<Change[]> {
  const database = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const [what = '', id = ''] = after.split(' ');
  const { rows } = await database.raw(
    `SELECT DISTINCT what, id FROM (${CHANGED}) AS changed
     WHERE at >= ? AND at < ? AND (what, id) > (?, ?) ORDER BY what, id LIMIT ?`,
    [since, until, what, id, CHANGES_AT_ONCE],
  );
  return rows;
}
