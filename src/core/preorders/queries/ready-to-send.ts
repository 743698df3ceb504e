import type { Sql } from '../../../platform/db.ts';
import type { WaitReason } from '../../accounts/queries/disputes.ts';
import { REST } from '../../payments/queries/ledger.ts';
import { type PreorderAddress, readCursor } from '../queries.ts';

/** The released line items of one pre-order. */
export type ReadyParcel = {
  id: string;
  reference: string;
  placedAt: Date;
  waitlistId: string;
  productExternalId: string;
  productTitle: string;
  /** Null once the shopper was erased. */
  contact: { email: string; address: PreorderAddress } | null;
  locale: string;
  lines: {
    /** Position in the pre-order, from 1. */
    number: number;
    variantExternalId: string;
    variantTitle: string;
    sku: string;
    properties: unknown;
    releasedAt: string;
    /** False while its balance is still charged. */
    paid: boolean;
    /** The name that the store's system gave its order. */
    order: string | null;
  }[];
  waitsFor: WaitReason | null;
};

export type ReadyFilter = {
  waitlistId?: string | undefined;
  /** Our id of the product. */
  productId?: string | undefined;
  country?: string | undefined;
  references?: readonly string[] | undefined;
};

// In the order of the standings, whose indexes have what is ready.
const readyBy = (condition: string) => `
  (SELECT s.preorder_id AS id, s.placed_at FROM preorder_standing s
   JOIN preorder o ON o.store_id = s.store_id AND o.id = s.preorder_id
   LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
   WHERE s.store_id = $1 AND ${condition}
     AND ($2::uuid IS NULL OR s.placed_at >= $3 AND (s.placed_at > $3 OR s.preorder_id < $2))
     AND ($5::uuid IS NULL OR o.waitlist_id = $5)
     AND ($6::uuid IS NULL OR o.waitlist_id IN (SELECT w.id FROM waitlist w WHERE w.store_id = $1 AND w.product_id = $6))
     AND ($7::text IS NULL OR c.address->>'country' = $7)
     AND ($8::text[] IS NULL OR o.reference = ANY($8))
   ORDER BY s.placed_at, s.preorder_id DESC LIMIT $4)`;

const LINE_JSON = `json_build_object(
  'number', l.position + 1, 'variantExternalId', v.external_id, 'variantTitle', l.variant_title, 'sku', l.sku,
  'properties', l.properties, 'releasedAt', l.released_at, 'paid', ${REST} <= 0,
  'order', (SELECT r.external_ref FROM store_order_line x
            JOIN store_order r ON r.store_id = x.store_id AND r.id = x.order_id
            WHERE x.store_id = l.store_id AND x.line_id = l.id))`;

const RELEASED = "s.state = 'released'";
const PARTLY_RELEASED = "s.other_states <> '{}' AND 'released' = ANY(s.other_states)";

const PAGE = `
  SELECT o.id, o.reference, o.placed_at AS "placedAt", o.waitlist_id AS "waitlistId", p.external_id AS "productExternalId",
         o.product_title AS "productTitle", o.locale,
         CASE WHEN c.preorder_id IS NOT NULL THEN json_build_object('email', c.email, 'address', c.address) END AS contact,
         coalesce((SELECT json_agg(${LINE_JSON} ORDER BY l.position)
                   FROM preorder_line l JOIN variant v ON v.store_id = l.store_id AND v.id = l.variant_id
                   WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state = 'released'), '[]') AS lines,
         (SELECT d.reason FROM dispute_wait d WHERE d.store_id = o.store_id AND d.preorder_id = o.id) AS "waitsFor"
  FROM preorder o
  JOIN waitlist w ON w.store_id = o.store_id AND w.id = o.waitlist_id
  JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
  LEFT JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
  WHERE o.store_id = $1 AND o.id = ANY (ARRAY(
    SELECT id FROM (${readyBy(RELEASED)} UNION ALL ${readyBy(PARTLY_RELEASED)}) found
    ORDER BY placed_at, id DESC LIMIT $4))
  ORDER BY o.placed_at, o.id DESC`;

/** Lists what is ready to send, the oldest pre-orders first. Throws `invalid_parameter` if the store has no pre-order `after`. */
export async function listReadyParcels(
  sql: Sql,
  storeId: string,
  { after, limit, ...filter }: ReadyFilter & { after?: string | undefined; limit: number },
): Promise<ReadyParcel[]> {
  const { waitlistId = null, productId = null, country = null, references = null } = filter;
  const [id, placedAt] = await readCursor(sql, storeId, { after });
  return sql.query<ReadyParcel>(PAGE, [storeId, id, placedAt, limit, waitlistId, productId, country, references]);
}

export type ReadyGroup = {
  waitlistId: string;
  productExternalId: string;
  productTitle: string;
  country: string | null;
  parcels: number;
  units: number;
};

/** More than anybody looks through. The number stands in the navigation, so it must cost little in a store that never sends. */
export const READY_COUNTED_MAX = 5_000;

/** Counts the oldest parcels that are ready to send, by waitlist and, with `people`, by country. */
export async function countReadyParcels(
  sql: Sql,
  storeId: string,
  { people }: { people: boolean },
): Promise<ReadyGroup[]> {
  return sql.query<ReadyGroup>(
    `SELECT w.id AS "waitlistId", p.external_id AS "productExternalId", p.title AS "productTitle", ready.country,
            count(*)::int AS parcels, sum(ready.units)::int AS units
     FROM (SELECT o.waitlist_id, CASE WHEN $2 THEN c.address->>'country' END AS country,
                  (SELECT count(*) FROM preorder_line l
                   WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state = 'released') AS units
           FROM (SELECT s.preorder_id AS id, s.placed_at FROM preorder_standing s WHERE s.store_id = $1 AND ${RELEASED}
                 UNION ALL
                 SELECT s.preorder_id, s.placed_at FROM preorder_standing s WHERE s.store_id = $1 AND ${PARTLY_RELEASED}
                 ORDER BY placed_at, id DESC LIMIT $3) s
           JOIN preorder o ON o.store_id = $1 AND o.id = s.id
           LEFT JOIN preorder_contact c ON c.store_id = $1 AND c.preorder_id = s.id) ready
     JOIN waitlist w ON w.store_id = $1 AND w.id = ready.waitlist_id
     JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
     GROUP BY w.id, p.external_id, p.title, ready.country
     ORDER BY parcels DESC, "productTitle", country`,
    [storeId, people, READY_COUNTED_MAX + 1],
  );
}
