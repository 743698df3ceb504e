import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { read } from './api.ts';
import { useHistory } from './back-entry.ts';
import { createCheckout } from './checkout.ts';
import { off, on } from './events.ts';
import { tellMeasures } from './measures.ts';
import { check, externalId, flag, type Options, readOptions, required, text } from './options.ts';
import { mountPlacement } from './placement.ts';
import { createPlacements } from './placements.ts';
import { mountStatus } from './status.ts';

/** Builds `window.Service` (contract: SDK). */
export function createSdk(): ServiceSdk {
  let apiKey = '';
  let locale: string | null | undefined;
  let measures: boolean | null | undefined;
  let customerData: unknown;

  const key = () => required(apiKey, 'init', 'not_initialised');
  const query = ({ product }: Options) => {
    const lang = locale || document.documentElement.lang || navigator.language;
    return [product, new URLSearchParams({ key: key(), lang })].join('&');
  };
  const onInterest = createCheckout({ query, customerData: () => customerData });
  const deps = { query, onInterest };
  const placements = createPlacements();
  tellMeasures(() => (measures === false ? '' : apiKey));

  return {
    init(options) {
      const given = required(text(options, 'apiKey'), 'apiKey');
      required(!apiKey || apiKey === given, 'apiKey', 'already_initialised');
      locale = text(options, 'locale') ?? locale;
      measures = flag(options, 'measures') ?? measures;
      useHistory(flag(options, 'history'));
      apiKey = given;
    },
    load(options) {
      key();
      const given = readOptions(options);
      required(given.product, 'productId');
      placements.load(given, (placement) => mountPlacement(deps, placement));
    },
    update(options) {
      key();
      placements.update(readOptions(options));
    },
    on,
    off,
    setCustomerData(data) {
      check('object function'.includes(typeof data), 'data');
      customerData = data;
    },
    // Older clients ask this. A cart is the store's own, and the service has no baskets.
    cartContainsPreorderItems: () => false,
    loadPreorderStatusPage(options) {
      key();
      // An older call has no mode but an e-mail address, which alone must not show anything: treat it as a guest.
      const mode = text(options, 'mode') ?? 'guest';
      const token = text(options, 'token');
      if (mode === 'logged_in') required(token, 'token');
      else check(mode === 'guest', 'mode');
      placements.load({ ref: { placementType: 'pre-order-status-placement' }, setting: {} }, (placement) =>
        mountStatus(deps, placement, { t: 'open', mode, token }),
      );
    },
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
}
