import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll } from 'vitest';
import { MEDUSA_CAN, medusa } from '../../src/integrations/commerce/medusa/platform.ts';
import type { CommercePlatform } from '../../src/integrations/commerce/port.ts';
import { type MedusaStore, medusaHand, setUpMedusa } from '../support/medusa-hand.ts';
import { type MedusaServer, startMedusa } from '../support/medusa-server.ts';
import { platformContract } from '../support/platform-contract/contract.ts';
import type { PlatformUnderTest } from '../support/platform-contract/under-test.ts';
import { openOnServer } from '../support/real-platform.ts';

let server: MedusaServer;
let store: MedusaStore;
beforeAll(async () => {
  server = await startMedusa();
  store = await setUpMedusa(server.ask);
});
afterAll(() => server?.stop());

async function open(currency: string): Promise<PlatformUnderTest> {
  const opened = await openOnServer(medusa, { url: server.url, key: server.key, deadKey: 'sk_nobody_knows', currency });
  return { ...opened, platform: withTime(opened.platform), hand: medusaHand(server, store, currency) };
}

// The routes tell a change some seconds after it.
const SEEN_AFTER_MS = 3_100;

function withTime(platform: CommercePlatform): CommercePlatform {
  const changes: CommercePlatform['changes'] = async (cursor) => {
    await sleep(SEEN_AFTER_MS);
    return platform.changes(cursor);
  };
  return { ...platform, changes };
}

platformContract({
  name: 'Medusa',
  can: MEDUSA_CAN,
  currencies: ['EUR', 'JPY'],
  signsTime: true,
  uniqueSkus: true,
  open,
});
