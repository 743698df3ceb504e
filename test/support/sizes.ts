import { randomUUID } from 'node:crypto';
import { addBatch } from '../../src/core/waitlists/commands/batch.ts';
import { createWaitlist } from '../../src/core/waitlists/commands/create.ts';
import { changeWaitlistState } from '../../src/core/waitlists/commands/state.ts';
import type { PlanChange } from '../../src/domain/payment-plan.ts';
import { type Core, createOffer, type Offer } from './core.ts';

export type Size = { variantId: string; variantExternalId: string };
export type Sizes = Offer & { sizes: { small: Size; medium: Size; large: Size } };

export type SizesOptions = {
  /** Prices in minor units of small, medium and large. */
  prices?: [number, number, number];
  /** Units of each size in the first batch. */
  units?: [number, number, number];
  /** Units of each size in a second batch. */
  later?: [number, number, number];
  plan?: PlanChange;
  /** Creates the offer in the store of this one. */
  storeOf?: Offer;
};

const NAMES = ['small', 'medium', 'large'] as const;

/** Opens a waitlist for a jacket in three sizes. The returned offer is of the medium size. */
export async function createSizes(core: Core, options: SizesOptions = {}): Promise<Sizes> {
  const { prices = [12_900, 12_900, 14_900], units = [10, 10, 10], later, plan, storeOf } = options;
  const offer = storeOf ?? (await createOffer(core, { allocation: 1 }));
  const { storeId, storeKey } = offer;
  const productId = randomUUID();
  const externalId = String(Math.floor(Math.random() * 1e14));
  await core.db.query(
    `INSERT INTO product (store_id, id, external_id, handle, title) VALUES ($1, $2, $3, $4, 'Borealis Parka')`,
    [storeId, productId, externalId, `parka-${externalId}`],
  );
  const made = NAMES.map((_, index) => ({ variantId: randomUUID(), variantExternalId: `${externalId}${index + 1}` }));
  for (const [index, { variantId, variantExternalId }] of made.entries()) {
    const title = ['Small', 'Medium', 'Large'][index];
    await core.db.query(
      `INSERT INTO variant (store_id, id, product_id, external_id, sku, title, position, price)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [storeId, variantId, productId, variantExternalId, `BOR-${title?.[0]}`, title, index + 1, prices[index]],
    );
  }
  const offered = (counts: readonly number[]) =>
    made.map(({ variantId }, index) => ({ variantId, allocation: counts[index] ?? 0 }));
  const waitlistId = await createWaitlist(core, storeId, {
    productId,
    variants: offered(units),
    shipWindow: { from: '2030-06-10', until: '2030-06-15' },
    plan,
  });
  if (later) {
    const shipWindow = { from: '2030-09-01', until: '2030-09-05' };
    await addBatch(core, { storeId, waitlistId }, { shipWindow, variants: offered(later) });
  }
  await changeWaitlistState(core, { storeId, waitlistId }, 'open');
  const [small, medium, large] = made;
  if (!small || !medium || !large) throw new Error('fewer than three sizes');
  return { storeId, storeKey, productId, waitlistId, ...medium, sizes: { small, medium, large } };
}
