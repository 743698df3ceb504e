import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { read } from './api.ts';
import { setCustomerData } from './customer-data.ts';
import { off, on } from './events.ts';
import { externalId, readOptions, required } from './options.ts';
import { mountPlacement } from './placement.ts';
import { load, update } from './placements.ts';
import { init, key } from './settings.ts';
import { loadStatus } from './status.ts';

/** `window.Service` (contract: SDK). */
export const sdk: ServiceSdk = {
  init,
  load(options) {
    key();
    const given = readOptions(options);
    // The link to withdraw is about no product.
    if (given.ref.placementType === 'withdrawal') given.product = '';
    else required(given.product, 'productId');
    load(given, mountPlacement);
  },
  update,
  on,
  off,
  setCustomerData,
  // Older clients ask this. A cart is the store's own, and the service has no baskets.
  cartContainsPreorderItems: () => false,
  loadPreorderStatusPage: loadStatus,
  async fetchAvailability(options) {
    return read('availability', {
      api_key: key(),
      product_id: required(externalId(options, 'productId'), 'productId'),
    });
  },
  async fetchWaitlists() {
    return read('waitlists', { api_key: key() });
  },
};
