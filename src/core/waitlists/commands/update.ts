import { AppError } from '../../../domain/error.ts';
import type { Minor } from '../../../domain/money.ts';
import { changePlan, type PlanChange } from '../../../domain/payment-plan.ts';
import { makeAll } from '../../../domain/refuse-all.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { checkAhead } from '../../../domain/store-time.ts';
import {
  checkDescription,
  checkLaunchDay,
  checkLimitPerCustomer,
  checkOffer,
  checkSchedule,
} from '../../../domain/waitlist.ts';
import { type GivenSwitches, givenFields } from '../../../domain/waitlist-switches.ts';
import type { WithdrawalExclusion } from '../../../domain/withdrawal-period.ts';
import { oneRow } from '../../../platform/columns.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { readStore } from '../../stores/queries.ts';
import { checkAmounts } from './amounts.ts';
import { readCountries } from './countries.ts';
import { type LockedProduct, type LockedWaitlist, lockedWaitlist, lockProductOf } from './lock.ts';
import { checkOffers, insertOffers, type VariantOffer } from './offer.ts';
import { movePromise, type NewPromise } from './promise.ts';
import { advance, readShipWindow } from './state.ts';
import { type VariantUnits, writeUnits } from './units.ts';

/** A change of a variant. `allocation` is required only for a variant that is new to the waitlist. */
export type VariantChange = Omit<VariantOffer, 'allocation'> & { allocation?: number | undefined };

/** Terms that are absent or `undefined` stay unchanged; `null` clears a term. */
export type WaitlistChanges = GivenSwitches & {
  shipWindow?: ShipWindow | undefined;
  /** The reason for a moved window, and the person who moves it. */
  moved?: Pick<NewPromise, 'reason' | 'madeBy'>;
  launchesAt?: Date | null | undefined;
  closesAt?: Date | null | undefined;
  limitPerCustomer?: number | null | undefined;
  /** The countries to which it ships, of those of the store; null for all of them. Placed pre-orders stay as they are. */
  countries?: readonly string[] | null | undefined;
  /** Why the law gives no right of withdrawal from what it sells; null: it is not excluded. Placed pre-orders stay as they are. */
  withdrawalExclusion?: WithdrawalExclusion | null | undefined;
  description?: string | undefined;
  /** The payment plan of new pre-orders. Existing ones keep their terms. */
  plan?: PlanChange | undefined;
  variants?: readonly VariantChange[] | undefined;
};

/**
 * Changes a waitlist that is not closed; all changes are made, or none. A moved ship window is a new promise (`movePromise`).
 * Throws `waitlist_not_found`, `invalid_transition`, `invalid_dates`, `allocation_below_sold` with the floor,
 * `unknown_variant`, `variant_gone`, `price_required`, `country_not_shipped`, `amount_not_chargeable`, `missing_parameter` or `invalid_parameter`.
 */
export async function updateWaitlist(
  deps: Pick<Deps, 'db' | 'paymentsFor'>,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  changes: WaitlistChanges,
): Promise<void> {
  const store = await readStore(deps.db, storeId);
  const provider = await deps.paymentsFor(store);
  await deps.db.transaction(async (tx) => {
    const product = await lockProductOf(tx, storeId, waitlistId);
    await advance(tx, product);
    const waitlist = lockedWaitlist(product, waitlistId);
    if (waitlist.state === 'CLOSED') {
      throw new AppError('invalid_transition', 'A closed waitlist cannot be changed.', { data: { state: 'CLOSED' } });
    }
    await writeTerms(tx, product, { waitlist, changes });
    const { shipWindow, variants = [] } = changes;
    const ofBatch = shipWindow || variants.some(({ allocation }) => allocation !== undefined);
    const batchId = ofBatch ? await onlyBatch(tx, storeId, waitlist.id) : null;
    if (shipWindow && batchId) await movePromise(tx, product, { batchId, shipWindow, ...changes.moved });
    const { added } = await writeVariants(tx, { product, waitlistId: waitlist.id, batchId }, variants);
    const costsOther = changes.plan !== undefined || added || variants.some(({ price }) => price !== undefined);
    if (costsOther && provider && waitlist.state !== 'DRAFT') {
      await checkAmounts(tx, { storeId, waitlistId }, provider.chargeable(store.currency));
    }
    const { launchesAt = waitlist.launchesAt } = changes;
    const opens = waitlist.state === 'DRAFT' || waitlist.state === 'SCHEDULED';
    if (opens && (shipWindow || changes.launchesAt !== undefined)) {
      checkLaunchDay(launchesAt, product.timeZone, await readShipWindow(tx, storeId, waitlist.id));
    }
    const detail = { waitlistIds: [waitlistId] };
    await emit(tx, 'waitlist.changed', { storeId, subjectId: product.productId, detail });
  });
}

/** Returns the only batch. Ship window and units belong to a batch, so with several batches the caller must name one. */
async function onlyBatch(tx: Sql, storeId: string, waitlistId: string): Promise<string> {
  const batches = await tx.query<{ id: string }>('SELECT id FROM batch WHERE store_id = $1 AND waitlist_id = $2', [
    storeId,
    waitlistId,
  ]);
  const [batch] = batches;
  if (batch && batches.length === 1) return batch.id;
  const message = `The waitlist has ${batches.length} batches, each with its own units and days. Change the batch itself.`;
  throw new AppError('missing_parameter', message, { param: 'batch' });
}

async function writeTerms(
  tx: Sql,
  product: LockedProduct,
  { waitlist, changes }: { waitlist: LockedWaitlist; changes: WaitlistChanges },
): Promise<void> {
  const { launchesAt = waitlist.launchesAt, closesAt = waitlist.closesAt } = changes;
  if (changes.launchesAt !== undefined) checkNewLaunch(waitlist, changes.launchesAt, product);
  if (changes.closesAt !== undefined) checkAhead(changes.closesAt, product, 'closes_at');
  checkSchedule({ launchesAt, closesAt });
  const { limitPerCustomer = waitlist.limitPerCustomer, description = waitlist.description } = changes;
  const { plan, deposit, depositRefundable } = changePlan(waitlist.plan, changes.plan ?? {});
  const terms = oneRow(
    {
      launches_at: launchesAt,
      closes_at: closesAt,
      limit_per_customer: checkLimitPerCustomer(limitPerCustomer),
      description: checkDescription(description),
      payment_plan: plan,
      deposit_kind: deposit?.kind,
      deposit_value: deposit?.value,
      deposit_refundable: depositRefundable,
      ...givenFields(changes),
    },
    7,
  );
  const countries = await readCountries(tx, product.storeId, changes.countries ?? null);
  await tx.query(
    `UPDATE waitlist SET (${terms.names}) = ROW(${terms.params}),
       countries = CASE WHEN $3 THEN $4::text[] ELSE countries END,
       withdrawal_exclusion = CASE WHEN $5 THEN $6 ELSE withdrawal_exclusion END, updated_at = app_now() WHERE store_id = $1 AND id = $2`,
    [
      product.storeId,
      waitlist.id,
      changes.countries !== undefined,
      countries,
      changes.withdrawalExclusion !== undefined,
      changes.withdrawalExclusion,
      ...terms.values,
    ],
  );
}

function checkNewLaunch(waitlist: LockedWaitlist, launchesAt: Date | null, product: LockedProduct): void {
  const { state } = waitlist;
  if (state !== 'DRAFT' && state !== 'SCHEDULED') {
    const message = `The waitlist has opened already, so its launch cannot be moved. It is ${state}.`;
    throw new AppError('invalid_transition', message, { param: 'launches_at', data: { state } });
  }
  if (launchesAt === null && state === 'SCHEDULED') {
    const message = 'A scheduled waitlist needs its launch time: unschedule it first.';
    throw new AppError('invalid_dates', message, { param: 'launches_at' });
  }
  checkAhead(launchesAt, product, 'launches_at');
}

type OfferedVariant = {
  variantId: string;
  externalId: string;
  title: string;
  price: Minor;
  compareAtPrice: Minor | null;
};

async function writeVariants(
  tx: Sql,
  { product, waitlistId, batchId }: { product: LockedProduct; waitlistId: string; batchId: string | null },
  changes: readonly VariantChange[],
): Promise<{ added: boolean }> {
  const key = { storeId: product.storeId, waitlistId };
  const offered = await readOffered(tx, key);
  const ids = changes.map(({ variantId }) => variantId);
  if (new Set(ids).size < ids.length) {
    throw new AppError('invalid_parameter', 'A variant is given twice.', { param: 'variant' });
  }
  const known = changes.flatMap((change) => {
    const current = offered.get(change.variantId);
    return current ? [{ current, change }] : [];
  });
  const priced = makeAll(
    known,
    ({ current, change }) => priceOf(current, change),
    ({ current: { externalId } }) => ({ variant: externalId }),
  );
  const units: VariantUnits[] = [];
  const added: VariantOffer[] = [];
  for (const { allocation, ...change } of changes) {
    const current = offered.get(change.variantId);
    if (current && allocation !== undefined) units.push({ variantId: current.variantId, allocation });
    if (!current) added.push({ ...change, allocation: allocation ?? missingAllocation() });
  }
  await writePrices(tx, key, priced);
  if (batchId === null) return { added: false }; // no change had an allocation
  await writeUnits(tx, { ...key, batchId }, units);
  await insertOffers(tx, { ...key, batchId }, await checkOffers(tx, product, added));
  return { added: added.length > 0 };
}

function missingAllocation(): never {
  const message = 'A variant that is new to the waitlist needs an allocation.';
  throw new AppError('missing_parameter', message, { param: 'allocation' });
}

async function readOffered(
  tx: Sql,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
): Promise<Map<string, OfferedVariant>> {
  const rows = await tx.query<OfferedVariant>(
    `SELECT wv.variant_id AS "variantId", v.external_id AS "externalId", v.title, wv.price, wv.compare_at_price AS "compareAtPrice"
     FROM waitlist_variant wv
     JOIN variant v ON v.store_id = wv.store_id AND v.id = wv.variant_id
     WHERE wv.store_id = $1 AND wv.waitlist_id = $2`,
    [storeId, waitlistId],
  );
  return new Map(rows.map((row) => [row.variantId, row]));
}

type PricedVariant = { variantId: string; price: Minor; compareAtPrice: Minor | null };

function priceOf(current: OfferedVariant, change: Omit<VariantChange, 'allocation'>): PricedVariant {
  const compareAtPrice = change.compareAtPrice === undefined ? current.compareAtPrice : change.compareAtPrice;
  const price = change.price ?? current.price;
  return { variantId: current.variantId, ...checkOffer({ price, compareAtPrice }, current) };
}

/** Writes all prices in one statement, because checkouts wait for the unit rows meanwhile. */
async function writePrices(
  tx: Sql,
  { storeId, waitlistId }: { storeId: string; waitlistId: string },
  priced: readonly PricedVariant[],
): Promise<void> {
  await tx.query(
    `UPDATE waitlist_variant wv SET price = c.price, compare_at_price = c.compare_at_price
     FROM unnest($3::uuid[], $4::bigint[], $5::bigint[]) AS c (variant_id, price, compare_at_price)
     WHERE wv.store_id = $1 AND wv.waitlist_id = $2 AND wv.variant_id = c.variant_id`,
    [
      storeId,
      waitlistId,
      priced.map(({ variantId }) => variantId),
      priced.map(({ price }) => price),
      priced.map(({ compareAtPrice }) => compareAtPrice),
    ],
  );
}
