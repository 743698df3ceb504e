import type { CommercePlatform, PlatformChange } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { openConnection } from '../queries.ts';
import { noteFailure, noteWorks, pauseAfter } from './note.ts';
import type { SyncDeps } from './sync.ts';
import { takeFulfilments } from './take-fulfilments.ts';
import { takeProducts, takeRemoved } from './take-products.ts';

type Task = { storeId: string; what: PlatformChange['what']; subject: string; tries: number; news: number };

const CLAIM_MS = 60_000;

/** Notes what has to be read anew. What waits already is read once. */
export async function addTasks(tx: Sql, storeId: string, changes: readonly PlatformChange[]): Promise<void> {
  if (changes.length === 0) return;
  const subjects = changes.map((change) => ('id' in change ? change.id : 'ref' in change ? change.ref : ''));
  await tx.query(
    `INSERT INTO connection_task AS t (store_id, what, subject)
     SELECT DISTINCT c.store_id, n.what, n.subject FROM connection c, unnest($2::text[], $3::text[]) AS n (what, subject)
     WHERE c.store_id = $1 ORDER BY n.what, n.subject
     ON CONFLICT (store_id, what, subject) DO UPDATE SET due_at = app_now(), news = t.news + 1`,
    [storeId, changes.map(({ what }) => what), subjects],
  );
}

/** Reads one thing anew that is due. Resolves with false when nothing was due. */
export async function runTask(deps: SyncDeps): Promise<boolean> {
  const [task] = await deps.db.query<Task>(
    `UPDATE connection_task t SET due_at = app_now() + $1 * interval '1 millisecond', tries = tries + 1
     WHERE (store_id, what, subject) = (
       SELECT store_id, what, subject FROM connection_task WHERE due_at <= (SELECT app_now()) ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING store_id AS "storeId", what, subject, tries, news`,
    [CLAIM_MS],
  );
  if (!task) return false;
  try {
    await readAnew(deps, task);
    await deps.db.transaction(async (tx) => {
      await noteWorks(tx, task.storeId);
      await endTask(tx, task);
    });
  } catch (error) {
    deps.log.warn(
      { err: error, storeId: task.storeId, what: task.what },
      'the platform could not be read; it is tried again',
    );
    await deps.db.transaction(async (tx) => {
      await noteFailure(tx, task.storeId, error);
      await putOff(tx, task, pauseAfter(error, task.tries - 1));
    });
  }
  return true;
}

/** Removes a task, unless news of the same thing came while it was read. */
async function endTask(tx: Sql, { storeId, what, subject, news }: Task): Promise<void> {
  await tx.query('DELETE FROM connection_task WHERE store_id = $1 AND what = $2 AND subject = $3 AND news = $4', [
    storeId,
    what,
    subject,
    news,
  ]);
}

async function putOff(tx: Sql, { storeId, what, subject }: Task, pauseMs: number): Promise<void> {
  await tx.query(
    `UPDATE connection_task SET due_at = app_now() + $4 * interval '1 millisecond'
     WHERE store_id = $1 AND what = $2 AND subject = $3`,
    [storeId, what, subject, pauseMs],
  );
}

async function readAnew(deps: SyncDeps, { storeId, what, subject }: Task): Promise<void> {
  const opened = await openConnection(deps, storeId);
  if (!opened) return;
  const { platform, currency } = opened;
  if (what === 'connection') await platform.check();
  if (what === 'order') await takeFulfilments(deps, platform, { storeId, ref: subject });
  if (what !== 'product' && what !== 'variant') return;
  const id = what === 'product' ? subject : await productOf(deps.db, storeId, subject);
  if (id !== null) await readProduct(deps, platform, { storeId, currency, id });
}

type OfProduct = { storeId: string; currency: string; id: string };

async function readProduct(
  deps: SyncDeps,
  platform: CommercePlatform,
  { storeId, currency, id }: OfProduct,
): Promise<void> {
  const product = await platform.getProduct(id);
  if (product === null) await takeRemoved(deps, storeId, id);
  else await takeProducts(deps, { storeId, currency, dryRun: false }, { products: [product], unreadable: [] });
}

/** Returns the platform's id of the product that has this variant. Null if it is unknown here: its product is told as well. */
async function productOf(sql: Sql, storeId: string, variantId: string): Promise<string | null> {
  const [row] = await sql.query<{ id: string }>(
    `SELECT p.external_id AS id FROM variant v JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
     WHERE v.store_id = $1 AND v.external_id = $2`,
    [storeId, variantId],
  );
  return row?.id ?? null;
}
