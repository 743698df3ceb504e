import { findNamedProduct } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { readWaitlist, type Waitlist } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { toDecimal } from '../../../domain/money.ts';
import { unitsLeft } from '../../../domain/stock.ts';
import type { Sql } from '../../../platform/db.ts';
import { type AdminOnShelf, AdminWaitlist } from '../../../protocol/schema/admin-api/waitlists.ts';
import { jsonOf } from '../../fields.ts';

export function waitlistJson(waitlist: Waitlist, { currency }: Store): AdminWaitlist {
  const { product, plan } = waitlist;
  return jsonOf(
    AdminWaitlist,
    {
      ...waitlist,
      product: { id: product.externalId, productCode: product.handle, title: product.title },
      shipWindow: waitlist.promise,
      batches: waitlist.batches.map(({ id, position, promise: { from, until, version }, units }) => ({
        id,
        position,
        ship_window: { from, until, version },
        left: units.reduce((total, unit) => total + unitsLeft(unit), 0),
      })),
      text: waitlist.description,
      paymentPlan: plan.plan,
      deposit: plan.deposit,
      depositRefundable: plan.depositRefundable,
      currency,
      variants: waitlist.variants.map((variant) => ({
        id: variant.externalId,
        sku: variant.sku,
        title: variant.title,
        price: toDecimal(variant.price, currency),
        compare_at_price: variant.compareAtPrice === null ? null : toDecimal(variant.compareAtPrice, currency),
        allocated: variant.allocated,
        held: variant.held,
        sold: variant.sold,
        left: unitsLeft(variant),
        gone: variant.gone,
        left_to_shelf: variant.leftToShelf,
      })),
    },
    { currency },
  );
}

/** A waitlist with its product as the catalogue has it. */
export type Offer = { waitlist: Waitlist; product: Product };

/** Reads an offer. Throws `waitlist_not_found`. */
export async function readOffer(sql: Sql, store: Store, waitlistId: string): Promise<Offer> {
  const waitlist = await readWaitlist(sql, store.id, waitlistId);
  const product = await findNamedProduct(sql, store.id, waitlist.product.externalId);
  if (product) return { waitlist, product };
  throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
}

/** Returns the variants of the waitlist that, says the catalogue, the store could send today. */
export function onShelfJson({ waitlist, product }: Offer): AdminOnShelf[] {
  const offered = new Set(waitlist.variants.map(({ variantId }) => variantId));
  return product.variants
    .filter(({ id, goneAt, inStock }) => offered.has(id) && !goneAt && inStock > 0)
    .map(({ externalId, sku, title, inStock }) => ({ id: externalId, sku, title, in_stock: inStock }));
}
