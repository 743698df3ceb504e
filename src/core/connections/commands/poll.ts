import { READ_EVERY_MS, READ_GAP_MS, SYNC_EVERY_HOURS } from '../../../domain/connection.ts';
import { CommerceError, type CommercePlatform } from '../../../integrations/commerce/port.ts';
import type { Database } from '../../../platform/db.ts';
import { openConnection, webhookAddress } from '../queries.ts';
import { addTasks } from './add-tasks.ts';
import { alertNewWaitlists } from './alert-standings.ts';
import { beginSync } from './connect.ts';
import { logFailure, noteFailure, noteWorks, pauseAfter } from './note.ts';
import type { SyncDeps } from './sync.ts';
import { watchWebhooks } from './watch-webhooks.ts';

// In one turn: more waits for the next one, so that other stores have theirs.
const PAGES_MAX = 10;

type Due = { storeId: string; hadGap: boolean };

/** Asks one platform what has changed since the last time. Resolves with false when none was due. */
export async function readChanges(deps: SyncDeps): Promise<boolean> {
  const [due] = await deps.db.query<Due>(
    `UPDATE connection c SET next_read_at = app_now() + $1 * interval '1 millisecond'
     FROM (SELECT store_id, failure IS NOT NULL OR next_read_at < (SELECT app_now()) - $2 * interval '1 millisecond' AS "hadGap"
           FROM connection WHERE next_read_at <= (SELECT app_now()) ORDER BY next_read_at LIMIT 1 FOR UPDATE SKIP LOCKED) d
     WHERE c.store_id = d.store_id RETURNING c.store_id AS "storeId", d."hadGap"`,
    [READ_EVERY_MS, READ_GAP_MS],
  );
  if (!due) return false;
  try {
    await readFrom(deps, due);
  } catch (error) {
    logFailure(deps, { storeId: due.storeId, what: 'changes' }, error);
    await deps.db.transaction(async (tx) => {
      await noteFailure(tx, due.storeId, error);
      await tx.query(
        `UPDATE connection SET next_read_at = greatest(next_read_at, app_now() + $2 * interval '1 millisecond') WHERE store_id = $1`,
        [due.storeId, pauseAfter(error, 3)],
      );
    });
  }
  return true;
}

async function readFrom(deps: SyncDeps, { storeId, hadGap }: Due): Promise<void> {
  const opened = await openConnection(deps, storeId);
  if (!opened) return;
  const { platform } = opened;
  if (hadGap) await lookAtShelf(deps.db, platform, storeId);
  await deps.db.transaction((tx) => alertNewWaitlists(tx, storeId));
  await watchWebhooks(deps.db, platform, { storeId, address: webhookAddress(deps, storeId) }).catch(
    (error: unknown) => {
      // Webhooks only make it faster: what has changed is read all the same.
      if (!(error instanceof CommerceError)) throw error;
      logFailure(deps, { storeId, what: 'webhooks' }, error);
    },
  );
  if (!platform.can.changes) {
    await platform.check();
    return compareDaily(deps, storeId);
  }
  let { cursor } = opened;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const page = await askOrBeginAnew(deps, storeId, () => platform.changes(cursor));
    if (page === null) cursor = null;
    else {
      await deps.db.transaction(async (tx) => {
        await noteWorks(tx, storeId);
        await addTasks(tx, storeId, page.changes);
        await tx.query('UPDATE connection SET change_cursor = $2, changes_read_at = app_now() WHERE store_id = $1', [
          storeId,
          page.cursor,
        ]);
        if (page.compare) await beginSync(tx, storeId, { dryRun: false });
      });
      if (!page.more) return;
      cursor = page.cursor;
    }
  }
}

// Each may be a request. Waitlists that open and close with the shelf have few.
const SHELF_VARIANTS_MAX = 100;

/**
 * Has products read anew whose stock is another one than we know, of open waitlists that give way to the shelf. Not each platform lists
 * what only its stock has changed of, and after a gap the webhook is lost: a shopper would pre-order what stands on the shelf.
 */
async function lookAtShelf(db: Database, platform: CommercePlatform, storeId: string): Promise<void> {
  if (!platform.can.stock) return;
  const known = await db.query<{ productId: string; variantId: string; inStock: number }>(
    `SELECT p.external_id AS "productId", v.external_id AS "variantId", v.in_stock AS "inStock"
     FROM waitlist w
     JOIN waitlist_variant x ON x.store_id = w.store_id AND x.waitlist_id = w.id
     JOIN variant v ON v.store_id = x.store_id AND v.id = x.variant_id AND v.gone_at IS NULL
     JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE w.store_id = $1 AND w.state = 'OPEN' AND w.shelf_first ORDER BY w.id, v.id LIMIT $2`,
    [storeId, SHELF_VARIANTS_MAX],
  );
  if (known.length === 0) return;
  const stock = await platform.stock(known.map(({ variantId }) => variantId));
  const now = new Map(stock.map(({ variantId, inStock }) => [variantId, inStock]));
  const strayed = known.filter(({ variantId, inStock }) => now.get(variantId) !== inStock);
  const changes = strayed.map(({ productId: id }) => ({ what: 'product', id }) as const);
  await db.transaction((tx) => addTasks(tx, storeId, changes));
}

/** Asks. If the platform has forgotten the cursor, everything is read. Resolves with null then. */
async function askOrBeginAnew<Page>(deps: SyncDeps, storeId: string, ask: () => Promise<Page>): Promise<Page | null> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof CommerceError) || error.kind !== 'not_found') throw error;
    await deps.db.transaction((tx) => beginSync(tx, storeId, { dryRun: false }));
    return null;
  }
}

async function compareDaily({ db }: SyncDeps, storeId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await noteWorks(tx, storeId);
    const [due] = await tx.query(
      `SELECT 1 FROM connection c LEFT JOIN connection_sync s ON s.store_id = c.store_id
       WHERE c.store_id = $1 AND (s.store_id IS NULL OR s.done_at < (SELECT app_now()) - $2 * interval '1 hour')`,
      [storeId, SYNC_EVERY_HOURS],
    );
    if (due) await beginSync(tx, storeId, { dryRun: false });
  });
}
