import { test } from 'vitest';
import { medusaHand, setUpMedusa } from '../support/medusa-hand.ts';
import { startMedusa } from '../support/medusa-server.ts';
import { sellOn } from '../support/platform-sale.ts';

test('a sale on Medusa is sent and withdrawn from, and both sides agree', { timeout: 600_000 }, async () => {
  await sellOn('medusa', async (webhooks) => {
    const server = await startMedusa(webhooks);
    const { url, key, stop } = server;
    const store = await setUpMedusa(server.ask);
    return { settings: { url, key, webhook_secret: webhooks.secret }, hand: medusaHand(server, store, 'EUR'), stop };
  });
});
