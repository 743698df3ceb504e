import { setTimeout as sleep } from 'node:timers/promises';
import { createPlatformHttp } from '../../../src/integrations/commerce/http.ts';
import type { CommercePlatform } from '../../../src/integrations/commerce/port.ts';
import { shopify } from '../../../src/integrations/commerce/shopify/platform.ts';
import { SCOPES } from '../../../src/integrations/commerce/shopify/scopes.ts';
import { createOutgoingHttp } from '../../../src/platform/outgoing-http.ts';
import { type ShopifyStandIn, startShopify } from './server.ts';
import { type ShopOptions, TOKEN } from './shop.ts';

export type OpenShopify = ShopifyStandIn & {
  platform: CommercePlatform;
  /** The adapter by another way or with another token. */
  adapter(by: { url?: string; token?: string; clientId?: string }): CommercePlatform;
};

/** Starts a store, and the adapter on it. The adapter's clock is the store's. */
export async function openShopify(options: ShopOptions = {}): Promise<OpenShopify> {
  const standIn = await startShopify({ scopes: SCOPES, ...options });
  const { shop } = standIn;
  const http = createPlatformHttp({
    outgoing: createOutgoingHttp({ privateTargets: true }),
    takeTurns: async () => 0,
    pace: { of: 'test', perSecond: 1_000_000 },
    random: () => 0.5,
    sleep: (ms) => sleep(ms / 10),
    timeoutMs: 1_000,
  });
  const adapter: OpenShopify['adapter'] = ({ url = standIn.url, token = TOKEN, clientId }) =>
    shopify.open(
      {
        address: url,
        ...(clientId ? { client_id: clientId } : { access_token: token }),
        api_secret: shop.clientSecret,
      },
      { http, currency: shop.currency, now: () => new Date(Date.now() + shop.clock.aheadMs) },
    );
  return { ...standIn, adapter, platform: adapter({}) };
}
