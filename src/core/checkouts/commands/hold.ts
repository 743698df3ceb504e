import type { Quote } from '../../../domain/checkout.ts';
import { decideHold, type HoldDecision } from '../../../domain/stock.ts';
import { openNow, shipsTo } from '../../../domain/waitlist.ts';
import type {
  CounterChange,
  Decided,
  HoldOutcome,
  HoldRequest,
  LockedUnit,
  Pipeline,
  SaleHandler,
} from '../../stock/sale-requests.ts';
import { erasureMarkOf } from '../customer-key.ts';
import {
  addToCustomer,
  type DiscountRow,
  type HoldReads,
  keyOf,
  type OfferRow,
  type OwnRow,
  readForHolds,
} from './hold-reads.ts';
import { type HoldRow, writeHolds } from './hold-writes.ts';
import { countUse, priceOf } from './price.ts';

/**
 * Decides a batch of requests for holds, in order of arrival. Each grant counts for the requests after it, so limits and
 * stock hold within a batch as well as between batches.
 */
export const holdHandler: SaleHandler<HoldRequest, HoldOutcome> = {
  async read(pipeline, requests) {
    const reads = await readForHolds(pipeline, requests);
    return (units) => decideHolds(reads, units, requests);
  },
};

/** The state of a batch: what was read, and the grants so far. */
type Batch = {
  reads: HoldReads;
  units: LockedUnit[];
  granted: Map<string, HoldRow>;
  changes: CounterChange[];
  /** Refusals that still need the time when others' holds end. */
  waitsForOthers: { request: HoldRequest; outcome: Extract<HoldOutcome, { kind: 'held_by_others' }> }[];
};

function decideHolds(reads: HoldReads, units: LockedUnit[], requests: HoldRequest[]): Decided<HoldOutcome> {
  const batch: Batch = { reads, units, granted: new Map(), changes: [], waitsForOthers: [] };
  const outcomes = requests.map((request) => decideOne(batch, request));
  return {
    outcomes,
    changes: batch.changes,
    write: (pipeline) => writeHolds(pipeline, [...batch.granted.values()], reads.now),
    complete: (pipeline) => readEndOfOthers(pipeline, batch),
  };
}

function decideOne(batch: Batch, request: HoldRequest): HoldOutcome {
  const { reads } = batch;
  const before = repeatedOutcome(reads, request);
  if (before) return before;
  const own = reads.own.get(keyOf(request.storeId, request.checkoutId));
  if (own && !request.replaces) return { kind: 'held', checkoutId: own.checkoutId, productId: own.productId };
  if (request.replaces && (own?.state !== 'held' || own.batchId === null)) return { kind: 'checkout_over' };
  if (own?.paying) return { kind: 'payment_in_progress' };
  if (own?.over) return { kind: 'checkout_over' };
  if (isBeingErased(reads, request)) return { kind: 'being_erased' };

  const offer = reads.offers.get(keyOf(request.storeId, request.waitlistId, request.variantId));
  const offered = offer ? offeredUnits(batch, request, { offer, own }) : [];
  if (!offer || offered.length === 0) return { kind: 'waitlist_not_open' };
  // A checkout that has its units already keeps them, whatever comes to the shelf meanwhile.
  if (offer.leftToShelf && own?.variantId !== request.variantId) return { kind: 'in_stock' };
  const rate = reads.rates.get(keyOf(request.storeId, request.address.country, request.address.region));
  if (rate?.shipping == null || !shipsTo(offer.countries, request.address.country)) {
    return { kind: 'country_not_shipped' };
  }

  const decision = decide(batch, request, { offer, offered, own });
  if (decision.kind === 'held_by_others') {
    const outcome = { ...decision, backAt: null };
    batch.waitsForOthers.push({ request, outcome });
    return outcome;
  }
  if (decision.kind !== 'granted') return decision;
  const price = priceOf(reads, request, { offer, rate, shipping: rate.shipping, own });
  if (price.kind === 'discount_refused') return price;

  grant(batch, request, {
    unit: decision.from.unit,
    own,
    promiseId: decision.from.promiseId,
    offer,
    quote: price.quote,
    taxMillionths: price.taxMillionths,
    discount: price.discount,
    // A replaced hold keeps its expiry. Otherwise a shopper could keep units from others for ever by changing the checkout.
    expiresAt: own?.expiresAt ?? new Date(reads.now.getTime() + offer.holdMinutes * 60_000),
  });
  return { kind: 'held', checkoutId: request.checkoutId, productId: offer.productId };
}

/**
 * Returns true when the hold was asked for before an erasure of the same person ended: its contact data would stay behind. A
 * request after the erasure is allowed, as from a new customer.
 */
function isBeingErased({ erasures, now }: HoldReads, { storeId, customerKey, askedAt }: HoldRequest): boolean {
  if (erasures.size === 0) return false;
  const refusesUntil = erasures.get(keyOf(storeId, erasureMarkOf(customerKey)));
  const waitedMs = performance.now() - askedAt;
  return refusesUntil !== undefined && now.getTime() - waitedMs <= refusesUntil.getTime();
}

/** Returns the earlier outcome for a repeated idempotency key, from an earlier batch or this one; else null. */
function repeatedOutcome(reads: HoldReads, request: HoldRequest): HoldOutcome | null {
  if (!request.idempotency) return null;
  const before = reads.granted.get(keyOf(request.storeId, request.idempotency.scope, request.idempotency.key));
  if (!before) return null;
  if (before.bodyHash !== request.idempotency.bodyHash) return { kind: 'idempotency_mismatch' };
  return { kind: 'held', checkoutId: before.checkoutId, productId: before.productId };
}

type Offered = { unit: LockedUnit; own: number; promiseId: string };

/**
 * Returns the unit rows of the requested variant, in the order of the waitlist's batches. A batch that was added while this
 * transaction waited for its locks is not locked, so it counts only from the next request on.
 */
function offeredUnits(
  { units }: Batch,
  request: HoldRequest,
  { offer, own }: { offer: OfferRow; own: OwnRow | undefined },
): Offered[] {
  const asked = units.filter(
    (row) =>
      row.storeId === request.storeId && row.waitlistId === request.waitlistId && row.variantId === request.variantId,
  );
  return offer.batches.flatMap(({ id, promiseId }) => {
    const unit = asked.find(({ batchId }) => batchId === id);
    return unit ? { unit, own: own && sameUnit(own, unit) ? own.quantity : 0, promiseId } : [];
  });
}

type HoldRows = { offer: OfferRow; offered: Offered[]; own: OwnRow | undefined };

function decide({ reads }: Batch, request: HoldRequest, { offer, offered, own }: HoldRows): HoldDecision<Offered> {
  const siblings = reads.siblings.filter((row) => row.storeId === request.storeId && row.productId === offer.productId);
  const customer = reads.customers.get(keyOf(request.storeId, request.customerKey));
  const client = reads.clients.get(keyOf(request.storeId, request.clientAddress));
  const sameCustomer = own?.customerKey === request.customerKey ? 1 : 0;
  const sameClient = own?.clientAddress === request.clientAddress ? 1 : 0;
  const sameWaitlist = own?.waitlistId === request.waitlistId ? 1 : 0;
  return decideHold({
    quantity: request.quantity,
    open: openNow(siblings, reads.now)?.id === request.waitlistId,
    batches: offered,
    limitPerCustomer: offer.limitPerCustomer,
    customerUnits: (customer?.units.get(request.waitlistId) ?? 0) - sameCustomer * sameWaitlist * (own?.quantity ?? 0),
    customerHolds: (customer?.holds ?? 0) - sameCustomer,
    clientHolds: (client?.holds ?? 0) - sameClient,
    customerHoldsMax: offer.holdsPerEmailMax,
    clientHoldsMax: offer.holdsPerAddressMax,
  });
}

function sameUnit(own: OwnRow, unit: LockedUnit): boolean {
  return own.storeId === unit.storeId && own.batchId === unit.batchId && own.variantId === unit.variantId;
}

type Grant = {
  unit: LockedUnit;
  own: OwnRow | undefined;
  promiseId: string;
  offer: OfferRow;
  quote: Quote;
  taxMillionths: number;
  discount: DiscountRow | null;
  expiresAt: Date;
};

function grant(batch: Batch, request: HoldRequest, granted: Grant): void {
  const { reads } = batch;
  const { unit, own, offer, discount } = granted;
  const { productId } = offer;
  if (own) giveBack(batch, own);
  moveHeld(batch, unit, { held: request.quantity, reason: own ? 'replace' : 'hold', sourceId: request.checkoutId });
  addToCounts(reads, request, { holds: 1, units: request.quantity });
  countUse(reads, own, discount);
  const checkoutKey = keyOf(request.storeId, request.checkoutId);
  reads.own.set(checkoutKey, {
    storeId: request.storeId,
    checkoutId: request.checkoutId,
    state: 'held',
    paying: false,
    over: false,
    discountId: discount?.id ?? null,
    productId,
    waitlistId: request.waitlistId,
    batchId: unit.batchId,
    variantId: unit.variantId,
    quantity: request.quantity,
    customerKey: request.customerKey,
    clientAddress: request.clientAddress,
    expiresAt: granted.expiresAt,
  });
  if (request.idempotency) {
    const { scope, key, bodyHash } = request.idempotency;
    const { storeId, checkoutId } = request;
    reads.granted.set(keyOf(storeId, scope, key), { storeId, scope, key, bodyHash, checkoutId, productId });
  }
  batch.granted.set(checkoutKey, {
    request,
    replaces: request.replaces,
    storeId: unit.storeId,
    waitlistId: unit.waitlistId,
    batchId: unit.batchId,
    variantId: unit.variantId,
    productId,
    promiseId: granted.promiseId,
    unitPrice: offer.price,
    plan: offer,
    withdrawalExclusion: offer.withdrawalExclusion,
    termsBox: offer.termsBox,
    quote: granted.quote,
    taxMillionths: granted.taxMillionths,
    discount,
    // Of two changes in one batch, only the last one is written. If the first one removed a code, its use is still stored.
    hadDiscount: own?.discountId != null || batch.granted.get(checkoutKey)?.hadDiscount === true,
    expiresAt: granted.expiresAt,
  });
}

function giveBack(batch: Batch, own: OwnRow): void {
  const unit = batch.units.find((row) => row.waitlistId === own.waitlistId && sameUnit(own, row));
  if (!unit) throw new Error('unit row of a replaced hold is not locked');
  moveHeld(batch, unit, { held: -own.quantity, reason: 'replace', sourceId: own.checkoutId });
  const previous = { storeId: own.storeId, waitlistId: unit.waitlistId, customerKey: own.customerKey };
  addToCounts(batch.reads, { ...previous, clientAddress: own.clientAddress }, { holds: -1, units: -own.quantity });
}

function moveHeld(batch: Batch, unit: LockedUnit, change: Pick<CounterChange, 'held' | 'reason' | 'sourceId'>): void {
  const { storeId, waitlistId, batchId, variantId } = unit;
  batch.changes.push({ storeId, waitlistId, batchId, variantId, sold: 0, ...change });
  unit.held += change.held;
}

function addToCounts(
  reads: HoldReads,
  who: Pick<HoldRequest, 'storeId' | 'waitlistId' | 'customerKey' | 'clientAddress'>,
  change: { holds: number; units: number },
): void {
  addToCustomer(reads.customers, who, change);
  const client = reads.clients.get(keyOf(who.storeId, who.clientAddress));
  if (client) client.holds += change.holds;
}

/** Reads when the first of the others' holds ends. Only refusals need it; it runs in the batch's own transaction. */
async function readEndOfOthers(pipeline: Pipeline, batch: Batch): Promise<void> {
  if (batch.waitsForOthers.length === 0) return;
  const asked = batch.waitsForOthers.map(({ request }) => request);
  const rows = await pipeline.send<{ key: string; at: Date }>('hold_end_of_others', END_OF_OTHERS, [
    asked.map((request) => request.storeId),
    asked.map((request) => request.waitlistId),
    asked.map((request) => request.variantId),
  ]);
  const ends = new Map(rows.map((row) => [row.key, row.at]));
  for (const { request, outcome } of batch.waitsForOthers) {
    outcome.backAt = ends.get(keyOf(request.storeId, request.waitlistId, request.variantId)) ?? null;
  }
}

const END_OF_OTHERS = `
  SELECT DISTINCT asked.store_id || ' ' || asked.waitlist_id || ' ' || asked.variant_id AS key, h.at
  FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS asked (store_id, waitlist_id, variant_id),
  LATERAL (SELECT min(expires_at) AS at FROM hold
           WHERE store_id = asked.store_id AND waitlist_id = asked.waitlist_id AND variant_id = asked.variant_id) h
  WHERE h.at IS NOT NULL`;
