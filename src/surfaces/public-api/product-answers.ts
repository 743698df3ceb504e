import { findStoreByKey, type Store } from '../../core/stores/queries.ts';
import { planText } from '../../core/waitlists/plan-text.ts';
import {
  findProduct,
  listOpenWaitlists,
  listVariantStock,
  type OpenWaitlist,
  type VariantStock,
} from '../../core/waitlists/queries/on-sale.ts';
import { msUntilScheduledChange, openWaitlistOf } from '../../core/waitlists/queries.ts';
import { AppError } from '../../domain/error.ts';
import { formatShipWindow } from '../../domain/ship-window.ts';
import type { Sql } from '../../platform/db.ts';
import type { Content } from '../../platform/ready-answer.ts';
import type { Availability, ProductState, VariantState, Waitlist } from '../../protocol/schema/public-api.ts';
import type { LoadedAnswer } from '../answer-cache.ts';

const PUBLIC_HEADERS = { 'access-control-allow-origin': '*' };

/** Loads the answer of `GET /api/v1/waitlists` (contract: GET /waitlists). */
export async function loadWaitlists(sql: Sql, storeKey: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  // The scheduled change is read first: read last, it would miss a launch in between.
  const msUntilChange = await msUntilScheduledChange(sql, store.id, null);
  const waitlists = await listOpenWaitlists(sql, store.id);
  const content = json(waitlists.map((waitlist) => waitlistView(waitlist, store)));
  return { storeId: store.id, productId: null, msUntilChange, content };
}

/**
 * Loads the answer of `GET /api/v1/availability` (contract: GET /availability), or `product_not_found`. A product without
 * an open waitlist has no stock, and all its variants are listed.
 */
export async function loadAvailability(sql: Sql, storeKey: string, externalId: string): Promise<LoadedAnswer> {
  const store = await findStoreByKey(sql, storeKey);
  if (!store) return unknownKey();
  const product = await findProduct(sql, store.id, externalId);
  if (!product) {
    const content = new AppError('product_not_found', 'There is no such product in this store.', {
      param: 'product_id',
    });
    return { storeId: store.id, productId: null, msUntilChange: null, content };
  }
  const msUntilChange = await msUntilScheduledChange(sql, store.id, product.id);
  const waitlistId = await openWaitlistOf(sql, store.id, product.id);
  const variants = await listVariantStock(sql, store.id, { productId: product.id, waitlistId });
  const availability: Availability = {
    id: product.externalId,
    product_code: product.handle,
    available: waitlistId !== null,
    available_stock: variants.reduce((sum, variant) => sum + variant.left, 0),
    variants: variants.map((variant) => variantView(variant, waitlistId)),
  };
  return { storeId: store.id, productId: product.id, msUntilChange, content: json(availability) };
}

/** Returns the refusal of an unknown key. It is cached too, so that repeated requests cost only one query. */
export function unknownKey(): LoadedAnswer {
  const content = new AppError('invalid_api_key', 'No store has this API key.', { param: 'api_key' });
  return { storeId: null, productId: null, msUntilChange: null, content };
}

function variantView(variant: VariantStock, waitlistId: string | null): Availability['variants'][number] {
  return {
    id: variant.externalId,
    sku: variant.sku,
    available: variant.left > 0,
    available_stock: variant.left,
    available_in_stock: variant.inStock,
    oversell_enabled: variant.oversellEnabled,
    waitlist_id: variant.onWaitlist ? waitlistId : null,
  };
}

export function waitlistView(waitlist: OpenWaitlist, store: Pick<Store, 'locale' | 'currency'>): Waitlist {
  const { locale } = store;
  return {
    id: waitlist.id,
    state: 'OPEN',
    product: { id: waitlist.productId, product_code: waitlist.productCode },
    display_dispatch_date: formatShipWindow(waitlist.ships, locale, { style: 'long' }),
    payment_plan_descriptions: planText(waitlist.plan, store),
    selling_plan_id: null,
    is_scheduled: waitlist.launchesAt !== null,
    launch_date: waitlist.launchesAt?.toISOString() ?? null,
  };
}

export function json(data: Availability | Waitlist[] | ProductState | VariantState): Content {
  return {
    type: 'application/json; charset=utf-8',
    body: JSON.stringify({ meta: { result: 'success' }, data }),
    headers: PUBLIC_HEADERS,
  };
}
