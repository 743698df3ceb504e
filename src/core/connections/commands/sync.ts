import { CommerceError, type CommercePlatform } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { type OpenDeps, openConnection, webhookAddress } from '../queries.ts';
import { logFailure, noteFailure, noteWorks, pauseAfter } from './note.ts';
import { subscribe } from './subscribe.ts';
import { type ProductCounts, type TakeDeps, takeProducts, takeRemoved } from './take-products.ts';
import { watchTax } from './watch-tax.ts';

export type SyncDeps = OpenDeps & TakeDeps & Pick<Deps, 'log' | 'baseUrl'>;

type Claimed = {
  storeId: string;
  dryRun: boolean;
  state: 'listing' | 'missing';
  cursor: string | null;
  startedAt: string;
  listed: number;
};

// Longer than a page takes; a process that dies leaves the rest to another one after that time.
const CLAIM_MS = 120_000;
// Products that no page had are looked up one by one.
const MISSING_AT_ONCE = 20;

/**
 * Takes one step of a reading of everything that is due: one page, or some products that no page had. The cursor is written with what
 * it brought, so a process that dies in the middle goes on where it was. Resolves with how long writing took; null when nothing was due.
 */
export async function stepSync(deps: SyncDeps): Promise<{ wroteMs: number } | null> {
  const [claimed] = await deps.db.query<Claimed>(
    `UPDATE connection_sync SET next_at = app_now() + $1 * interval '1 millisecond'
     WHERE store_id = (SELECT store_id FROM connection_sync WHERE state <> 'done' AND next_at <= (SELECT app_now())
                       ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING store_id AS "storeId", dry_run AS "dryRun", state, page_cursor AS cursor, started_at::text AS "startedAt", listed`,
    [CLAIM_MS],
  );
  if (!claimed) return null;
  try {
    const wroteMs = await (claimed.state === 'listing' ? readPage(deps, claimed) : lookUpMissing(deps, claimed));
    return { wroteMs };
  } catch (error) {
    logFailure(deps, { storeId: claimed.storeId, what: 'products' }, error);
    await deps.db.transaction(async (tx) => {
      await noteFailure(tx, claimed.storeId, error);
      await stepDone(tx, claimed, { pauseMs: pauseAfter(error, 2) });
    });
    return { wroteMs: 0 };
  }
}

async function readPage(deps: SyncDeps, claimed: Claimed): Promise<number> {
  const { storeId, dryRun, cursor } = claimed;
  const opened = await openConnection(deps, storeId);
  if (!opened) return 0;
  if (cursor === null && !dryRun) {
    await unlessItFails(deps, { storeId, what: 'webhooks' }, () => subscribeAgain(deps, opened.platform, storeId));
    await unlessItFails(deps, { storeId, what: 'tax' }, () => watchTax(deps.db, opened.platform, storeId));
  }
  const page = await opened.platform.listProducts(cursor);
  const began = performance.now();
  const taken = await takeProducts(deps, { storeId, currency: opened.currency, dryRun }, page);
  // The server gathers statistics minutes later. Without them each page would read all of the pages before.
  if (!dryRun && hasDoubled(claimed.listed, taken.listed)) await deps.db.query('ANALYZE product, variant');
  await deps.db.transaction(async (tx) => {
    await noteWorks(tx, storeId);
    await stepDone(tx, claimed, { taken, cursor: page.next, state: page.next === null ? 'missing' : 'listing' });
  });
  return performance.now() - began;
}

/** Asks for webhooks again where a platform switches them off. */
async function subscribeAgain(deps: SyncDeps, platform: CommercePlatform, storeId: string): Promise<void> {
  if (platform.silentTopics) await subscribe(platform, webhookAddress(deps, storeId));
}

/** Asks the platform something without which products can be read all the same. */
async function unlessItFails(
  deps: SyncDeps,
  about: { storeId: string; what: string },
  ask: () => Promise<void>,
): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof CommerceError)) throw error;
    logFailure(deps, about, error);
  }
}

// Fewer are read in no time.
const MANY = 500;

const hasDoubled = (before: number, more: number): boolean =>
  before + more >= MANY && Math.clz32(before + more) < Math.clz32(before);

/** Looks up products that were here before and that no page had: they may be gone, or on a page that was read too early. */
async function lookUpMissing(deps: SyncDeps, claimed: Claimed): Promise<number> {
  const { storeId, dryRun, startedAt } = claimed;
  const opened = await openConnection(deps, storeId);
  if (!opened) return 0;
  const missing = await deps.db.query<{ id: string }>(
    `SELECT external_id AS id FROM connection_product
     WHERE store_id = $1 AND standing <> 'removed' AND seen_at < $2::timestamptz ORDER BY seen_at LIMIT $3`,
    [storeId, startedAt, MISSING_AT_ONCE],
  );
  let removed = 0;
  let wroteMs = 0;
  for (const { id } of missing) {
    const product = await opened.platform.getProduct(id);
    const began = performance.now();
    const ofStore = { storeId, currency: opened.currency, dryRun };
    if (product) await takeProducts(deps, ofStore, { products: [product], unreadable: [] });
    else if (dryRun) await noteMissing(deps.db, storeId, id);
    else await takeRemoved(deps, storeId, id);
    wroteMs += performance.now() - began;
    if (!product) removed += 1;
  }
  const state = missing.length < MISSING_AT_ONCE ? 'done' : 'missing';
  await deps.db.transaction((tx) => stepDone(tx, claimed, { removed, state }));
  return wroteMs;
}

async function noteMissing(sql: Sql, storeId: string, externalId: string): Promise<void> {
  await sql.query(
    `UPDATE connection_product SET issue = 'The platform does not have it any longer.', seen_at = app_now()
     WHERE store_id = $1 AND external_id = $2`,
    [storeId, externalId],
  );
}

type Step = {
  taken?: ProductCounts;
  removed?: number;
  cursor?: string | null;
  state?: 'listing' | 'missing' | 'done';
  pauseMs?: number;
};

/** Writes a step down, unless somebody has begun anew meanwhile. */
async function stepDone(
  tx: Sql,
  claimed: Claimed,
  { taken, removed = 0, cursor = claimed.cursor, state, pauseMs = 0 }: Step,
): Promise<void> {
  await tx.query(
    `UPDATE connection_sync SET state = $3, page_cursor = $4, next_at = app_now() + $5 * interval '1 millisecond',
       done_at = CASE WHEN $3 = 'done' THEN app_now() END, listed = listed + $6, created = created + $7,
       updated = updated + $8, unchanged = unchanged + $9, refused = refused + $10, removed = removed + $11
     WHERE store_id = $1 AND started_at = $2::timestamptz`,
    [
      claimed.storeId,
      claimed.startedAt,
      state ?? claimed.state,
      cursor,
      pauseMs,
      taken?.listed ?? 0,
      taken?.created ?? 0,
      taken?.updated ?? 0,
      taken?.unchanged ?? 0,
      taken?.refused ?? 0,
      removed,
    ],
  );
}
