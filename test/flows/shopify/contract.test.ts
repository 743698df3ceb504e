import { describe } from 'vitest';
import type { PlatformChange } from '../../../src/integrations/commerce/port.ts';
import { platformContract } from '../../support/platform-contract/contract.ts';
import { createFaultyWay } from '../../support/platform-contract/faulty-way.ts';
import type { PlatformUnderTest } from '../../support/platform-contract/under-test.ts';
import { handOf } from '../../support/shopify/hand.ts';
import { openShopify } from '../../support/shopify/open.ts';
import type { Shop } from '../../support/shopify/things.ts';
import { signed } from '../../support/shopify/webhooks.ts';
import { testData } from '../../support/test-data.ts';

describe.skipIf(testData === undefined)('by the stand-in', () => {
  platformContract({
    name: 'Shopify',
    can: {
      changes: true,
      webhooks: true,
      stock: true,
      unpaidOrders: true,
      hold: 'lines',
      shipWindow: true,
      cancel: 'lines',
      refunds: true,
      fulfilments: true,
      deliveries: false,
    },
    currencies: ['EUR', 'JPY', 'KWD'],
    signsTime: false,
    deletesOrders: true,
    open,
  });
});

async function open(currency: string): Promise<PlatformUnderTest> {
  // The points of a Plus store: 2,000 variants at once are more than a small store's.
  const opened = await openShopify({ currency, bucket: { maximumAvailable: 20_000, restoreRate: 1_000 } });
  const way = await createFaultyWay(opened.url);
  return {
    platform: opened.adapter({ url: way.url }),
    withDeadCredentials: opened.adapter({ url: way.url, token: 'shpat_dead_dead_dead' }),
    hand: handOf(opened),
    way,
    currency,
    secret: opened.shop.clientSecret,
    webhook: (change, { secret }) => webhookOf(opened.shop, change, secret),
    async close() {
      await way.close();
      await opened.stop();
    },
  };
}

function webhookOf(shop: Shop, change: PlatformChange, secret: string) {
  if (change.what !== 'product') throw new Error(`no webhook of ${change.what}`);
  const { body, headers } = signed({ ...shop, clientSecret: secret }, 'products/update', { id: Number(change.id) });
  return { body: Buffer.from(body), headers };
}
