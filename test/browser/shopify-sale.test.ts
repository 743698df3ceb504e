import { expect, test } from 'vitest';
import { SCOPES } from '../../src/integrations/commerce/shopify/scopes.ts';
import { TOPICS } from '../../src/integrations/commerce/shopify/webhooks.ts';
import { sellOn } from '../support/platform-sale.ts';
import { handOf } from '../support/shopify/hand.ts';
import { startShopify } from '../support/shopify/server.ts';
import { TOKEN } from '../support/shopify/shop.ts';
import { testData } from '../support/test-data.ts';

test.skipIf(testData === undefined)(
  'a sale on the stand-in for Shopify is sent and withdrawn from, and both sides agree',
  { timeout: 300_000 },
  async () => {
    const standIn = await startShopify({ scopes: SCOPES, bucket: { maximumAvailable: 20_000, restoreRate: 1_000 } });
    const { shop } = standIn;
    await sellOn('shopify', async ({ url }) => {
      // A real Shopify is asked to post: it does so to https addresses alone.
      for (const topic of TOPICS) {
        shop.subscriptions.push({
          __typename: 'WebhookSubscription',
          id: shop.nextId('WebhookSubscription'),
          topic,
          uri: url,
        });
      }
      const settings = { address: standIn.url, access_token: TOKEN, api_secret: shop.clientSecret };
      return { settings, hand: handOf(standIn), stop: standIn.stop };
    });
    const [order] = shop.orders;
    expect(order?.tags).toContain('pre-order');
    expect(order?.customAttributes.find(({ key }) => key === 'Pre-order')?.value).toMatch(/^PO-/);
  },
);
