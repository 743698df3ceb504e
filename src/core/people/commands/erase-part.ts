import { AppError } from '../../../domain/error.ts';
import { LINE_TRANSITIONS } from '../../../domain/preorder.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { listJobsAbout } from '../../jobs/queries.ts';
import {
  type Footprint,
  hasGrown,
  listSomeIds,
  type Person,
  type PersonIds,
  type PersonPreorder,
  readFootprint,
} from '../queries/footprint.ts';
import { eraseCheckouts, erasePreorders, eraseRequests, pseudonymOf, releaseLineKeys } from './erase-rows.ts';

// Small, because other transactions may wait for its row locks; large enough that nearly every person is one part.
const ROWS_PER_PART = 500;

/** Ends the message when a part is refused for a reason that passes by itself. */
export const NOTHING_ERASED = 'Nothing was erased.';

export type ErasureTarget = { person: Person; openToo: boolean; erasureId: string };

/** Erases some hundreds of the person's checkouts and pre-orders. Resolves with them, or with null once none are left. */
export async function erasePart(
  tx: Sql,
  kept: Pick<Deps, 'mail' | 'commerce'>,
  target: ErasureTarget,
): Promise<Footprint | null> {
  const { person, erasureId } = target;
  const { storeId } = person;
  const footprint = await readLocked(tx, target);
  if (footprint === null) return null;
  const { checkouts, preorders } = footprint;
  if (checkouts.length + preorders.length === 0) return footprint; // another erasure was faster
  await tx.query(
    `INSERT INTO erasure (store_id, id, checkouts, preorders) VALUES ($1, $2, $3, $4)
     ON CONFLICT (store_id, id) DO UPDATE SET checkouts = erasure.checkouts + excluded.checkouts,
       preorders = erasure.preorders + excluded.preorders`,
    [storeId, erasureId, checkouts.length, preorders.length],
  );
  const pseudonym = pseudonymOf(erasureId);
  const checkoutIds = checkouts.map(({ id }) => id);
  const preorderIds = preorders.map(({ id }) => id);
  await eraseCheckouts(tx, { storeId, ids: checkoutIds, pseudonym });
  await eraseRequests(tx, storeId, checkoutIds);
  await erasePreorders(tx, kept, { storeId, ids: preorderIds, pseudonym });
  while (await releaseLineKeys(tx, { storeId, pseudonym, ids: preorderIds }));
  return footprint;
}

/**
 * Locks the rows of the next part, then reads them. Throws if a payment, an open pre-order or a job forbids the
 * erasure.
 */
async function readLocked(tx: Sql, { person, openToo }: ErasureTarget): Promise<Footprint | null> {
  const ids = await listSomeIds(tx, person, ROWS_PER_PART);
  if (ids.checkouts.length + ids.preorders.length === 0) return null;
  await lock(tx, person.storeId, ids);
  // A separate statement, so that its snapshot is newer than the locks.
  const footprint = await readFootprint(tx, person, ids);
  if (footprint.checkouts.some(({ live }) => live) || (await hasGrown(tx, person, ids))) throw stillPaying();
  if (!openToo) refuseOpen(footprint.preorders.filter(isOpen));
  await refuseOrdersDue(tx, person.storeId, footprint.preorders);
  return footprint;
}

/** Returns true if goods of the pre-order are still to be sent. */
export function isOpen({ states }: PersonPreorder): boolean {
  return states.some((state) => LINE_TRANSITIONS[state].includes('cancelled'));
}

export function refuseOpen(open: readonly PersonPreorder[]): void {
  if (open.length === 0) return;
  const references = open.map(({ reference }) => reference).join(', ');
  const message = `Goods are still owed: ${references}. Send or cancel them first, or use --open-too: the customer then gets no mails and no goods.`;
  throw new AppError('preorders_open', message, { data: { references } });
}

export function stillPaying(): AppError {
  const message = `A payment of this person has no result yet. Try again in a moment, or look at its open payments. ${NOTHING_ERASED}`;
  return new AppError('payment_in_progress', message);
}

// Topics of the jobs that hand store orders over.
const HAND_OVER = ['order.due', 'orders.due'];

/**
 * Throws `job_running` while the store's system is still to be told of an order. It would ship what was cancelled, and
 * after the erasure we could not tell it whose order that was.
 */
async function refuseOrdersDue(tx: Sql, storeId: string, preorders: readonly PersonPreorder[]): Promise<void> {
  const handed = await tx.query<{ id: string }>(
    `SELECT DISTINCT preorder_id AS id FROM store_order WHERE store_id = $1 AND preorder_id = ANY($2::uuid[])`,
    [storeId, preorders.map(({ id }) => id)],
  );
  if (handed.length === 0) return;
  const ids = handed.map(({ id }) => id);
  const [waiting] = await tx.query(
    'SELECT 1 FROM outbox WHERE store_id = $1 AND subject_id = ANY($2::uuid[]) AND dispatched_at IS NULL LIMIT 1',
    [storeId, ids],
  );
  const jobs = await listJobsAbout(tx, storeId, ids);
  if (!waiting && jobs.every(({ topic, state }) => !HAND_OVER.includes(topic) || state === 'dead')) return;
  const message = `The store's system is still to be told of an order. Try again in a moment, or look at the background work. ${NOTHING_ERASED}`;
  throw new AppError('job_running', message);
}

/** Locks in the same order as sales do, against deadlocks: checkouts, then pre-orders, each by id. */
async function lock(tx: Sql, storeId: string, { checkouts, preorders }: PersonIds): Promise<void> {
  await tx.query('SELECT 1 FROM checkout WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR NO KEY UPDATE', [
    storeId,
    checkouts,
  ]);
  await tx.query('SELECT 1 FROM preorder WHERE store_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE', [
    storeId,
    preorders,
  ]);
}
