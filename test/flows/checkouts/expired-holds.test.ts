import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments } from '../../../src/core/checkouts/jobs.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { readLatestAttempt } from '../../../src/core/payments/queries.ts';
import { AppError } from '../../../src/domain/error.ts';
import { viewCheckout } from '../../../src/surfaces/frames/checkout/view.ts';
import { keepBooksSound } from '../../support/books.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { type Core, checkoutRequest, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

// The sweep that returns the units of expired holds, while other processes act on the same holds.
const { database, core } = await useCore();
const other = createCore(database.db); // stands for a second process
keepBooksSound(() => database.db, false);
afterAll(() => other.stop());

const ROUNDS = Array.from({ length: 6 }, (_, round) => round); // timing differs from round to round

async function hold(offer: Offer, quantity = 1): Promise<string> {
  const shopper = { clientAddress: randomUUID(), idempotencyKey: randomUUID() };
  return makeCheckout(core, checkoutRequest(offer, { quantity }), shopper);
}

const holdMany = (offer: Offer, count: number) => Promise.all(Array.from({ length: count }, () => hold(offer)));

function payWith(deps: Core, { storeId }: Offer, checkoutId: string) {
  const idempotency = { key: randomUUID(), bodyHash: '' };
  const request = { storeId, checkoutId, token: tokenOf('succeeds'), total: 13_390 };
  return pay(deps, { ...request, marketingConsent: false, idempotency });
}

/** Takes the money of placed pre-orders before the clock moves on. */
async function capture({ storeId }: Offer): Promise<void> {
  const preorders = await database.db.query<{ id: string }>('SELECT id FROM preorder WHERE store_id = $1', [storeId]);
  for (const { id } of preorders) await moveMoney(core, storeId, id);
}

async function unitOf({ storeId }: Offer) {
  const [unit] = await database.db.query('SELECT held, sold FROM unit WHERE store_id = $1', [storeId]);
  return unit;
}

/** Returns 'done', or the code of the refusal. */
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

/** Locks a row until the returned function is called, as a person with psql may do. */
async function lockRow(sql: string, values: unknown[]): Promise<() => Promise<void>> {
  const client: pg.Client = await database.db.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0');
  await client.query('BEGIN');
  await client.query(sql, values);
  return async () => {
    await client.query('ROLLBACK');
    await client.end();
  };
}

const lockUnit = ({ storeId }: Offer) => lockRow('SELECT 1 FROM unit WHERE store_id = $1 FOR UPDATE', [storeId]);

describe('expired holds', () => {
  test('of several stores are ended in one sweep, and each unit returns once', async () => {
    const offers = await Promise.all([1, 2, 3].map(() => createOffer(core, { allocation: 400 })));
    const [first, second, third] = offers as [Offer, Offer, Offer];
    await Promise.all([holdMany(first, 300), holdMany(second, 130), holdMany(third, 2)]);
    await shiftClock(database.db, 601);
    const live = await hold(third, 2);
    expect(await endExpiredHolds(core)).toBe(432);
    for (const offer of [first, second]) expect(await unitOf(offer)).toEqual({ held: 0, sold: 0 });
    expect(await unitOf(third)).toEqual({ held: 2, sold: 0 });
    expect((await viewCheckout(core, { storeKey: third.storeKey, checkoutId: live })).state).toBe('held');
    const [told] = await database.db.query(
      `SELECT count(*) AS ledger, count(DISTINCT source_id) AS checkouts, -sum(held_delta) AS units FROM stock_ledger
       WHERE reason = 'expire' AND store_id = ANY ($1)`,
      [offers.map(({ storeId }) => storeId)],
    );
    expect(told).toEqual({ ledger: 432, checkouts: 432, units: 432 });
    const changed = await database.db.query(
      `SELECT DISTINCT subject_id FROM outbox WHERE topic = 'stock.changed' AND subject_id = ANY ($1)`,
      [offers.map(({ productId }) => productId)],
    );
    expect(changed).toHaveLength(3);
    expect(await endExpiredHolds(core)).toBe(0);
  });

  test('release their discount codes', async () => {
    const offer = await createOffer(core, { allocation: 2 });
    const ids = await holdMany(offer, 2);
    await database.db.query(
      `WITH made AS (INSERT INTO discount (store_id, id, code, kind, value, created_at)
                     VALUES ($1, $2, 'ONCE', 'percent', 10, app_now()) RETURNING store_id, id)
       INSERT INTO discount_use (store_id, checkout_id, discount_id) SELECT store_id, $3, id FROM made`,
      [offer.storeId, randomUUID(), ids[0]],
    );
    await shiftClock(database.db, 601);
    await endExpiredHolds(core);
    expect(await database.db.query('SELECT 1 FROM discount_use WHERE store_id = $1', [offer.storeId])).toEqual([]);
  });

  test.each(ROUNDS)('are ended once when two workers sweep at the same time (%i)', async () => {
    const offers = await Promise.all([1, 2].map(() => createOffer(core, { allocation: 300 })));
    for (const offer of offers) await holdMany(offer, 260);
    await shiftClock(database.db, 601);
    const ended = await Promise.all([endExpiredHolds(core), endExpiredHolds(other)]);
    const left = await endExpiredHolds(core); // these were locked by one worker when the other one read them
    expect(ended[0] + ended[1] + left).toBe(520);
    for (const offer of offers) expect(await unitOf(offer)).toEqual({ held: 0, sold: 0 });
  });

  test('of one store are ended while a row of another store is locked', async () => {
    const stuck = await createOffer(core, { allocation: 9 });
    const free = await createOffer(core, { allocation: 9 });
    await hold(stuck);
    await holdMany(free, 3);
    await shiftClock(database.db, 601);
    const unlock = await lockUnit(stuck);
    const began = performance.now();
    expect(await endExpiredHolds(core)).toBe(3);
    expect(performance.now() - began, 'a locked row delayed the sweep').toBeLessThan(3_000);
    expect(await unitOf(free)).toEqual({ held: 0, sold: 0 });
    await unlock();
    expect(await endExpiredHolds(core)).toBe(1);
    expect(await unitOf(stuck)).toEqual({ held: 0, sold: 0 });
  });

  test('of one store are ended although a locked store has more than one round reads', async () => {
    const [stuck, free] = [await createOffer(core, { allocation: 9 }), await createOffer(core, { allocation: 9 })];
    await holdMany(stuck, 5);
    await shiftClock(database.db, 1);
    await holdMany(free, 3);
    await shiftClock(database.db, 601);
    const unlock = await lockUnit(stuck);
    const look = { limit: 8, storeMax: 2, through: 4 };
    expect(await endExpiredHolds(core, look)).toBe(3);
    expect(await unitOf(free)).toEqual({ held: 0, sold: 0 });
    await unlock();
    expect(await endExpiredHolds(core, look)).toBe(5);
  });

  test('wait for the next round while their checkout is locked, and others do not', async () => {
    const offer = await createOffer(core, { allocation: 9 });
    const [busy] = await holdMany(offer, 3);
    await shiftClock(database.db, 601);
    const unlock = await lockRow('SELECT 1 FROM checkout WHERE id = $1 FOR UPDATE', [busy]);
    expect(await endExpiredHolds(core)).toBe(2);
    expect(await unitOf(offer)).toEqual({ held: 1, sold: 0 });
    await unlock();
    expect(await endExpiredHolds(core)).toBe(1);
  });
});

describe('during a sweep', () => {
  test.each(ROUNDS)('a checkout is changed before its end or refused (%i)', async () => {
    const offer = await createOffer(core, { allocation: 40 });
    const ids = await holdMany(offer, 20);
    await shiftClock(database.db, 599);
    const change = (checkoutId: string, deps: Core) =>
      changeCheckout(deps, checkoutRequest(offer, { quantity: 2 }), {
        storeId: offer.storeId,
        checkoutId,
        clientAddress: randomUUID(),
      });
    const [answers, ended] = await Promise.all([
      Promise.all(ids.map((id, index) => outcomeOf(change(id, index % 2 ? core : other)))),
      shiftClock(database.db, 2).then(() => endExpiredHolds(other)),
    ]);
    expect(new Set([...answers, 'done', 'checkout_not_held'])).toEqual(new Set(['done', 'checkout_not_held']));
    expect(ended + (await endExpiredHolds(core))).toBe(20);
    expect(await unitOf(offer)).toEqual({ held: 0, sold: 0 });
  });

  test.each(ROUNDS)('a checkout is either placed or expired (%i)', async () => {
    const offer = await createOffer(core, { allocation: 20 });
    const ids = await holdMany(offer, 10);
    await shiftClock(database.db, 599);
    const [answers] = await Promise.all([
      Promise.all(ids.map((id, index) => outcomeOf(payWith(index % 2 ? core : other, offer, id)))),
      shiftClock(database.db, 2).then(() => endExpiredHolds(other)),
      endExpiredPayments(core),
    ]);
    await endExpiredHolds(core);
    await endExpiredPayments(core);
    const states = await Promise.all(
      ids.map(async (id) => (await viewCheckout(core, { storeKey: offer.storeKey, checkoutId: id })).state),
    );
    const placed = states.filter((state) => state === 'completed').length;
    expect(new Set([...states, 'completed', 'expired'])).toEqual(new Set(['completed', 'expired']));
    expect(await unitOf(offer)).toEqual({ held: 0, sold: placed });
    for (const [index, answer] of answers.entries()) {
      if (states[index] === 'expired') expect(answer).not.toBe('done');
    }
    await capture(offer);
  });

  test.each(ROUNDS)('an authorised payment is placed, however late it is read (%i)', async () => {
    const offer = await createOffer(core, { allocation: 8 });
    const ids = await holdMany(offer, 8);
    const attempts = await Promise.all(
      ids.map(async (id) => {
        const idempotency = { key: randomUUID(), bodyHash: '' };
        const target = { storeId: offer.storeId, checkoutId: id, token: tokenOf('late') };
        await pay(core, { ...target, total: 13_390, marketingConsent: false, idempotency });
        return (await readLatestAttempt(database.db, offer.storeId, id))?.id ?? '';
      }),
    );
    await shiftClock(database.db, 700);
    await Promise.all([
      endExpiredHolds(core),
      endExpiredHolds(other),
      endExpiredPayments(other),
      ...attempts.map((attemptId) => settle(core, { storeId: offer.storeId, attemptId })),
    ]);
    expect(await unitOf(offer)).toEqual({ held: 0, sold: 8 });
    await capture(offer);
  });
});
