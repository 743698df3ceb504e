import type { ServiceSdk } from '../../protocol/wire/sdk-api.ts';
import { read } from './api.ts';
import { createCheckout } from './checkout.ts';
import { serviceError } from './errors.ts';
import { off, on } from './events.ts';
import { externalId, type Options, option, readOptions, required } from './options.ts';
import { createPlacements } from './placements.ts';

/** Builds `window.Service` (contract: SDK). */
export function createSdk(): ServiceSdk {
  let apiKey = '';
  let locale: string | null | undefined;
  let customerData: unknown = null;

  const key = () => required(apiKey, 'init', 'not_initialised');
  const query = ({ product }: Options) => {
    const lang = locale || document.documentElement.lang || navigator.language;
    return `${product}&${new URLSearchParams({ key: key(), lang })}`;
  };
  const onInterest = createCheckout({ query, customerData: () => customerData });
  const placements = createPlacements({ query, onInterest });

  return {
    init(options) {
      const given = required(option<string>(options, 'apiKey', 'string'), 'apiKey');
      if (apiKey && apiKey !== given) throw serviceError('already_initialised', 'apiKey');
      locale = option<string>(options, 'locale', 'string') ?? locale;
      apiKey = given;
    },
    load(options) {
      key();
      placements.load(readOptions(options));
    },
    update(options) {
      key();
      placements.update(readOptions(options));
    },
    on,
    off,
    setCustomerData(data) {
      if (!/^(object|function)$/.test(typeof data)) throw serviceError('invalid_parameter', 'data');
      customerData = data;
    },
    async fetchAvailability(options) {
      const productId = required(externalId(options, 'productId'), 'productId');
      return read('availability', { api_key: key(), product_id: productId });
    },
    async fetchWaitlists() {
      return read('waitlists', { api_key: key() });
    },
  };
}
