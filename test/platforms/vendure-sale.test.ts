import { test } from 'vitest';
import { sellOn } from '../support/platform-sale.ts';
import { vendureHand } from '../support/vendure-hand.ts';
import { startVendure } from '../support/vendure-server.ts';

test('a sale on Vendure is sent and withdrawn from, and both sides agree', { timeout: 600_000 }, async () => {
  await sellOn('vendure', async (webhooks) => {
    const server = await startVendure(webhooks);
    const { url, key, stop } = server;
    return { settings: { url, key, webhook_secret: webhooks.secret }, hand: vendureHand(server, 'EUR'), stop };
  });
});
