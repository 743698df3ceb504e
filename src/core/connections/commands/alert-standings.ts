import type { Sql } from '../../../platform/db.ts';
import { raiseAlert, resolveAlert } from '../../alerts/commands.ts';

/** The reason that a product has if the platform taxes it otherwise than we do. */
export const TAX_CLASS = 'platform_tax_class';

type OnSale = { id: string; title: string; standing: string; taxClass: string | null; variantsGone: number };

// Products with a waitlist that sells now or will, and how many of their variants the platform no longer has.
const ON_SALE = `
  SELECT p.id, p.title, c.standing,
         CASE WHEN c.why ->> 'reason' = 'platform_tax_class' THEN c.why ->> 'class' END AS "taxClass",
         (SELECT count(*)::integer FROM waitlist_variant wv
          JOIN variant v ON v.store_id = wv.store_id AND v.id = wv.variant_id
          JOIN waitlist w ON w.store_id = wv.store_id AND w.id = wv.waitlist_id
          WHERE v.store_id = p.store_id AND v.product_id = p.id AND v.gone_at IS NOT NULL
            AND w.state IN ('OPEN', 'PAUSED', 'SCHEDULED')) AS "variantsGone"
  FROM connection_product c JOIN product p ON p.store_id = c.store_id AND p.external_id = c.external_id
  WHERE c.store_id = $1 AND c.external_id = ANY ($2::text[])
    AND EXISTS (SELECT FROM waitlist w WHERE w.store_id = p.store_id AND w.product_id = p.id
                                         AND w.state IN ('OPEN', 'PAUSED', 'SCHEDULED'))`;

const UNPUBLISHED = 'product_unpublished';
const VARIANTS_GONE = 'product_variants_gone';
const TAXED_OTHERWISE = 'product_tax_class';

/**
 * Tells the merchant what a waitlist offers that the platform no longer has, or taxes otherwise. Waitlists and pre-orders stay as they
 * are: shoppers were promised these units, and only a person knows what the change on the platform means.
 */
export async function alertStandings(tx: Sql, storeId: string, externalIds: readonly string[]): Promise<void> {
  for (const product of await tx.query<OnSale>(ON_SALE, [storeId, externalIds])) {
    const { id, title, standing, taxClass, variantsGone } = product;
    const of = { subjectId: id, next: { step: 'look_at_waitlists' } } as const;
    const text = standing === 'removed' ? (`${UNPUBLISHED}.removed` as const) : UNPUBLISHED;
    if (standing === 'published') await resolveAlert(tx, storeId, { ...of, code: UNPUBLISHED });
    else await raiseAlert(tx, storeId, { ...of, text, values: { product: title } });
    if (variantsGone === 0) await resolveAlert(tx, storeId, { ...of, code: VARIANTS_GONE });
    else await raiseAlert(tx, storeId, { ...of, text: VARIANTS_GONE, values: { product: title, count: variantsGone } });
    const values = { product: title, class: taxClass ?? '' };
    if (taxClass === null) await resolveAlert(tx, storeId, { ...of, code: TAXED_OTHERWISE });
    else await raiseAlert(tx, storeId, { ...of, text: TAXED_OTHERWISE, values });
  }
}

/**
 * Tells it of waitlists that were opened, or got a time to open, since it was last looked at: one of a draft of the platform, say. An alert
 * that was closed by hand does not come back before the waitlist changes again.
 */
export async function alertNewWaitlists(tx: Sql, storeId: string): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    `SELECT DISTINCT c.external_id AS id FROM waitlist w
     JOIN product p ON p.store_id = w.store_id AND p.id = w.product_id
     JOIN connection_product c ON c.store_id = p.store_id AND c.external_id = p.external_id
     WHERE w.store_id = $1 AND w.state IN ('OPEN', 'SCHEDULED')
       AND (c.standing <> 'published' OR c.why ->> 'reason' = $2)
       AND NOT EXISTS (SELECT FROM alert a WHERE a.store_id = w.store_id AND a.subject_id = p.id
                                             AND a.code IN ($3, $4) AND a.created_at > w.updated_at)`,
    [storeId, TAX_CLASS, UNPUBLISHED, TAXED_OTHERWISE],
  );
  if (rows.length > 0)
    await alertStandings(
      tx,
      storeId,
      rows.map(({ id }) => id),
    );
}
