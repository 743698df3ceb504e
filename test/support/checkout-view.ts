import { findStoreKey } from '../../src/core/checkouts/queries.ts';
import { isUuid } from '../../src/domain/uuid.ts';
import type { CheckoutView } from '../../src/protocol/schema/frame-api.ts';
import type { Deps } from '../../src/surfaces/deps.ts';
import * as view from '../../src/surfaces/frames/checkout/view.ts';

/** Reads the checkout as its own shopper sees it, for a test that has only its id. */
export async function viewCheckout(deps: Pick<Deps, 'db' | 'secrets'>, checkoutId: string): Promise<CheckoutView> {
  const found = isUuid(checkoutId) ? await findStoreKey(deps.db, checkoutId) : null;
  const storeKey = found ?? '00000000-0000-4000-8000-000000000000';
  return view.viewCheckout(deps, { storeKey, checkoutId });
}
