import { linkToken } from '../../src/features/links/commands.ts';
import { readPreorder } from '../../src/features/preorders/queries.ts';
import { moveBatch } from '../../src/features/promises/commands/move.ts';
import { tellPromise } from '../../src/features/promises/commands/tell.ts';
import { listPromises, type Notice, readNoticesOf } from '../../src/features/promises/queries.ts';
import type { NewPromise } from '../../src/features/waitlists/commands/promise.ts';
import { firstBatch } from './release.ts';
import type { Engine, Offer } from './shop.ts';

/** Moves the dates of the offer and tells or asks everybody, as the job would. Resolves with how many were. */
export async function moveDates(
  { engine, offer }: { engine: Engine; offer: Offer },
  [from, until]: readonly [from: string, until: string],
  { reason = 'The dye house burned down.', madeBy = '' }: Partial<NewPromise> = {},
): Promise<number> {
  const { storeId } = offer;
  const batchId = await firstBatch(engine, offer);
  await moveBatch(engine, { storeId, batchId }, { shipWindow: { from, until }, reason, madeBy });
  const [promise] = await listPromises(engine.db, storeId, { batchId });
  return tellPromise(engine, { storeId, promiseId: promise?.id ?? '' });
}

/** What the pre-order was told and asked, oldest first. */
export async function noticesOf(engine: Pick<Engine, 'db'>, storeId: string, reference: string): Promise<Notice[]> {
  const { id } = await readPreorder(engine.db, storeId, reference);
  return readNoticesOf(engine.db, storeId, id);
}

/** The path of the link that the newest question of the pre-order was mailed with. */
export async function answerPath(
  deps: Pick<Engine, 'db' | 'secrets'>,
  storeId: string,
  reference: string,
): Promise<string> {
  const [link] = await deps.db.query<{ id: string }>(
    `SELECT k.id FROM link k JOIN preorder o ON o.store_id = k.store_id AND o.id = k.preorder_id
     WHERE o.store_id = $1 AND o.reference = $2 AND k.purpose = 'answer' ORDER BY k.created_at DESC LIMIT 1`,
    [storeId, reference],
  );
  return `/links/answer/${linkToken(deps, link?.id ?? '', 'answer')}`;
}
