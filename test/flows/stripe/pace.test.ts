import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { setPace } from '../../../src/core/accounts/commands/connect.ts';
import { readAccount } from '../../../src/core/accounts/queries.ts';
import { createStripeAccounts } from '../../../src/integrations/payments/stripe/accounts.ts';
import { sharedTurns } from '../../../src/platform/call-turns.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { commandLine } from '../../support/command-line.ts';
import { createTestStore, TEST_SECRET_KEY } from '../../support/merchant.ts';
import { openedStandIns } from '../../support/opened-stand-ins.ts';
import { ledgerOf, openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

let stripe: StripeStore;
beforeAll(async () => {
  stripe = await openStripeStore();
});
afterAll(() => stripe.stop());

const setTo = (calls: number | null) => setPace(stripe.system.deps, stripe.store.storeId, calls);

/** Measures how long three concurrent calls of the service take. */
async function secondsOfThree(): Promise<number> {
  const provider = stripe.system.deps.payments('stripe', stripe.store.storeId);
  const began = performance.now();
  await Promise.all(['pi_1', 'pi_2', 'pi_3'].map((ref) => provider.read(ref).catch(() => {}))); // none of these payments exists
  return (performance.now() - began) / 1_000;
}

describe('the pace of an account', () => {
  test('is shared by all processes and all kinds of calls', async () => {
    const process = () =>
      createStripeAccounts({
        returnUrl: stripe.system.baseUrl,
        standIns: openedStandIns,
        takeTurns: sharedTurns(stripe.system.db),
      });
    const keys = { ...stripe.keys, callsPerSecond: 60 };
    const [one, other] = [process(), process()];
    await one.check(keys); // loads what the first call needs
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 90 }, (_, at) =>
        at % 3 === 0 ? one.check(keys) : at % 3 === 1 ? other.check(keys) : other.knows(keys, 'pi_none'),
      ),
    );
    expect(performance.now() - began).toBeGreaterThan((90 / 60 - 0.1) * 1_000 - 20);
  });

  test('answers 503 with Retry-After when it is too slow for shoppers, and serves each of them later', async () => {
    const { system, store: testStore } = stripe;
    const api = createCheckoutClient(system);
    const checkouts = await Promise.all(Array.from({ length: 8 }, () => api.hold(shippingStep(testStore))));
    await setTo(1);
    await expect.poll(secondsOfThree, { message: 'the service does not use the new pace' }).toBeGreaterThan(1.9);
    const keys = checkouts.map((_, at) => `pay-${at}-0000000000000000`);
    const payAll = () =>
      Promise.all(
        checkouts.map((checkout, at) => api.pay(checkout, 'succeeds', { token: 'pm_card_visa', key: keys[at] ?? '' })),
      );
    const refused = (await payAll()).filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(3);
    for (const { headers, error } of refused) {
      expect(error.code).toBe('busy');
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await setTo(null);
    // Each refused shopper repeats the request with the same key, and pays once.
    const outcomes = async () => (await payAll()).map(({ data }) => data?.outcome);
    await expect.poll(outcomes).toEqual(checkouts.map(() => 'completed'));
    await vi.waitFor(
      async () => expect(await ledgerOf(system, testStore.storeId)).toEqual({ taken: 8 * 13_390, back: 0 }),
      {
        timeout: 15_000,
        interval: 50,
      },
    );
  }, 40_000);

  test('is set and shown on the command line, for that store alone', async () => {
    const cli = commandLine({ DATABASE_URL: stripe.system.db.url, SECRET_KEY: TEST_SECRET_KEY });
    const [row] = await stripe.system.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [
      stripe.store.storeId,
    ]);
    const set = (text: string) => cli.json('payments', 'pace', text, '--store', row?.slug ?? '');
    expect(await set('45')).toMatchObject({ code: 0, data: { calls_per_second: 45 } });
    for (const text of ['0', '-1', '1.5', '1001', 'fast', '', '1e3']) {
      expect((await set(text)).error, text).toMatchObject({ code: 'invalid_parameter', param: 'calls_per_second' });
    }
    expect((await readAccount(stripe.system.db, stripe.store.storeId))?.callsPerSecond).toBe(45);
    expect((await cli.run('payments', 'show', '--store', row?.slug ?? '')).out).toMatch(/Pace\s+45 calls a second/);
    expect(await set('none')).toMatchObject({ code: 0, data: { calls_per_second: null } });
    const [other] = await stripe.system.db.query<{ slug: string }>('SELECT slug FROM store WHERE id = $1', [
      await createTestStore(stripe.system.db),
    ]);
    const nowhere = await cli.json('payments', 'pace', '45', '--store', other?.slug ?? '');
    expect(nowhere.error).toMatchObject({ code: 'payment_account_not_found' });
  });

  test('suits Stripe’s own limit by default', () => {
    const accounts = createStripeAccounts({ returnUrl: stripe.system.baseUrl, standIns: openedStandIns });
    const of = (publishableKey: string) => accounts.callsPerSecond({ publishableKey, address: null });
    expect([of('pk_live_51'), of('pk_test_51')]).toEqual([90, 20]);
  });
});
