import { afterAll, beforeAll } from 'vitest';
import { VENDURE_CAN, vendure } from '../../src/integrations/commerce/vendure/platform.ts';
import { platformContract } from '../support/platform-contract/contract.ts';
import type { PlatformUnderTest } from '../support/platform-contract/under-test.ts';
import { openOnServer } from '../support/real-platform.ts';
import { vendureHand } from '../support/vendure-hand.ts';
import { startVendure, type VendureServer } from '../support/vendure-server.ts';

let server: VendureServer;
beforeAll(async () => {
  server = await startVendure();
});
afterAll(() => server?.stop());

async function open(currency: string): Promise<PlatformUnderTest> {
  const { url, key } = server;
  const opened = await openOnServer(vendure, { url, key, deadKey: 'a-key-that-nobody-knows', currency });
  return { ...opened, hand: vendureHand(server, currency) };
}

platformContract({
  name: 'Vendure',
  can: VENDURE_CAN,
  currencies: ['EUR', 'JPY'],
  signsTime: true,
  withoutTrackingLinks: true,
  manyVariants: 120, // for each that it makes, Vendure looks at all others
  open,
});
