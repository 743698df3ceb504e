import { AppError } from '../../../domain/error.ts';
import { readPlatformProduct } from '../../../domain/platform-product.ts';
import { because, type Why, whyOf } from '../../../domain/refusal.ts';
import type { PlatformProduct, UnreadableProduct } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { toJson } from '../../../platform/json.ts';
import { saveProducts } from '../../catalog/commands/save-product.ts';
import type { Deps } from '../../deps.ts';
import { emitAll } from '../../outbox/outbox.ts';
import { alertStandings, TAX_CLASS } from './alert-standings.ts';

export type TakeDeps = Pick<Deps, 'db' | 'answers' | 'outbox'>;
export type ProductCounts = { listed: number; created: number; updated: number; unchanged: number; refused: number };
type OfStore = { storeId: string; currency: string; dryRun: boolean };

/**
 * Brings products of the platform into the catalogue, and notes what the platform says of each. A product that cannot be kept is
 * noted with the reason, and stays in the catalogue as it was.
 */
export async function takeProducts(
  deps: TakeDeps,
  { storeId, currency, dryRun }: OfStore,
  { products, unreadable }: { products: readonly PlatformProduct[]; unreadable: readonly UnreadableProduct[] },
): Promise<ProductCounts> {
  const issues: Map<string, Issue> = new Map(
    unreadable.flatMap(({ id, reason }) => (id === null ? [] : [[id, { reason, why: null }] as const])),
  );
  const readable = products.flatMap((product) => {
    try {
      if (product.currency !== currency) {
        const reason = `Its prices are in ${product.currency}, so they are left out.`;
        const { data: why } = because('platform_currency', { currency: product.currency });
        issues.set(product.externalId, { reason, why });
      }
      const read = readPlatformProduct(product, currency);
      if (product.pricesRounded && product.currency === currency) issues.set(product.externalId, ROUNDED);
      if (product.taxClass !== undefined) issues.set(product.externalId, taxedOtherwise(product.taxClass));
      return [read];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      issues.set(product.externalId, { reason: error.message, why: whyOf(error) });
      return [];
    }
  });
  const standings = new Map(
    products.map(({ externalId, published }) => [externalId, published ? 'published' : 'unpublished']),
  );
  // A price is kept as it is written: who writes that of a draft must know that it is one.
  const drafts = new Map([...standings].filter(([, standing]) => standing === 'unpublished'));
  if (drafts.size > 0) await noteStandings(deps.db, storeId, { standings: drafts, issues });
  const saved = await saveProducts(deps, storeId, { products: readable, dryRun });
  for (const [id, reason] of saved.refused) issues.set(id, reason);
  if (dryRun) for (const [id, how] of saved.differs) issues.set(id, DIFFERS[how]);
  for (const id of issues.keys()) if (!standings.has(id)) standings.set(id, 'published');
  await deps.db.transaction(async (tx) => {
    await noteStandings(tx, storeId, { standings, issues });
    if (!dryRun) await alertStandings(tx, storeId, [...standings.keys()]);
  });
  deps.outbox.wake();
  const { created, updated, unchanged } = saved;
  const refused = products.length + unreadable.length - created - updated - unchanged;
  return { listed: products.length + unreadable.length, created, updated, unchanged, refused };
}

const DIFFERS = {
  new: { reason: 'The catalogue does not have it yet.', why: because('platform_new').data },
  changed: { reason: 'The catalogue has another version of it.', why: because('platform_changed').data },
};

const ROUNDED = {
  reason: 'Its prices have more decimals than the currency: they were rounded.',
  why: because('platform_price_rounded').data,
};

const taxedOtherwise = (taxClass: string): Issue => ({
  reason: `The platform taxes it as “${taxClass.slice(0, 100)}”, and here it gets the one tax rate of each country.`,
  why: because(TAX_CLASS, { class: taxClass.slice(0, 100) }).data,
});

type Issue = { reason: string; why: Why | null };

async function noteStandings(
  tx: Sql,
  storeId: string,
  { standings, issues }: { standings: ReadonlyMap<string, string>; issues: ReadonlyMap<string, Issue> },
): Promise<void> {
  const ids = [...standings.keys()].filter((id) => id.isWellFormed() && !id.includes('\0'));
  await tx.query(
    `INSERT INTO connection_product (store_id, external_id, standing, issue, why, seen_at)
     SELECT c.store_id, p.*, app_now() FROM connection c, unnest($2::text[], $3::text[], $4::text[], $5::jsonb[]) AS p
     WHERE c.store_id = $1
     ON CONFLICT (store_id, external_id) DO UPDATE
       SET standing = excluded.standing, issue = excluded.issue, why = excluded.why, seen_at = excluded.seen_at`,
    [
      storeId,
      ids,
      ids.map((id) => standings.get(id)),
      ids.map((id) => issues.get(id)?.reason.replaceAll('\0', '').slice(0, 500) ?? null),
      ids.map((id) => issues.get(id)?.why).map((why) => (why ? toJson(why) : null)),
    ],
  );
}

/** Notes that the platform no longer has a product: its variants are gone, and its waitlists and pre-orders stay. */
export async function takeRemoved(deps: TakeDeps, storeId: string, externalId: string): Promise<boolean> {
  const [touched] = await deps.db.transaction(async (tx) => {
    const known = await tx.query(
      `UPDATE connection_product SET standing = 'removed', issue = NULL, why = NULL, seen_at = app_now()
       WHERE store_id = $1 AND external_id = $2 RETURNING 1`,
      [storeId, externalId],
    );
    if (known.length === 0) return [];
    const touched = await tx.query<{ id: string }>(
      `WITH gone AS (
         UPDATE variant v SET gone_at = app_now(), updated_at = app_now() FROM product p
         WHERE p.store_id = $1 AND p.external_id = $2 AND v.store_id = p.store_id AND v.product_id = p.id AND v.gone_at IS NULL
         RETURNING p.id)
       UPDATE product SET updated_at = app_now() WHERE store_id = $1 AND id IN (SELECT id FROM gone) RETURNING id`,
      [storeId, externalId],
    );
    await emitAll(tx, 'waitlist.changed', { storeId, subjectIds: touched.map(({ id }) => id) });
    await alertStandings(tx, storeId, [externalId]);
    return touched;
  });
  if (!touched) return false;
  deps.answers.invalidate(storeId, touched.id);
  deps.outbox.wake();
  return true;
}
