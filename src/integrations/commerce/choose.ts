import { setTimeout as sleep } from 'node:timers/promises';
import type { TakeTurns } from '../../platform/call-turns.ts';
import type { OutgoingHttp } from '../../platform/outgoing-http.ts';
import type { WatchCall } from '../../platform/watch-call.ts';
import { createPlatformHttp } from './http.ts';
import { httpConnector } from './http-connector/platform.ts';
import { medusa } from './medusa/platform.ts';
import { ordersOnPlatform } from './orders-on-platform.ts';
import type { PlatformKind, Platforms } from './port.ts';
import { createShopifyApp, type ShopifyAppSettings } from './shopify/app.ts';
import { shopify } from './shopify/platform.ts';
import { vendure } from './vendure/platform.ts';
import { wooCommerce } from './woocommerce/platform.ts';

/** The kinds of platforms that a store can connect. */
const KINDS: readonly PlatformKind[] = [shopify, wooCommerce, vendure, medusa, httpConnector];

type World = {
  outgoing: Pick<OutgoingHttp, 'request'>;
  takeTurns: TakeTurns;
  watch: WatchCall;
  /** The operator's public app, if there is one. */
  shopifyApp?: ShopifyAppSettings | undefined;
};

/** Makes the adapters of connections. Connections of one store share their pace, in all processes. */
export function createPlatforms({ outgoing, takeTurns, watch, shopifyApp }: World): Platforms {
  const httpOf = ({ kind, requestsPerSecond }: PlatformKind, paceOf: string) =>
    createPlatformHttp({
      outgoing,
      takeTurns,
      pace: { of: `platform ${paceOf}`, perSecond: requestsPerSecond },
      random: Math.random,
      sleep,
      watch: (call, make) => watch({ provider: kind, call }, make),
    });
  return {
    kinds: KINDS,
    app: shopifyApp ? createShopifyApp(shopifyApp, httpOf(shopify, 'app')) : null,
    orders: ordersOnPlatform,
    open({ kind, settings, currency, paceOf, access }) {
      const found = KINDS.find((one) => one.kind === kind);
      if (!found) return null;
      return found.open(settings, { http: httpOf(found, paceOf), currency, now: () => new Date(), access });
    },
  };
}
