import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments } from '../../../src/core/checkouts/jobs.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../src/core/payments/queries.ts';
import type { TestCardBehaviour } from '../../../src/protocol/wire/test-cards.ts';
import { keepBooksSound } from '../../support/books.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { checkoutRequest, createOffer, type Offer, type OfferOptions, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

// No sweep has run in these tests, so a hold ends by the clock alone.
const { database, core } = await useCore();
keepBooksSound(() => database.db, false);

const shopper = () => ({ clientAddress: '192.0.2.1', idempotencyKey: randomUUID() });

async function hold(options: Partial<OfferOptions> = {}, email = `${randomUUID()}@example.com`) {
  const offer = await createOffer(core, { allocation: 9, ...options });
  const body = checkoutRequest(offer, { email });
  const checkoutId = await makeCheckout(core, body, shopper());
  const target = { storeId: offer.storeId, checkoutId, clientAddress: '192.0.2.1' };
  return {
    offer,
    body,
    checkoutId,
    target,
    change: (quantity: number) => changeCheckout(core, { ...body, quantity }, target),
  };
}

function payWith(offer: Offer, checkoutId: string, behaviour: TestCardBehaviour) {
  return pay(core, {
    storeId: offer.storeId,
    checkoutId,
    token: tokenOf(behaviour),
    total: 13_390,
    marketingConsent: false,
    idempotency: { key: randomUUID(), bodyHash: behaviour },
  });
}

async function heldUnits(offer: Offer): Promise<number | undefined> {
  const [row] = await database.db.query<{ held: number }>('SELECT held FROM unit WHERE store_id = $1', [offer.storeId]);
  return row?.held;
}

const expiryOf = async (checkoutId: string) =>
  (await database.db.query('SELECT expires_at FROM hold WHERE checkout_id = $1', [checkoutId]))[0];

describe('an expired hold', () => {
  test('cannot be changed, and its units return', async () => {
    const { offer, checkoutId, change } = await hold();
    await shiftClock(database.db, 601);
    await expect(change(2)).rejects.toMatchObject({ code: 'checkout_not_held', status: 409 });
    expect(await heldUnits(offer)).toBe(1);
    expect(await endExpiredHolds(core)).toBe(1);
    expect(await heldUnits(offer)).toBe(0);
    await expect(change(2)).rejects.toMatchObject({ code: 'checkout_not_held' });
    expect((await viewCheckout(core, checkoutId)).state).toBe('expired');
  });

  test('keeps its end however often the checkout was changed', async () => {
    const { checkoutId, change } = await hold();
    const end = await expiryOf(checkoutId);
    for (const quantity of [2, 1, 3]) {
      await shiftClock(database.db, 180);
      await change(quantity);
      expect(await expiryOf(checkoutId)).toEqual(end);
    }
    await shiftClock(database.db, 61);
    await expect(change(1)).rejects.toMatchObject({ code: 'checkout_not_held' });
    await endExpiredHolds(core);
  });

  test('is shown as expired, with no time left', async () => {
    const { checkoutId } = await hold();
    expect(await viewCheckout(core, checkoutId)).toMatchObject({ state: 'held', holdMsLeft: expect.any(Number) });
    await shiftClock(database.db, 601);
    expect(await viewCheckout(core, checkoutId)).toMatchObject({ state: 'expired', holdMsLeft: null });
    await endExpiredHolds(core);
    expect(await viewCheckout(core, checkoutId)).toMatchObject({ state: 'expired', holdMsLeft: null });
  });

  test('cannot be paid', async () => {
    const { offer, checkoutId } = await hold();
    await shiftClock(database.db, 601);
    await expect(payWith(offer, checkoutId, 'succeeds')).rejects.toMatchObject({ code: 'checkout_not_held' });
    expect(await readLatestAttempt(database.db, offer.storeId, checkoutId)).toBeNull();
    await endExpiredHolds(core);
  });

  test('counts against no limit', async () => {
    const email = 'ada@example.com';
    const { offer, body } = await hold({ holdsPerEmailMax: 1, holdsPerAddressMax: 1, limitPerCustomer: 1 }, email);
    await expect(makeCheckout(core, body, shopper())).rejects.toMatchObject({ code: 'limit_per_customer' });
    await expect(makeCheckout(core, checkoutRequest(offer), shopper())).rejects.toMatchObject({
      code: 'too_many_holds',
    });
    await shiftClock(database.db, 601);
    await makeCheckout(core, body, shopper());
    await expect(makeCheckout(core, body, shopper())).rejects.toMatchObject({ code: 'limit_per_customer' });
    await endExpiredHolds(core);
    expect(await heldUnits(offer)).toBe(1);
  });
});

describe('an expired hold with an open payment', () => {
  test('still becomes a pre-order once the payment is authorised', async () => {
    const { offer, checkoutId } = await hold();
    await payWith(offer, checkoutId, 'late');
    await shiftClock(database.db, 700);
    expect(await viewCheckout(core, checkoutId)).toMatchObject({
      state: 'held',
      paymentPending: true,
      holdMsLeft: 0,
    });
    await endExpiredHolds(core);
    expect(await heldUnits(offer)).toBe(1);
    const attempt = await readLatestAttempt(database.db, offer.storeId, checkoutId);
    expect(await settle(core, { storeId: offer.storeId, attemptId: attempt?.id ?? '' })).toEqual({
      kind: 'completed',
    });
  });

  test('counts against the limits', async () => {
    const { offer, body, checkoutId } = await hold({ holdsPerEmailMax: 1 });
    await payWith(offer, checkoutId, 'never_answers');
    await shiftClock(database.db, 601);
    await expect(makeCheckout(core, body, shopper())).rejects.toMatchObject({ code: 'too_many_holds' });
    await endExpiredPayments(core);
    await makeCheckout(core, body, shopper());
  });

  test('takes no other card', async () => {
    const { offer, checkoutId } = await hold();
    expect(await payWith(offer, checkoutId, 'declined')).toMatchObject({ kind: 'declined' });
    await shiftClock(database.db, 601);
    await expect(payWith(offer, checkoutId, 'succeeds')).rejects.toMatchObject({ code: 'checkout_not_held' });
    await endExpiredPayments(core);
    expect(await heldUnits(offer)).toBe(0);
  });

  test('tells a second request with another key how the payment ended', async () => {
    const { offer, checkoutId } = await hold();
    expect(await payWith(offer, checkoutId, 'late')).toEqual({ kind: 'processing' });
    await shiftClock(database.db, 700);
    expect(await payWith(offer, checkoutId, 'succeeds')).toEqual({ kind: 'completed' });
    expect(await viewCheckout(core, checkoutId)).toMatchObject({ state: 'completed' });
  });

  test('cannot be changed once the payment has failed', async () => {
    const { checkoutId, offer, change } = await hold();
    await payWith(offer, checkoutId, 'declined');
    await shiftClock(database.db, 601);
    await expect(change(2)).rejects.toMatchObject({ code: 'checkout_not_held' });
    await endExpiredHolds(core);
    expect(await heldUnits(offer)).toBe(0);
  });
});
