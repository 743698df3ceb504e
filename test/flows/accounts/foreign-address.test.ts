import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recheckAccounts } from '../../../src/core/accounts/commands/trouble.ts';
import { readAccount, readKeyedAccount } from '../../../src/core/accounts/queries.ts';
import { lookAtStores } from '../../../src/surfaces/cli/doctor/stores.ts';
import { openStripeStore, type StripeStore } from '../../support/stripe-store.ts';

let stripe: StripeStore;
beforeAll(async () => {
  stripe = await openStripeStore();
});
afterAll(() => stripe.stop());

// A row from before the rule, or from the backup of another installation.
test('an account at an address that connect refuses is not used: neither called nor its script loaded', async () => {
  const { system, store, keys } = stripe;
  const { db, deps } = system;
  const { storeId, storeKey, product } = store;
  let calls = 0;
  const stranger = createServer((_, response) => {
    calls += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
  const pageText = async () => {
    const page = await fetch(`${system.baseUrl}/frames/1/checkout?key=${storeKey}&product=${product.externalId}`);
    return `${page.headers.get('content-security-policy')} ${await page.text()}`;
  };
  expect(await pageText()).toContain(keys.address);
  await db.query('UPDATE payment_account SET address = $2 WHERE store_id = $1', [storeId, address]);

  expect(await pageText()).not.toContain(address);
  const refused = { kind: 'account', message: expect.stringContaining('no other address') };
  await expect
    .poll(
      () =>
        deps
          .payments('stripe', storeId)
          .read('pi_1')
          .catch((error: unknown) => error),
      { timeout: 10_000 },
    )
    .toMatchObject(refused);
  expect(await readAccount(db, storeId)).toMatchObject({ brokenReason: refused.message });
  const found = await lookAtStores(deps);
  expect(found.find(({ check }) => check.startsWith('payments of'))).toMatchObject({
    standing: 'failed',
    says: expect.stringContaining(`It pays at ${address}, which is not called.`),
  });
  const account = await readKeyedAccount(deps, storeId);
  expect(await deps.accounts.check(account?.keys ?? { ...keys, address })).toMatchObject({ kind: 'key_refused' });
  await recheckAccounts(deps);
  expect((await readAccount(db, storeId))?.brokenAt).not.toBeNull();
  expect(calls).toBe(0);

  await db.query('UPDATE payment_account SET address = $2 WHERE store_id = $1', [storeId, keys.address]);
  await recheckAccounts(deps);
  expect((await readAccount(db, storeId))?.brokenAt).toBeNull();
  stranger.close();
});
