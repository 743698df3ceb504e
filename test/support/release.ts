import { moveMoney } from '../../src/core/payments/commands/move-money.ts';
import { cancelLines } from '../../src/core/preorders/commands/cancel.ts';
import { type Preorder, readPreorder } from '../../src/core/preorders/queries.ts';
import { recordArrival } from '../../src/core/releases/commands/arrive.ts';
import { prepareOrders } from '../../src/core/releases/commands/order.ts';
import { startRelease } from '../../src/core/releases/commands/start.ts';
import { stepRelease } from '../../src/core/releases/commands/step.ts';
import { type ArrivedUnits, readArrivedUnits } from '../../src/core/releases/queries.ts';
import { readWaitlist } from '../../src/core/waitlists/queries.ts';
import { createOffer, type Engine, type Offer, type OfferOptions } from './shop.ts';

/** Creates an offer of 20 units that are paid at the release. */
export const createLaterOffer = (engine: Engine, options: Partial<OfferOptions> = {}): Promise<Offer> =>
  createOffer(engine, { allocation: 20, plan: { plan: 'pay_later' }, ...options });

/** Returns the id of an offer's first batch. */
export async function firstBatch(engine: Engine, { storeId, waitlistId }: Offer): Promise<string> {
  const [batch] = (await readWaitlist(engine.db, storeId, waitlistId)).batches;
  if (!batch) throw new Error('waitlist without a batch');
  return batch.id;
}

/** Records an arrival: `counted` units of the offer have come in all. */
export async function arrive(engine: Engine, offer: Offer, counted: number): Promise<boolean> {
  const batchId = await firstBatch(engine, offer);
  return recordArrival(engine, {
    storeId: offer.storeId,
    batchId,
    counts: [{ variantId: offer.variantId, counted }],
    key: null,
  });
}

/** Starts a release of the units that have arrived. Resolves with null if there is nothing to release. */
export async function startReleaseOf(
  engine: Engine,
  offer: Offer,
  limit: number | null = null,
): Promise<string | null> {
  return startRelease(engine, { storeId: offer.storeId, batchId: await firstBatch(engine, offer), limit });
}

/** Takes steps until none is left for now, and moves the money and hands over the orders after each, like the jobs. */
export async function finishRelease(
  engine: Engine,
  { storeId }: Pick<Offer, 'storeId'>,
  releaseId: string,
): Promise<void> {
  while ((await stepRelease(engine, { storeId, releaseId })) === 'released') await runJobs(engine, storeId);
  await runJobs(engine, storeId);
}

/** Moves the money and prepares the orders of every pre-order. Both are level-triggered, so it may run at any time. */
export async function runJobs(engine: Engine, storeId: string): Promise<void> {
  const preorders = await engine.db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1 ORDER BY id', [
    storeId,
  ]);
  for (const { id } of preorders) {
    await moveMoney(engine, storeId, id).catch(() => {}); // a failed charge leaves the line item in payment_due
    await prepareOrders(engine, { storeId, preorderId: id });
  }
}

/** Records that `counted` units have come in all, and releases them. */
export async function releaseAll(engine: Engine, offer: Offer, counted: number): Promise<string> {
  await arrive(engine, offer, counted);
  const releaseId = await startReleaseOf(engine, offer);
  if (releaseId === null) throw new Error('nothing to release');
  await finishRelease(engine, offer, releaseId);
  return releaseId;
}

export function preorderOf(engine: Engine, { storeId }: Offer, reference: string): Promise<Preorder> {
  return readPreorder(engine.db, storeId, reference);
}

/** Returns the states of the line items of each pre-order, in the given order. */
export async function statesOf(engine: Engine, offer: Offer, references: readonly string[]): Promise<string[]> {
  const found = await Promise.all(references.map((reference) => preorderOf(engine, offer, reference)));
  return found.map(({ lines }) => lines.map(({ state }) => state).join(' '));
}

/** Returns the counters of the first batch. */
export async function unitsOf(engine: Engine, offer: Offer): Promise<ArrivedUnits> {
  const batchId = await firstBatch(engine, offer);
  const [units] = await readArrivedUnits(engine.db, { ...offer, batchId });
  if (!units) throw new Error('batch without units');
  return units;
}

export async function cancelAll(engine: Engine, offer: Offer, reference: string): Promise<void> {
  const { id } = await preorderOf(engine, offer, reference);
  await cancelLines(engine, { storeId: offer.storeId, preorderId: id, lineIds: null });
}
