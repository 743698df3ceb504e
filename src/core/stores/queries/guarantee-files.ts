import type { NoticeFor } from '../../../domain/guarantee-notice.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Logo } from '../queries.ts';

/** An official image file of a store. */
export type OfficialFile = Logo;

/** The official notice of the legal guarantee, for readers of a language. */
export type GuaranteeNotice = NoticeFor & OfficialFile;

/** Returns the notices of a store, by language and country. */
export async function listGuaranteeNotices(sql: Sql, storeId: string): Promise<GuaranteeNotice[]> {
  return sql.query<GuaranteeNotice>(
    `SELECT n.language, nullif(n.country, '') AS country, a.hash, a.type, a.width, a.height
     FROM guarantee_notice n JOIN store_asset a ON a.store_id = n.store_id AND a.hash = n.hash
     WHERE n.store_id = $1 ORDER BY n.language, n.country`,
    [storeId],
  );
}

/** Returns the label of the producer's guarantee of durability for a product; null where it has none. */
export async function findGuaranteeLabel(sql: Sql, storeId: string, productId: string): Promise<OfficialFile | null> {
  const [label] = await sql.query<OfficialFile>(
    `SELECT a.hash, a.type, a.width, a.height
     FROM guarantee_label l JOIN store_asset a ON a.store_id = l.store_id AND a.hash = l.hash
     WHERE l.store_id = $1 AND l.product_id = $2`,
    [storeId, productId],
  );
  return label ?? null;
}

/** Returns the label of the product that a pre-order is of; null where it has none. */
export async function findLabelOfPreorder(sql: Sql, storeId: string, preorderId: string): Promise<OfficialFile | null> {
  const [label] = await sql.query<OfficialFile>(
    `SELECT a.hash, a.type, a.width, a.height
     FROM preorder o JOIN waitlist w ON w.store_id = o.store_id AND w.id = o.waitlist_id
     JOIN guarantee_label l ON l.store_id = w.store_id AND l.product_id = w.product_id
     JOIN store_asset a ON a.store_id = l.store_id AND a.hash = l.hash
     WHERE o.store_id = $1 AND o.id = $2`,
    [storeId, preorderId],
  );
  return label ?? null;
}
