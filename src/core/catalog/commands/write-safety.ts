import type { Sql } from '../../../platform/db.ts';
import { emitAll } from '../../outbox/outbox.ts';

// What is known of each product with what its rows say; a row that says something goes before one that says nothing. A party or language
// of which they say nothing stays. Warnings without a language are in the store's.
const SAID = `
  SELECT DISTINCT ON (p.id) p.id AS product_id,
    CASE WHEN r.safety ? 'maker' THEN nullif(r.safety->'maker', 'null') ELSE k.maker END AS maker,
    CASE WHEN r.safety ? 'responsible' THEN nullif(r.safety->'responsible', 'null') ELSE k.responsible END AS responsible,
    CASE WHEN r.safety ? 'languages' THEN coalesce(k.warnings, '{}') - ARRAY(
        SELECT coalesce(nullif(l, ''), lower(left(o.locale, 2))) FROM jsonb_array_elements_text(r.safety->'languages') l)
      ELSE '{}' END
      || CASE WHEN r.safety->'warnings' ? '' THEN jsonb_build_object(lower(left(o.locale, 2)), r.safety->'warnings'->'') ELSE '{}' END
      || ((r.safety->'warnings') - '') AS warnings
  FROM staged_row r JOIN staged_product s ON s.key = r.product_key AND s.verdict IN ('new', 'changed', 'same')
  JOIN product p ON p.store_id = $1 AND p.id = s.id JOIN store o ON o.id = p.store_id
  LEFT JOIN product_safety k ON k.store_id = p.store_id AND k.product_id = p.id AND k.source = 'catalogue'
  WHERE r.safety IS NOT NULL
  ORDER BY p.id, jsonb_path_exists(r.safety, '$.*.* ? (@ <> "")') DESC, r.line`;

/** Writes what a file or platform says of the safety of its products. Where it says that there is nothing, nothing is kept. */
export async function writeSafety(tx: Sql, storeId: string): Promise<void> {
  const written = await tx.query<{ id: string }>(
    `INSERT INTO product_safety AS k (store_id, product_id, source, maker, responsible, warnings)
     SELECT $1, product_id, 'catalogue', maker, responsible, warnings FROM (${SAID}) said
     WHERE maker IS NOT NULL OR responsible IS NOT NULL OR warnings <> '{}'
     ON CONFLICT (store_id, product_id, source)
     DO UPDATE SET maker = excluded.maker, responsible = excluded.responsible, warnings = excluded.warnings
     WHERE (k.maker, k.responsible, k.warnings) IS DISTINCT FROM (excluded.maker, excluded.responsible, excluded.warnings)
     RETURNING product_id AS id`,
    [storeId],
  );
  const removed = await tx.query<{ id: string }>(
    `DELETE FROM product_safety k USING (${SAID}) said
     WHERE k.store_id = $1 AND k.product_id = said.product_id AND k.source = 'catalogue'
       AND said.maker IS NULL AND said.responsible IS NULL AND said.warnings = '{}'
     RETURNING k.product_id AS id`,
    [storeId],
  );
  await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: [...written, ...removed].map(({ id }) => id) });
}
