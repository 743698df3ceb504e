import { CommerceError, type CommercePlatform, type PlatformChange } from '../../../integrations/commerce/port.ts';
import type { Sql } from '../../../platform/db.ts';
import { openConnection, webhookAddress } from '../queries.ts';
import { keepLimits, logFailure, noteEnded, noteFailure, noteWorks, pauseAfter } from './note.ts';
import { subscribe } from './subscribe.ts';
import type { SyncDeps } from './sync.ts';
import { takeFulfilments } from './take-fulfilments.ts';
import { takeProducts, takeRemoved } from './take-products.ts';

type Task = { storeId: string; what: PlatformChange['what']; subject: string; tries: number; news: number };

const CLAIM_MS = 60_000;

/** Reads one thing anew that is due. Resolves with how long writing it took; null when nothing was due. */
export async function runTask(deps: SyncDeps): Promise<{ wroteMs: number } | null> {
  const [task] = await deps.db.query<Task>(
    `UPDATE connection_task t SET due_at = app_now() + $1 * interval '1 millisecond', tries = tries + 1
     WHERE (store_id, what, subject) = (
       SELECT store_id, what, subject FROM connection_task WHERE due_at <= (SELECT app_now()) ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING store_id AS "storeId", what, subject, tries, news`,
    [CLAIM_MS],
  );
  if (!task) return null;
  try {
    const { hasAccess, wroteMs } = await readAnew(deps, task);
    const began = performance.now();
    await deps.db.transaction(async (tx) => {
      if (hasAccess) await noteWorks(tx, task.storeId);
      await endTask(tx, task);
    });
    return { wroteMs: wroteMs + performance.now() - began };
  } catch (error) {
    logFailure(deps, { storeId: task.storeId, what: task.what }, error);
    await deps.db.transaction(async (tx) => {
      await noteFailure(tx, task.storeId, error);
      await putOff(tx, task, pauseAfter(error, task.tries - 1));
    });
  }
  return { wroteMs: 0 };
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

/** `hasAccess` is false if the platform no longer lets us in, after which there is nothing to read. */
async function readAnew(
  deps: SyncDeps,
  { storeId, what, subject }: Task,
): Promise<{ hasAccess: boolean; wroteMs: number }> {
  const read = { hasAccess: true, wroteMs: 0 };
  const opened = await openConnection(deps, storeId);
  if (!opened) return read;
  const { platform, currency } = opened;
  if (what === 'connection') return { ...read, hasAccess: await lookAtAccess(deps, platform, storeId) };
  if (what === 'order') await readOrder(deps, platform, { storeId, ref: subject });
  if (what !== 'product' && what !== 'variant') return read;
  const id = what === 'product' ? subject : await productOf(deps.db, storeId, subject);
  return id === null ? read : { ...read, wroteMs: await readProduct(deps, platform, { storeId, currency, id }) };
}

/** An order that the platform no longer shows has nothing to read. What is due for it then is said when it is handed over again. */
async function readOrder(
  deps: SyncDeps,
  platform: CommercePlatform,
  order: { storeId: string; ref: string },
): Promise<void> {
  try {
    await takeFulfilments(deps, platform, order);
  } catch (error) {
    if (!(error instanceof CommerceError) || error.kind !== 'not_found') throw error;
    deps.log.warn({ err: error, storeId: order.storeId }, 'the platform no longer shows an order');
  }
}

/**
 * Asks whether we still have access. If the merchant took it away, there is nothing to try again. A platform that has us anew has
 * forgotten where its webhooks went.
 */
async function lookAtAccess(deps: SyncDeps, platform: CommercePlatform, storeId: string): Promise<boolean> {
  try {
    const { limits = [] } = await platform.check();
    await deps.db.transaction((tx) => keepLimits(tx, storeId, limits));
    await subscribe(platform, webhookAddress(deps, storeId));
    return true;
  } catch (error) {
    if (!(error instanceof CommerceError) || error.kind !== 'unauthorised') throw error;
    await deps.db.transaction((tx) => noteEnded(tx, storeId, error));
    return false;
  }
}

type OfProduct = { storeId: string; currency: string; id: string };

/** Brings a product into the catalogue as the platform has it now. Resolves with how long writing took. */
export async function readProduct(
  deps: SyncDeps,
  platform: CommercePlatform,
  { storeId, currency, id }: OfProduct,
): Promise<number> {
  const product = await platform.getProduct(id);
  const began = performance.now();
  if (product === null) await takeRemoved(deps, storeId, id);
  else await takeProducts(deps, { storeId, currency, dryRun: false }, { products: [product], unreadable: [] });
  return performance.now() - began;
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
