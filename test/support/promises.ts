import { linkToken } from '../../src/core/links/commands.ts';
import { readPreorder } from '../../src/core/preorders/queries.ts';
import { moveBatch } from '../../src/core/promises/commands/move.ts';
import { tellPromise } from '../../src/core/promises/commands/tell.ts';
import { listPromises, type Notice, readNoticesOf } from '../../src/core/promises/queries.ts';
import type { NewPromise } from '../../src/core/waitlists/commands/promise.ts';
import { buyFrom } from './buy.ts';
import { type Core, createOffer, type Offer } from './core.ts';
import { firstBatch } from './release.ts';

// The offer ships 10 to 15 June 2030. The comments say by how many days each window moves its end.
export const SOON = ['2030-06-13', '2030-06-18'] as const; // 3
export const LATER = ['2030-07-01', '2030-07-05'] as const; // 20
export const AUTUMN = ['2030-08-01', '2030-08-15'] as const; // 61

/** Places a pre-order of a new offer. */
export async function buyPromised(
  core: Core,
  purchase: Parameters<typeof buyFrom>[2] = {},
): Promise<{ offer: Offer; reference: string }> {
  const offer = await createOffer(core, { allocation: 20 });
  return { offer, reference: await buyFrom(core, offer, purchase) };
}

/** Lists the outbox rows of a topic, oldest first. */
export function factsOf(
  { db }: Pick<Core, 'db'>,
  { storeId }: Offer,
  topic: string,
): Promise<{ subject_id: string; detail: Record<string, unknown> | null }[]> {
  return db.query('SELECT subject_id, detail FROM outbox WHERE store_id = $1 AND topic = $2 ORDER BY id', [
    storeId,
    topic,
  ]);
}

/** Moves the dates of the offer and notifies all its shoppers, like the job. Resolves with their number. */
export async function moveDates(
  { core, offer }: { core: Core; offer: Offer },
  [from, until]: readonly [from: string, until: string],
  { reason = 'The dye house burned down.', madeBy = '' }: Partial<NewPromise> = {},
): Promise<number> {
  const { storeId } = offer;
  const batchId = await firstBatch(core, offer);
  await moveBatch(core, { storeId, batchId }, { shipWindow: { from, until }, reason, madeBy });
  const [promise] = await listPromises(core.db, storeId, { batchId });
  return tellPromise(core, { storeId, promiseId: promise?.id ?? '' });
}

/** Lists the notices of the pre-order, oldest first. */
export async function noticesOf(core: Pick<Core, 'db'>, storeId: string, reference: string): Promise<Notice[]> {
  const { id } = await readPreorder(core.db, storeId, reference);
  return readNoticesOf(core.db, storeId, id);
}

/** Returns the path of the link in the pre-order's newest question mail. */
export async function answerPath(
  deps: Pick<Core, 'db' | 'secrets'>,
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
