import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments } from '../../../src/core/checkouts/jobs.ts';
import { abandonAttempt } from '../../../src/core/payments/commands/abandon-attempt.ts';
import { undoSurplus } from '../../../src/core/payments/commands/end-attempt.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { listLiveAttempts } from '../../../src/core/payments/queries.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { keepBooksSound } from '../../support/books.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

const { database, core } = await useCore();
keepBooksSound(() => database.db);

const GOOD = testCardToken('4242424242424242');
const DECLINED = testCardToken('4000000000000002');

const shopper = () => ({ clientAddress: '192.0.2.1', idempotencyKey: randomUUID() });

function payWith(offer: Offer, checkoutId: string, changes: { token?: string; total: number; key?: string }) {
  const { token = GOOD, total, key = randomUUID() } = changes;
  return pay(core, {
    storeId: offer.storeId,
    checkoutId,
    token,
    total,
    marketingConsent: false,
    idempotency: { key, bodyHash: token },
  });
}

async function preorderOf(checkoutId: string): Promise<string> {
  const [row] = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE checkout_id = $1', [checkoutId]);
  if (!row) throw new Error('no pre-order');
  return row.id;
}

async function unit(offer: Offer) {
  const [row] = await database.db.query('SELECT allocated, held, sold FROM unit WHERE waitlist_id = $1', [
    offer.waitlistId,
  ]);
  return row;
}

describe('a shopper', () => {
  test('holds, pays and gets a reference, and the money is captured once', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const id = await makeCheckout(core, checkoutRequest(offer, { quantity: 2 }), shopper());
    expect(await unit(offer)).toEqual({ allocated: 5, held: 2, sold: 0 });
    const view = await viewCheckout(core, id);
    expect(view).toMatchObject({ state: 'held', subtotal: 25_800, shipping: 490, total: 26_290, tax: 4_198 });
    expect(view.consentText).toContain('€262.90');

    expect(await payWith(offer, id, { total: 26_290 })).toEqual({ kind: 'completed' });
    expect(await unit(offer)).toEqual({ allocated: 5, held: 0, sold: 2 });
    const done = await viewCheckout(core, id);
    expect(done).toMatchObject({ state: 'completed', holdMsLeft: null });
    expect(done.preorder?.reference).toMatch(/^PO-/);
    expect(done.preorder?.lineItems).toHaveLength(2);

    const preorderId = await preorderOf(id);
    await moveMoney(core, offer.storeId, preorderId);
    await moveMoney(core, offer.storeId, preorderId);
    const entries = await database.db.query(
      `SELECT account, sum(amount) AS amount FROM ledger_entry e JOIN preorder_line l ON l.id = e.line_id
       WHERE l.preorder_id = $1 GROUP BY 1 ORDER BY 1`,
      [preorderId],
    );
    expect(entries).toEqual([
      { account: 'provider', amount: '26290' },
      { account: 'shopper', amount: '-26290' },
    ]);
  });

  test('replaces a declined card while the hold lasts', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    const { total } = await viewCheckout(core, id);
    expect(await payWith(offer, id, { total, token: DECLINED })).toEqual({ kind: 'declined', code: 'card_declined' });
    expect(await payWith(offer, id, { total })).toEqual({ kind: 'completed' });
    await moveMoney(core, offer.storeId, await preorderOf(id));
    const attempts = await database.db.query('SELECT state FROM attempt WHERE checkout_id = $1', [id]);
    expect(attempts).toEqual([{ state: 'placed' }]);
  });

  test('gets one checkout and one pre-order from repeated requests', async () => {
    const offer = await createOffer(core, { allocation: 9 });
    const body = checkoutRequest(offer);
    const same = shopper();
    const ids = await Promise.all([1, 2, 3].map(() => makeCheckout(core, body, same)));
    ids.push(await makeCheckout(core, body, same));
    const [id = ''] = ids;
    expect(new Set(ids).size).toBe(1);
    const { total } = await viewCheckout(core, id);
    const key = randomUUID();
    await Promise.all([1, 2, 3].map(() => payWith(offer, id, { total, key })));
    expect(await payWith(offer, id, { total, key })).toEqual({ kind: 'completed' });
    expect(await unit(offer)).toEqual({ allocated: 9, held: 0, sold: 1 });
    await moveMoney(core, offer.storeId, await preorderOf(id));
    await expect(makeCheckout(core, { ...body, quantity: 2 }, same)).rejects.toMatchObject({
      code: 'idempotency_mismatch',
    });
  });

  test('changes the quantity within the same hold, and the hold keeps its end', async () => {
    const offer = await createOffer(core, { allocation: 3 });
    const body = checkoutRequest(offer, { quantity: 2 });
    const id = await makeCheckout(core, body, shopper());
    const target = { storeId: offer.storeId, checkoutId: id, clientAddress: '192.0.2.1' };
    await changeCheckout(core, { ...body, quantity: 3 }, target);
    expect(await unit(offer)).toEqual({ allocated: 3, held: 3, sold: 0 });
    await expect(changeCheckout(core, { ...body, quantity: 4 }, target)).rejects.toMatchObject({
      code: 'sold_out',
      info: { data: { left: 3 } },
    });
    expect(await unit(offer)).toEqual({ allocated: 3, held: 3, sold: 0 });
    await changeCheckout(core, { ...body, quantity: 1 }, target);
    expect(await unit(offer)).toEqual({ allocated: 3, held: 1, sold: 0 });
  });

  test('pays the new total after changing the order', async () => {
    const offer = await createOffer(core, { allocation: 3 });
    const body = checkoutRequest(offer);
    const id = await makeCheckout(core, body, shopper());
    const first = await viewCheckout(core, id);
    await payWith(offer, id, { total: first.total, token: DECLINED });
    await changeCheckout(core, { ...body, quantity: 2 }, { storeId: offer.storeId, checkoutId: id, clientAddress: '' });
    const second = await viewCheckout(core, id);
    expect(second.total).toBe(26_290);
    await expect(payWith(offer, id, { total: first.total })).rejects.toMatchObject({ code: 'checkout_changed' });
    expect(await payWith(offer, id, { total: second.total })).toEqual({ kind: 'completed' });
    await moveMoney(core, offer.storeId, await preorderOf(id));
  });
});

describe('a hold', () => {
  test('takes all units or none, and tells sold out from held by others', async () => {
    const offer = await createOffer(core, { allocation: 3 });
    await makeCheckout(core, checkoutRequest(offer, { quantity: 1 }), shopper());
    await expect(makeCheckout(core, checkoutRequest(offer, { quantity: 3 }), shopper())).rejects.toMatchObject({
      code: 'held_by_others',
      info: { data: { left: 2, back_at: expect.stringMatching(/^\d{4}-/) } },
    });
    await expect(makeCheckout(core, checkoutRequest(offer, { quantity: 4 }), shopper())).rejects.toMatchObject({
      code: 'sold_out',
      info: { data: { left: 2 } },
    });
    await makeCheckout(core, checkoutRequest(offer, { quantity: 2 }), shopper());
  });

  test('expires by the clock when nobody pays', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    await endExpiredHolds(core);
    expect((await viewCheckout(core, id)).state).toBe('held');
    await shiftClock(database.db, 601);
    await endExpiredHolds(core);
    expect((await viewCheckout(core, id)).state).toBe('expired');
    await expect(payWith(offer, id, { total: 13_390 })).rejects.toMatchObject({ code: 'checkout_not_held' });
    expect(await unit(offer)).toEqual({ allocated: 1, held: 0, sold: 0 });
  });

  test('becomes a pre-order at its end when a payment succeeded unnoticed', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    const late = testCardToken('4000000000006975');
    expect(await payWith(offer, id, { total: 13_390, token: late })).toEqual({ kind: 'processing' });
    await shiftClock(database.db, 700);
    await endExpiredPayments(core);
    expect((await viewCheckout(core, id)).state).toBe('completed');
    await moveMoney(core, offer.storeId, await preorderOf(id));
  });

  test('returns its units only after its silent payment is cancelled at the provider', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    const never = testCardToken('4000000000006918');
    expect(await payWith(offer, id, { total: 13_390, token: never })).toEqual({ kind: 'processing' });
    await shiftClock(database.db, 700);
    await endExpiredPayments(core);
    expect((await viewCheckout(core, id)).state).toBe('expired');
    const states = await database.db.query(
      `SELECT a.state, t.status FROM attempt a JOIN test_provider.payment t ON t.ref = a.provider_ref WHERE a.checkout_id = $1`,
      [id],
    );
    expect(states).toEqual([{ state: 'cancelled', status: 'cancelled' }]);
  });

  test('returns its units when an operator abandons the payment, and a late success is undone', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    await payWith(offer, id, { total: 13_390, token: testCardToken('4000000000006975') });
    const [attempt] = await listLiveAttempts(database.db, offer.storeId);
    await abandonAttempt(core, offer.storeId, attempt?.id ?? '');
    await expect(abandonAttempt(core, offer.storeId, attempt?.id ?? '')).rejects.toMatchObject({
      code: 'attempt_not_found',
    });
    await shiftClock(database.db, 700); // the late card has succeeded by now
    await endExpiredHolds(core);
    expect(await unit(offer)).toEqual({ allocated: 1, held: 0, sold: 0 });
    await undoSurplus(core, { storeId: offer.storeId, attemptId: attempt?.id ?? '' });
    expect(await listLiveAttempts(database.db, offer.storeId)).toEqual([]);
  });

  test('returns its units at once when the shopper leaves', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    expect(await endCheckout(core, { storeId: offer.storeId, checkoutId: id }, 'abandoned')).toBe('ended');
    expect(await unit(offer)).toEqual({ allocated: 1, held: 0, sold: 0 });
    expect((await viewCheckout(core, id)).state).toBe('abandoned');
  });
});

describe('a limit', () => {
  test('per customer counts live holds and uncancelled units, whatever the spelling of the address', async () => {
    const offer = await createOffer(core, { allocation: 9, limitPerCustomer: 2 });
    const id = await makeCheckout(core, checkoutRequest(offer, { email: 'Ada@Example.com' }), shopper());
    await expect(
      makeCheckout(core, checkoutRequest(offer, { email: ' ada@example.COM ', quantity: 2 }), shopper()),
    ).rejects.toMatchObject({ code: 'limit_per_customer', info: { data: { limit: 2, left: 1 } } });
    await payWith(offer, id, { total: 13_390 });
    await moveMoney(core, offer.storeId, await preorderOf(id));
    await makeCheckout(core, checkoutRequest(offer, { email: 'ada@example.com' }), shopper());
  });

  test('counts live holds per e-mail and per address', async () => {
    const offer = await createOffer(core, { allocation: 99, holdsPerEmailMax: 2, holdsPerAddressMax: 3 });
    const email = 'grace@example.com';
    await makeCheckout(core, checkoutRequest(offer, { email }), shopper());
    await makeCheckout(core, checkoutRequest(offer, { email }), shopper());
    await expect(makeCheckout(core, checkoutRequest(offer, { email }), shopper())).rejects.toMatchObject({
      code: 'too_many_holds',
    });
    await makeCheckout(core, checkoutRequest(offer), shopper());
    await expect(makeCheckout(core, checkoutRequest(offer), shopper())).rejects.toMatchObject({
      code: 'too_many_holds',
    });
    await makeCheckout(core, checkoutRequest(offer), { ...shopper(), clientAddress: '192.0.2.2' });
  });
});

describe('a merchant', () => {
  test('cancels line by line: undone before the capture, refunded after it', async () => {
    const offer = await createOffer(core, { allocation: 5 });
    const id = await makeCheckout(core, checkoutRequest(offer, { quantity: 3 }), shopper());
    await payWith(offer, id, { total: 39_190 });
    const preorderId = await preorderOf(id);
    const lines = await database.db.query<{ id: string; total: number }>(
      'SELECT id, total FROM preorder_line WHERE preorder_id = $1 ORDER BY position',
      [preorderId],
    );
    const [first, second] = lines;
    const key = { storeId: offer.storeId, preorderId };
    await cancelLines(core, { ...key, lineIds: [first?.id ?? ''] });
    await moveMoney(core, offer.storeId, preorderId); // captures only the other two line items
    const cancelled = await cancelLines(core, { ...key, lineIds: [second?.id ?? ''] });
    expect(cancelled).toEqual({ lineIds: [second?.id], amount: second?.total, kept: 0 });
    await moveMoney(core, offer.storeId, preorderId);
    expect((await cancelLines(core, { ...key, lineIds: [second?.id ?? ''] })).lineIds).toEqual([]);
    const [payment] = await database.db.query(
      'SELECT t.captured, t.refunded FROM test_provider.payment t JOIN attempt a ON a.provider_ref = t.ref WHERE a.checkout_id = $1',
      [id],
    );
    expect(payment).toEqual({ captured: 39_190 - (first?.total ?? 0), refunded: second?.total });
    expect(await unit(offer)).toEqual({ allocated: 5, held: 0, sold: 1 });
  });

  test('undoes the authorisation by cancelling everything before the capture', async () => {
    const offer = await createOffer(core, { allocation: 1 });
    const id = await makeCheckout(core, checkoutRequest(offer), shopper());
    await payWith(offer, id, { total: 13_390 });
    const preorderId = await preorderOf(id);
    await cancelLines(core, { storeId: offer.storeId, preorderId, lineIds: null });
    await moveMoney(core, offer.storeId, preorderId);
    const [payment] = await database.db.query(
      'SELECT t.status FROM test_provider.payment t JOIN attempt a ON a.provider_ref = t.ref WHERE a.checkout_id = $1',
      [id],
    );
    expect(payment).toEqual({ status: 'cancelled' });
  });
});
