import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { type Preorder, readPreorder } from '../../src/core/preorders/queries.ts';
import { recordArrival } from '../../src/core/releases/commands/arrive.ts';
import { prepareOrders } from '../../src/core/releases/commands/order.ts';
import { startRelease } from '../../src/core/releases/commands/start.ts';
import { stepRelease } from '../../src/core/releases/commands/step.ts';
import { type ArrivedUnits, readArrivedUnits } from '../../src/core/releases/queries.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { type Core, createOffer, type Offer, type OfferOptions } from './core.ts';

/** Creates an offer of 20 units that are paid at the release. */
export const createLaterOffer = (core: Core, options: Partial<OfferOptions> = {}): Promise<Offer> =>
  createOffer(core, { allocation: 20, plan: { plan: 'pay_later' }, ...options });

/** Returns the id of an offer's first batch. */
export async function firstBatch(core: Core, { storeId, waitlistId }: Offer): Promise<string> {
  const [batch] = (await readWaitlist(core.db, storeId, waitlistId)).batches;
  if (!batch) throw new Error('waitlist without a batch');
  return batch.id;
}

/** Records an arrival: `counted` units of the offer have come in all. */
export async function arrive(core: Core, offer: Offer, counted: number): Promise<boolean> {
  const batchId = await firstBatch(core, offer);
  return recordArrival(core, {
    storeId: offer.storeId,
    batchId,
    counts: [{ variantId: offer.variantId, counted }],
    key: null,
  });
}

/** Starts a release of the units that have arrived. Resolves with null if there is nothing to release. */
export async function startReleaseOf(core: Core, offer: Offer, limit: number | null = null): Promise<string | null> {
  return startRelease(core, { storeId: offer.storeId, batchId: await firstBatch(core, offer), limit });
}

/** Takes steps until none is left for now, and moves the money and hands over the orders after each, like the jobs. */
export async function finishRelease(core: Core, { storeId }: Pick<Offer, 'storeId'>, releaseId: string): Promise<void> {
  while ((await stepRelease(core, { storeId, releaseId })) === 'released') await runJobs(core, storeId);
  await runJobs(core, storeId);
}

/** Moves the money and prepares the orders of every pre-order. Both are level-triggered, so it may run at any time. */
export async function runJobs(core: Core, storeId: string): Promise<void> {
  const preorders = await core.db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1 ORDER BY id', [
    storeId,
  ]);
  for (const { id } of preorders) {
    await moveMoney(core, storeId, id).catch(() => {}); // a failed charge leaves the line item in payment_due
    await prepareOrders(core, { storeId, preorderId: id });
  }
}

/** Records that `counted` units have come in all, and releases them. */
export async function releaseAll(core: Core, offer: Offer, counted: number): Promise<string> {
  await arrive(core, offer, counted);
  const releaseId = await startReleaseOf(core, offer);
  if (releaseId === null) throw new Error('nothing to release');
  await finishRelease(core, offer, releaseId);
  return releaseId;
}

export function preorderOf(core: Core, { storeId }: Offer, reference: string): Promise<Preorder> {
  return readPreorder(core.db, storeId, reference);
}

/** Returns the states of the line items of each pre-order, in the given order. */
export async function statesOf(core: Core, offer: Offer, references: readonly string[]): Promise<string[]> {
  const found = await Promise.all(references.map((reference) => preorderOf(core, offer, reference)));
  return found.map(({ lines }) => lines.map(({ state }) => state).join(' '));
}

/** Returns the counters of the first batch. */
export async function unitsOf(core: Core, offer: Offer): Promise<ArrivedUnits> {
  const batchId = await firstBatch(core, offer);
  const [units] = await readArrivedUnits(core.db, { ...offer, batchId });
  if (!units) throw new Error('batch without units');
  return units;
}

export async function cancelAll(core: Core, offer: Offer, reference: string): Promise<void> {
  const { id } = await preorderOf(core, offer, reference);
  await cancelLines(core, { storeId: offer.storeId, preorderId: id, lineIds: null });
}
