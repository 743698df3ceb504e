import { test } from 'vitest';
import { sellOn } from '../support/platform-sale.ts';
import { askerAt, clearLamps, realHand } from '../support/woocommerce/real-hand.ts';

// A store of yours for trials in EUR, see docs/guides/connect-woocommerce.md.
const { WOO_TEST_URL: url, WOO_TEST_KEY: consumerKey = '', WOO_TEST_SECRET: consumerSecret = '' } = process.env;

test.skipIf(url === undefined)(
  'a sale on WooCommerce is sent and withdrawn from, and both sides agree',
  { timeout: 900_000 },
  async () => {
    const store = { url: url ?? '', consumerKey, consumerSecret };
    const ask = askerAt(store);
    await clearLamps(ask);
    const settings = { url: store.url, consumer_key: consumerKey, consumer_secret: consumerSecret };
    await sellOn('woocommerce', async () => {
      // WordPress posts no webhooks to addresses of its own machine.
      return { settings, hand: realHand(ask, 'EUR'), isSilent: true, stop: async () => {} };
    });
  },
);
