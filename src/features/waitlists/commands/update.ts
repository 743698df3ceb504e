import { randomUUID } from 'node:crypto';
import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import {
  checkAhead,
  checkAllocation,
  checkDescription,
  checkLimitPerCustomer,
  checkOffer,
  checkSchedule,
  checkShipWindow,
  checkWindowAhead,
} from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { emit } from '../../../platform/outbox.ts';
import type { Deps } from '../../deps.ts';
import { type LockedProduct, type LockedWaitlist, lockedWaitlist, lockProductOf } from './lock.ts';
import { type CheckedOffer, checkOffers, insertOffers, recordAllocations, type VariantOffer } from './offer.ts';
import { advance } from './state.ts';

/** Of a variant that the waitlist has already, all but its id may be left out. */
export type VariantChange = Omit<VariantOffer, 'allocation'> & { allocation?: number | undefined };

/** What is left out or `undefined` stays; `null` clears. */
export type WaitlistChanges = {
  shipWindow?: ShipWindow | undefined;
  launchesAt?: Date | null | undefined;
  closesAt?: Date | null | undefined;
  limitPerCustomer?: number | null | undefined;
  description?: string | undefined;
  variants?: readonly VariantChange[] | undefined;
};

/**
 * Changes a waitlist that is not closed, all of it or nothing. A moved ship window is a new promise; pre-orders keep
 * the one they were given. `invalid_transition`, `invalid_dates`, `allocation_below_sold` with the floor,
 * `unknown_variant`, `variant_gone`, `price_required`, `invalid_parameter`.
 */
export async function updateWaitlist(
  deps: Pick<Deps, 'db'>,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  changes: WaitlistChanges,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const product = await lockProductOf(tx, storeId, waitlistId);
    await advance(tx, product);
    const waitlist = lockedWaitlist(product, waitlistId);
    if (waitlist.state === 'CLOSED') {
      throw new AppError('invalid_transition', 'A closed waitlist cannot be changed.', { data: { state: 'CLOSED' } });
    }
    const batchId = await readBatch(tx, storeId, waitlist.id);
    await writeTerms(tx, product, { waitlist, changes });
    if (changes.shipWindow) await writePromise(tx, product, { batchId, shipWindow: changes.shipWindow });
    await writeVariants(tx, { product, waitlistId: waitlist.id, batchId }, changes.variants ?? []);
    const detail = { waitlistIds: [waitlistId] };
    await emit(tx, 'waitlist.changed', { storeId, subjectId: product.productId, detail });
  });
}

async function readBatch(tx: Sql, storeId: string, waitlistId: string): Promise<string> {
  const [batch] = await tx.query<{ id: string }>(
    'SELECT id FROM batch WHERE store_id = $1 AND waitlist_id = $2 AND position = 1',
    [storeId, waitlistId],
  );
  if (!batch) throw new Error(`waitlist ${waitlistId} has no batch`);
  return batch.id;
}

async function writeTerms(
  tx: Sql,
  product: LockedProduct,
  { waitlist, changes }: { waitlist: LockedWaitlist; changes: WaitlistChanges },
): Promise<void> {
  const { launchesAt = waitlist.launchesAt, closesAt = waitlist.closesAt } = changes;
  if (changes.launchesAt !== undefined) checkNewLaunch(waitlist, changes.launchesAt, product.now);
  if (changes.closesAt !== undefined) checkAhead(changes.closesAt, product.now, 'closes_at');
  checkSchedule({ launchesAt, closesAt });
  const { limitPerCustomer = waitlist.limitPerCustomer, description = waitlist.description } = changes;
  await tx.query(
    `UPDATE waitlist SET launches_at = $3, closes_at = $4, limit_per_customer = $5, description = $6,
       updated_at = app_now() WHERE store_id = $1 AND id = $2`,
    [
      ...[product.storeId, waitlist.id, launchesAt, closesAt],
      ...[checkLimitPerCustomer(limitPerCustomer), checkDescription(description)],
    ],
  );
}

function checkNewLaunch(waitlist: LockedWaitlist, launchesAt: Date | null, now: Date): void {
  const { state } = waitlist;
  if (state !== 'DRAFT' && state !== 'SCHEDULED') {
    const message = `The waitlist has opened already, so its launch cannot be moved. It is ${state}.`;
    throw new AppError('invalid_transition', message, { param: 'launches_at', data: { state } });
  }
  if (launchesAt === null && state === 'SCHEDULED') {
    const message = 'A scheduled waitlist needs its launch time: unschedule it first.';
    throw new AppError('invalid_dates', message, { param: 'launches_at' });
  }
  checkAhead(launchesAt, now, 'launches_at');
}

async function writePromise(
  tx: Sql,
  { storeId, productId, today }: LockedProduct,
  { batchId, shipWindow }: { batchId: string; shipWindow: ShipWindow },
): Promise<void> {
  const { from, until } = checkShipWindow(shipWindow);
  checkWindowAhead({ from, until }, today);
  // The same window again is the same promise. The product's lock keeps versions from racing.
  const [made] = await tx.query<{ id: string }>(
    `INSERT INTO promise (store_id, id, batch_id, version, ships_from, ships_until)
     SELECT $1, $3, $2, p.version + 1, $4, $5
     FROM (SELECT version, ships_from, ships_until FROM promise
           WHERE store_id = $1 AND batch_id = $2 ORDER BY version DESC LIMIT 1) p
     WHERE (p.ships_from, p.ships_until) IS DISTINCT FROM ($4::date, $5::date) RETURNING id`,
    [storeId, batchId, randomUUID(), from, until],
  );
  if (made) await emit(tx, 'promise.moved', { storeId, subjectId: productId, detail: { promiseId: made.id } });
}

type OfferedVariant = {
  variantId: string;
  title: string;
  price: Minor;
  compareAtPrice: Minor | null;
  allocated: number;
  held: number;
  sold: number;
};

async function writeVariants(
  tx: Sql,
  { product, waitlistId, batchId }: { product: LockedProduct; waitlistId: string; batchId: string },
  changes: readonly VariantChange[],
): Promise<void> {
  const key = { storeId: product.storeId, waitlistId, batchId };
  const offered = await readOffered(tx, key);
  const ids = changes.map(({ variantId }) => variantId);
  if (new Set(ids).size < ids.length) {
    throw new AppError('invalid_parameter', 'A variant is given twice.', { param: 'variant' });
  }
  const changed: ChangedVariant[] = [];
  const added: VariantOffer[] = [];
  for (const change of changes) {
    const current = offered.get(change.variantId);
    if (current) changed.push(merge(current, change));
    else added.push({ ...change, allocation: change.allocation ?? missingAllocation() });
  }
  await writeChanged(tx, key, changed);
  await insertOffers(tx, key, await checkOffers(tx, product, added));
}

function missingAllocation(): never {
  const message = 'A variant that is new to the waitlist needs an allocation.';
  throw new AppError('missing_parameter', message, { param: 'allocation' });
}

async function readOffered(
  tx: Sql,
  { storeId, waitlistId, batchId }: { storeId: string; waitlistId: string; batchId: string },
): Promise<Map<string, OfferedVariant>> {
  const rows = await tx.query<OfferedVariant>(
    `SELECT wv.variant_id AS "variantId", v.title, wv.price, wv.compare_at_price AS "compareAtPrice",
            u.allocated, u.held, u.sold
     FROM waitlist_variant wv
     JOIN variant v ON v.store_id = wv.store_id AND v.id = wv.variant_id
     JOIN unit u ON u.store_id = wv.store_id AND u.waitlist_id = wv.waitlist_id AND u.variant_id = wv.variant_id
                AND u.batch_id = $3
     WHERE wv.store_id = $1 AND wv.waitlist_id = $2`,
    [storeId, waitlistId, batchId],
  );
  return new Map(rows.map((row) => [row.variantId, row]));
}

type ChangedVariant = CheckedOffer & { delta: number };

function merge(current: OfferedVariant, change: VariantChange): ChangedVariant {
  const compareAtPrice = change.compareAtPrice === undefined ? current.compareAtPrice : change.compareAtPrice;
  const allocation = change.allocation ?? current.allocated;
  return {
    variantId: current.variantId,
    allocation: checkAllocation(allocation, current),
    delta: allocation - current.allocated,
    ...checkOffer({ price: change.price ?? current.price, compareAtPrice }, current),
  };
}

/** In three statements, however many variants: shoppers wait for the unit rows meanwhile. */
async function writeChanged(
  tx: Sql,
  key: { storeId: string; waitlistId: string; batchId: string },
  changed: readonly ChangedVariant[],
): Promise<void> {
  const { storeId, waitlistId, batchId } = key;
  const ids = changed.map(({ variantId }) => variantId);
  await tx.query(
    `UPDATE waitlist_variant wv SET price = c.price, compare_at_price = c.compare_at_price
     FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS c (variant_id, price, compare_at_price)
     WHERE wv.store_id = $1 AND wv.waitlist_id = $2 AND wv.variant_id = c.variant_id`,
    [storeId, waitlistId, ids, changed.map(({ price }) => price), changed.map(({ compareAtPrice }) => compareAtPrice)],
  );
  await tx.query(
    `UPDATE unit u SET allocated = u.allocated + c.delta
     FROM unnest($4::uuid[], $5::integer[]) AS c (variant_id, delta)
     WHERE u.store_id = $1 AND u.waitlist_id = $2 AND u.batch_id = $3 AND u.variant_id = c.variant_id AND c.delta <> 0`,
    [storeId, waitlistId, batchId, ids, changed.map(({ delta }) => delta)],
  );
  await recordAllocations(tx, key, changed);
}
