import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linkToken } from '../../../src/core/links/commands.ts';
import { erase } from '../../../src/core/people/commands/erase.ts';
import { endRetention } from '../../../src/core/people/commands/retain.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { createCheckoutClient, shippingStep } from '../../support/checkout-client.ts';
import { createMarkedPerson, eraseWithRetries, findMarks, type Somebody } from '../../support/footprint.ts';
import { createStatusClient, tokenFor } from '../../support/status-client.ts';
import { createStoreWithWaitlist, type StoreWithWaitlist, type System, startSystem } from '../../support/system.ts';

// Erasing while the whole service runs: with HTTP, jobs and loops, and while the person uses it.

let system: System;
let client: ReturnType<typeof createCheckoutClient>;
let status: ReturnType<typeof createStatusClient>;
beforeAll(async () => {
  system = await startSystem();
  client = createCheckoutClient(system);
  status = createStatusClient(system);
});
afterAll(() => system.stop());

const step = (testStore: StoreWithWaitlist, who: Somebody) => shippingStep(testStore, { ...who.person });

async function buy(testStore: StoreWithWaitlist, who: Somebody) {
  const checkout = await client.hold(step(testStore, who));
  const { data } = await client.pay(checkout, 'succeeds');
  const { id, reference, lines } = await readPreorder(
    system.db,
    testStore.storeId,
    data.checkout.preorder?.reference ?? 'none',
  );
  return { checkout, id, reference, lineIds: lines.map((line) => line.id) };
}

test('hides everything from an erased person’s open page, token, link and checkout', async () => {
  const [testStore, who] = [await createStoreWithWaitlist(system), createMarkedPerson()];
  const { id, reference, checkout, lineIds } = await buy(testStore, who);
  const token = await tokenFor(system.deps, testStore.storeId, { email: who.email });
  const customer = (await status.signIn(testStore.storeKey, token)).data;
  expect(customer.page.preorders).toHaveLength(1);
  const guest = (await status.lookUp(testStore.storeKey, { reference, place: '10115' })).data;
  const asked = { session: guest.session, body: { lineItemIds: lineIds } };
  expect((await status.call('POST', `/preorders/${reference}/links`, asked)).status).toBe(202);
  const [link] = await system.db.query<{ id: string }>(
    "SELECT id FROM link WHERE preorder_id = $1 AND purpose = 'cancel'",
    [id],
  );
  const path = `/links/cancel/${linkToken(system.deps, link?.id ?? '', 'cancel')}`;
  expect((await fetch(system.baseUrl + path)).status).toBe(200);
  expect((await client.read(checkout)).status).toBe(200);

  await eraseWithRetries(system.deps, { storeId: testStore.storeId, email: who.email });
  expect((await status.page(customer.session)).data).toMatchObject({ preorders: [], after: null });
  expect((await status.signIn(testStore.storeKey, token)).data.page.preorders).toEqual([]);
  for (const { session } of [customer, guest]) {
    const read = await status.call('GET', `/preorders/${reference}`, { session });
    expect(read).toMatchObject({ status: 404, error: { code: 'preorder_not_found' } });
    const body = { lineItemIds: lineIds };
    const cancelled = await status.call('POST', `/preorders/${reference}/cancel`, { session, body });
    expect(cancelled).toMatchObject({ status: 404, error: { code: 'preorder_not_found' } });
  }
  const again = await status.lookUp(testStore.storeKey, { reference, place: '10115', address: '198.51.99.1' });
  expect(again).toMatchObject({ status: 404, error: { code: 'preorder_not_found' } });
  for (const method of ['GET', 'POST']) expect((await fetch(system.baseUrl + path, { method })).status).toBe(404);
  expect(await client.read(checkout)).toMatchObject({ status: 401, error: { code: 'invalid_checkout_secret' } });
  expect((await client.pay(checkout, 'succeeds')).status).toBe(401);
  expect(await findMarks(system.db, [who.mark])).toEqual([]);
  expect((await system.mails()).filter((mail) => mail.includes(who.mark))).toEqual([]);
});

describe('erases everything while the person', () => {
  /** Erases what is left after everything has come to rest, and checks that no name remains and no movement is open. */
  async function expectErased(testStore: StoreWithWaitlist, who: Somebody): Promise<void> {
    await eraseWithRetries(system.deps, { storeId: testStore.storeId, email: who.email });
    expect(await findMarks(system.db, [who.mark])).toEqual([]);
    const moving = `SELECT id FROM movement WHERE store_id = $1 AND state = 'open'`;
    await expect.poll(() => system.db.query(moving, [testStore.storeId]), { timeout: 10_000 }).toEqual([]);
  }
  const tryErase = (testStore: StoreWithWaitlist, { email }: Somebody) =>
    erase(system.deps, { storeId: testStore.storeId, email }, { openToo: true }).catch((error) => {
      if (!['payment_in_progress', 'job_running'].includes(error.code)) throw error;
    });

  test('pays: a pre-order is placed whole or not at all', async () => {
    const [testStore, people] = [await createStoreWithWaitlist(system), Array.from({ length: 8 }, createMarkedPerson)];
    for (const who of people) {
      const checkout = await client.hold(step(testStore, who));
      const [paid] = await Promise.all([client.pay(checkout, 'succeeds'), tryErase(testStore, who)]);
      expect(paid.status, paid.text).not.toBeGreaterThanOrEqual(500);
    }
    for (const who of people) await expectErased(testStore, who);
    await expect.poll(() => unsettled(testStore), { timeout: 15_000 }).toEqual([]);
    await expectSoundBooks(system.db);
  });

  test('starts a checkout, cancels, is erased again and meets the hourly round', async () => {
    const [testStore, people] = [await createStoreWithWaitlist(system), Array.from({ length: 5 }, createMarkedPerson)];
    for (const who of people) {
      const { id: preorderId, lineIds } = await buy(testStore, who);
      const target = { storeId: testStore.storeId, preorderId, lineIds };
      await Promise.all([
        tryErase(testStore, who),
        tryErase(testStore, who),
        client.reserve(step(testStore, who), { key: randomUUID() }),
        cancelLines(system.deps, target),
        endRetention(system.deps),
      ]);
    }
    for (const who of people) await expectErased(testStore, who);
    await expect.poll(() => unsettled(testStore), { timeout: 15_000 }).toEqual([]);
    await expectSoundBooks(system.db);
  });

  /** Reads line items whose money has not settled and authorisations that are not undone. */
  const unsettled = (testStore: StoreWithWaitlist) =>
    system.db.query(
      `SELECT l.id::text FROM preorder_line l, LATERAL (
         SELECT coalesce(sum(-amount), 0) AS net FROM ledger_entry e
         WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper') n
       WHERE l.store_id = $1 AND n.net <> CASE WHEN l.state = 'cancelled' THEN 0 ELSE l.total END
       UNION ALL SELECT id::text FROM attempt WHERE store_id = $1 AND state IN ('open', 'cancel_sent', 'surplus')`,
      [testStore.storeId],
    );
});
