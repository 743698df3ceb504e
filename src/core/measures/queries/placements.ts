import { explainId } from '../../../domain/id-finding.ts';
import { type NamedProduct, type PlacementProblem, problemsOf, type SeenPlacement } from '../../../domain/sighting.ts';
import type { Sql } from '../../../platform/db.ts';
import { readAccount } from '../../accounts/queries.ts';
import { findId } from '../../catalog/queries/find-id.ts';
import type { Store } from '../../stores/queries.ts';
import {
  findNamedProduct,
  listLaunches,
  listOpenWaitlists,
  type ProductName,
} from '../../waitlists/queries/on-sale.ts';
import { openWaitlistOf } from '../../waitlists/queries.ts';
import { nameOf } from '../sightings.ts';

export type SeenPage = { origin: string; allowed: boolean; products: number; firstSeenAt: Date; lastSeenAt: Date };

export type Placements = {
  /** The pages' origins, the one that was seen last first. */
  pages: SeenPage[];
  problems: PlacementProblem[];
};

// Each costs some look-ups, and more would not be read by anybody.
const PRODUCTS_LOOKED_AT = 12;

/** Reads on which pages a store's placements were seen, and what keeps them from selling. */
export async function readPlacements(sql: Sql, store: Store): Promise<Placements> {
  const seen = await sql.query<SeenPlacement>(
    `SELECT origin, kind, product, first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
     FROM sighting WHERE store_id = $1 ORDER BY last_seen_at DESC, origin, kind, product`,
    [store.id],
  );
  const lately = await listLatelyNamed(sql, store.id);
  const products: NamedProduct[] = [];
  for (const named of lately) products.push(await lookUp(sql, store.id, named));
  const open = await listOpenWaitlists(sql, store.id);
  const { mode, origins, shipping, tax } = store;
  const takesMoney = mode === 'test' || (await takesMoneyNow(sql, store.id));
  const facts = { mode, origins, shipping, tax, takesMoney, hasOpenWaitlist: open.length > 0, seen, products };
  return { pages: pagesOf(store, seen), problems: problemsOf(facts) };
}

function pagesOf({ mode, origins }: Store, seen: readonly SeenPlacement[]): SeenPage[] {
  return seen
    .filter(({ kind }) => kind === 'page')
    .map(({ origin, firstSeenAt, lastSeenAt }) => ({
      origin,
      allowed: mode === 'test' || origins.includes(origin),
      products: seen.filter((other) => other.kind === 'product' && other.origin === origin).length,
      firstSeenAt,
      lastSeenAt,
    }));
}

type Named = { origin: string; product: string };

/** Lists what pages named in the last day: what was named before and not again is mended, or its page is gone. */
function listLatelyNamed(sql: Sql, storeId: string): Promise<Named[]> {
  return sql.query<Named>(
    `SELECT origin, product FROM sighting
     WHERE store_id = $1 AND kind = 'product' AND last_seen_at > (SELECT app_now()) - interval '1 day'
     ORDER BY last_seen_at DESC, origin, product LIMIT ${PRODUCTS_LOOKED_AT}`,
    [storeId],
  );
}

async function lookUp(sql: Sql, storeId: string, { origin, product }: Named): Promise<NamedProduct> {
  const name = nameOf(product);
  const found = await findNamedProduct(sql, storeId, name);
  if (!found) return { origin, product, why: await whyUnknown(sql, storeId, name), onOffer: false };
  const isOpen = (await openWaitlistOf(sql, storeId, found.id)) !== null;
  const onOffer = isOpen || (await listLaunches(sql, storeId, found.id)).length > 0;
  return { origin, product, why: null, onOffer };
}

async function whyUnknown(sql: Sql, storeId: string, name: ProductName): Promise<string> {
  if ('externalId' in name) return explainId(await findId(sql, storeId, { id: name.externalId, as: 'product' }));
  const [text] = Object.values(name);
  return `The store has no product with the ${'sku' in name ? 'SKU' : 'code'} ${text}.`;
}

async function takesMoneyNow(sql: Sql, storeId: string): Promise<boolean> {
  const account = await readAccount(sql, storeId);
  return account !== null && account.closedAt === null && account.brokenAt === null;
}
