import { parseReference } from '../../../domain/reference.ts';
import type { Sql } from '../../../platform/db.ts';

// A search shows a person what they meant. Who gets as many hits types more, so that it takes as long with a million pre-orders.
const HITS_MAX = 250;

// The three that name a person, which a token without the scope for people must not find by.
const BY_PERSON = [
  'lower(k.email)',
  "lower(k.address->>'lastName')",
  "lower((k.address->>'firstName') || ' ' || (k.address->>'lastName'))",
].map(
  (text) => `
  UNION (SELECT k.preorder_id FROM preorder_contact k
         WHERE $4 AND k.store_id = $1 AND ${text} LIKE $3 LIMIT ${HITS_MAX})`,
);

/**
 * Finds pre-orders by their reference, by a SKU, or by how the e-mail address, the last name or the whole name begins. Resolves
 * with their ids, at most 250 for each of these. Without `people` it looks for no person.
 */
export async function searchPreorders(
  sql: Sql,
  storeId: string,
  { text, people }: { text: string; people: boolean },
): Promise<string[]> {
  const plain = text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
  const rows = await sql.query<{ id: string }>(
    `(SELECT o.id FROM preorder o WHERE o.store_id = $1 AND o.reference = $2)
     UNION (SELECT l.preorder_id FROM preorder_line l WHERE l.store_id = $1 AND lower(l.sku) = $5
            ORDER BY l.preorder_id DESC LIMIT ${HITS_MAX})${BY_PERSON.join('')}`,
    [storeId, parseReference(text) ?? '', `${plain.replaceAll(/[\\%_]/g, '\\$&')}%`, people, plain],
  );
  return rows.map(({ id }) => id);
}
