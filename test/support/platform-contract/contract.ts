import { afterAll, describe } from 'vitest';
import { catalogueContract } from './catalogue.ts';
import { faultContract } from './faults.ts';
import { orderContract } from './orders.ts';
import { troubleContract } from './trouble.ts';
import type { ContractOptions, PlatformUnderTest } from './under-test.ts';
import { replayContract, webhookContract } from './webhooks.ts';

/**
 * The contract that every adapter of a platform keeps, against the platform's real server wherever one can be run. `open` is called
 * once for each currency.
 */
export function platformContract(options: ContractOptions & { signsTime: boolean }): void {
  const opened = new Map<string, Promise<PlatformUnderTest>>();
  const [home = 'EUR'] = options.currencies;
  const open = (currency = home) => {
    const known = opened.get(currency) ?? options.open(currency);
    opened.set(currency, known);
    return known;
  };

  // A platform's own server takes seconds to make an order on a machine that does other things.
  describe(options.name, { timeout: 180_000 }, () => {
    afterAll(async () => {
      for (const one of opened.values()) await (await one).close();
    });
    describe('catalogue', () => catalogueContract(options, open));
    describe('orders', () => orderContract(options, () => open()));
    describe('trouble', () => troubleContract(options, () => open()));
    describe('faults on the way', () => faultContract(() => open()));
    if (options.can.webhooks) describe('webhooks', () => webhookContract(() => open()));
    if (options.can.webhooks && options.signsTime) describe('old webhooks', () => replayContract(() => open()));
  });
}
