import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endCheckout } from '../../../src/core/checkouts/commands/end.ts';
import { changeCheckout, makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { settle } from '../../../src/core/payments/commands/settle.ts';
import { cancelLines } from '../../../src/core/preorders/commands/cancel.ts';
import { type PaymentProvider, ProviderError } from '../../../src/integrations/payments/port.ts';
import type { TestCardBehaviour } from '../../../src/protocol/wire/test-cards.ts';
import { keepBooksSound } from '../../support/books.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { type Core, checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { useCore } from '../../support/use-core.ts';

// Another process acts exactly between two of our steps. The race test meets some of these moments by chance.
const { database, core } = await useCore();
keepBooksSound(() => database.db, false);

/** Runs `before` ahead of the first call. Every call then does its own work. */
function beforeFirst<Args extends unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
  before: () => Promise<unknown>,
): (...args: Args) => Promise<Result> {
  let met = false;
  return async (...args) => {
    if (!met) {
      met = true;
      await before();
    }
    return call(...args);
  };
}

const testProvider = () => core.payments('test', '');

/** Returns a core whose provider calls are partly replaced. */
const withProvider = (changes: Partial<PaymentProvider>): Core => {
  const provider = { ...testProvider(), ...changes };
  return { ...core, payments: () => provider, paymentsFor: async () => provider };
};

async function holdUnits(quantity = 1): Promise<{ offer: Offer; storeId: string; checkoutId: string }> {
  const offer = await createOffer(core, { allocation: 9 });
  const shopper = { clientAddress: '192.0.2.1', idempotencyKey: randomUUID() };
  const checkoutId = await makeCheckout(core, checkoutRequest(offer, { quantity }), shopper);
  return { offer, storeId: offer.storeId, checkoutId };
}

type Target = { storeId: string; checkoutId: string };

async function payWith(deps: Core, { storeId, checkoutId }: Target, behaviour: TestCardBehaviour = 'succeeds') {
  const { total } = await viewCheckout(core, checkoutId);
  const idempotency = { key: randomUUID(), bodyHash: behaviour };
  return pay(deps, { storeId, checkoutId, token: tokenOf(behaviour), total, marketingConsent: false, idempotency });
}

async function attemptOf(checkoutId: string) {
  const [attempt] = await database.db.query<{ id: string; state: string; ref: string; status: string; secret: string }>(
    `SELECT a.id, a.state, t.ref, t.status, t.client_secret AS secret
     FROM attempt a LEFT JOIN test_provider.payment t ON t.attempt_id = a.id::text WHERE a.checkout_id = $1`,
    [checkoutId],
  );
  if (!attempt) throw new Error('no attempt of this checkout');
  return attempt;
}

const stateOf = async ({ checkoutId }: Target) => (await viewCheckout(core, checkoutId)).state;

describe('while a hold ends', () => {
  test('a new payment keeps the hold', async () => {
    const target = await holdUnits();
    const begins = () => payWith(core, target, 'never_answers');
    const slow = {
      ...core,
      db: { ...core.db, transaction: beforeFirst(core.db.transaction, begins) } as Core['db'],
    };
    expect(await endCheckout(slow, target, 'abandoned')).toBe('pending');
    expect(await viewCheckout(core, target.checkoutId)).toMatchObject({ state: 'held', paymentPending: true });
  });

  test('a passed second step places the pre-order', async () => {
    const target = await holdUnits();
    await payWith(core, target, 'second_step');
    const { id, ref, secret } = await attemptOf(target.checkoutId);
    const passes = async () => {
      await core.testProvider.answerChallenge(ref, secret, true);
      await settle(core, { storeId: target.storeId, attemptId: id });
    };
    const slow = {
      ...core,
      db: { ...core.db, transaction: beforeFirst(core.db.transaction, passes) } as Core['db'],
    };
    expect(await endCheckout(slow, target, 'abandoned')).toBe('placed');
    expect(await stateOf(target)).toBe('completed');
  });

  test('a second step that is passed after the committed cancellation places nothing', async () => {
    const target = await holdUnits();
    await payWith(core, target, 'second_step');
    const { id, ref, secret } = await attemptOf(target.checkoutId);
    const { cancel } = testProvider();
    const slow = withProvider({
      cancel: beforeFirst(cancel, async () => {
        await core.testProvider.answerChallenge(ref, secret, true);
        expect(await settle(core, { storeId: target.storeId, attemptId: id })).toEqual({ kind: 'processing' });
      }),
    });
    expect(await endCheckout(slow, target, 'abandoned')).toBe('ended');
    expect(await attemptOf(target.checkoutId)).toMatchObject({ state: 'cancelled', status: 'cancelled' });
    expect(await stateOf(target)).toBe('abandoned');
  });

  test('an unreachable provider keeps the hold', async () => {
    const target = await holdUnits();
    await payWith(core, target, 'never_answers');
    const silent = async () => {
      throw new ProviderError('unreachable', 'silence');
    };
    await shiftClock(database.db, 601);
    expect(await endCheckout(withProvider({ read: silent }), target, 'expired')).toBe('pending');
    expect(await endCheckout(withProvider({ cancel: silent }), target, 'expired')).toBe('pending');
    expect(await stateOf(target)).toBe('held');
    expect((await attemptOf(target.checkoutId)).state).toBe('cancel_sent');
    await expect(payWith(core, target)).rejects.toMatchObject({ code: 'payment_in_progress' });
    const changed = changeCheckout(withProvider({ cancel: silent }), checkoutRequest(target.offer), {
      ...target,
      clientAddress: '192.0.2.1',
    });
    await expect(changed).rejects.toMatchObject({ code: 'payment_in_progress' });
    await shiftClock(database.db, 60);
    await settleSilentAttempts(core); // the provider answers again
    expect(await stateOf(target)).toBe('expired');
  });

  test('a provider that does not cancel keeps the hold, and the merchant is told once', async () => {
    const target = await holdUnits();
    await payWith(core, target, 'second_step');
    const { id } = await attemptOf(target.checkoutId);
    const stubborn = withProvider({
      cancel: async (ref) => ({ ...(await testProvider().read(ref)), status: 'processing' }),
    });
    for (const _ of [1, 2]) expect(await endCheckout(stubborn, target, 'abandoned')).toBe('pending');
    expect(await stateOf(target)).toBe('held');
    const alerts = await database.db.query('SELECT code FROM alert WHERE subject_id = $1', [id]);
    expect(alerts).toEqual([{ code: 'cancel_failed' }]);
    expect(await endCheckout(core, target, 'abandoned')).toBe('ended');
  });
});

describe('while a checkout changes', () => {
  test('a new payment of the old total refuses the change', async () => {
    const target = await holdUnits();
    const begins = () => payWith(core, target, 'never_answers');
    const slow = { ...core, sales: { ...core.sales, hold: beforeFirst(core.sales.hold, begins) } };
    const changed = changeCheckout(slow, checkoutRequest(target.offer, { quantity: 2 }), {
      ...target,
      clientAddress: '192.0.2.1',
    });
    await expect(changed).rejects.toMatchObject({ code: 'payment_in_progress' });
    expect((await viewCheckout(core, target.checkoutId)).quantity).toBe(1);
  });
});

describe('while a payment begins', () => {
  test('a hold that ends before the provider’s object is stored leaves the object unconfirmed', async () => {
    const target = await holdUnits();
    const { create } = testProvider();
    const slow = withProvider({
      async create(request) {
        const made = await create(request);
        expect(await endCheckout(core, target, 'abandoned')).toBe('ended');
        return made;
      },
    });
    await expect(payWith(slow, target)).rejects.toMatchObject({ code: 'checkout_not_held' });
    expect(await attemptOf(target.checkoutId)).toMatchObject({ state: 'abandoned', status: 'requires_payment_method' });
  });

  test('an unreachable provider charges nothing, and the shopper may try again', async () => {
    const target = await holdUnits();
    const create = async () => {
      throw new ProviderError('unreachable', 'silence');
    };
    await expect(payWith(withProvider({ create }), target)).rejects.toMatchObject({ code: 'unavailable' });
    expect(await payWith(core, target)).toEqual({ kind: 'completed' });
  });

  test('a store without a provider refuses the payment', async () => {
    const target = await holdUnits();
    await expect(payWith({ ...core, paymentsFor: async () => null }, target)).rejects.toMatchObject({
      code: 'payment_not_configured',
    });
  });
});

describe('a movement', () => {
  async function bought(quantity: number) {
    const target = await holdUnits(quantity);
    await payWith(core, target);
    const [preorder] = await database.db.query<{ id: string; lines: string[]; totals: number[] }>(
      `SELECT p.id, array_agg(l.id ORDER BY l.position)::text[] AS lines, json_agg(l.total ORDER BY l.position) AS totals
       FROM preorder p JOIN preorder_line l ON l.preorder_id = p.id WHERE p.checkout_id = $1 GROUP BY p.id`,
      [target.checkoutId],
    );
    if (!preorder) throw new Error('no pre-order was placed');
    return { ...target, preorderId: preorder.id, lines: preorder.lines, total: preorder.totals };
  }
  const moneyAt = async (checkoutId: string) => {
    const [money] = await database.db.query(
      'SELECT t.captured, t.refunded FROM test_provider.payment t JOIN attempt a ON a.id::text = t.attempt_id WHERE a.checkout_id = $1',
      [checkoutId],
    );
    return money;
  };
  const lost = (): never => {
    throw new ProviderError('unreachable', 'the answer was lost');
  };
  const moveMoneyWith = (deps: Core, { storeId, preorderId }: { storeId: string; preorderId: string }) =>
    moveMoney(deps, storeId, preorderId);

  test('refunds once when the answer is lost and the provider forgets our keys', async () => {
    const order = await bought(3);
    await moveMoneyWith(core, order);
    await cancelLines(core, { ...order, lineIds: order.lines.slice(0, 1) });
    const { refund } = testProvider();
    const losing = withProvider({
      refund: async (...args) => {
        await refund(...args);
        return lost();
      },
    });
    await expect(moveMoneyWith(losing, order)).rejects.toMatchObject({ kind: 'unreachable' });
    const forgetful = withProvider({ refund: (ref, amount) => refund(ref, amount, randomUUID()) });
    await moveMoneyWith(forgetful, order);
    await moveMoneyWith(core, order);
    expect(await moneyAt(order.checkoutId)).toEqual({ captured: 3 * 12_900 + 490, refunded: order.total[0] });
  });

  test('captures and refunds once when two workers run it and an answer is lost', async () => {
    const order = await bought(3);
    await Promise.all([moveMoneyWith(core, order), moveMoneyWith(core, order)]);
    await cancelLines(core, { ...order, lineIds: order.lines.slice(1, 2) });
    const { refund } = testProvider();
    const losing = withProvider({
      refund: async (...args) => {
        await refund(...args);
        return lost();
      },
    });
    await Promise.allSettled([moveMoneyWith(losing, order), moveMoneyWith(core, order), moveMoneyWith(losing, order)]);
    await moveMoneyWith(core, order);
    expect(await moneyAt(order.checkoutId)).toEqual({ captured: 3 * 12_900 + 490, refunded: order.total[1] });
  });

  test('whose authorisation has expired leaves the amount due, and tells the merchant once', async () => {
    const order = await bought(2);
    await testProvider().cancel((await attemptOf(order.checkoutId)).ref);
    await moveMoneyWith(core, order);
    await moveMoneyWith(core, order);
    const lines = await database.db.query('SELECT state FROM preorder_line WHERE preorder_id = $1', [order.preorderId]);
    expect(lines).toEqual([{ state: 'payment_due' }, { state: 'payment_due' }]);
    const movements = await database.db.query('SELECT kind, state FROM movement WHERE preorder_id = $1', [
      order.preorderId,
    ]);
    expect(movements).toEqual([{ kind: 'capture', state: 'failed' }]);
    const alerts = await database.db.query('SELECT code FROM alert WHERE subject_id = $1', [order.preorderId]);
    expect(alerts).toEqual([{ code: 'capture_failed' }]);
    await cancelLines(core, { ...order, lineIds: null });
    await moveMoneyWith(core, order);
    expect(await moneyAt(order.checkoutId)).toEqual({ captured: 0, refunded: 0 });
  });

  test('undoes an authorisation of the wrong amount once the provider answers', async () => {
    const target = await holdUnits();
    await payWith(core, target, 'second_step');
    const { id, ref, secret } = await attemptOf(target.checkoutId);
    // Now the authorised amount differs from the total of the checkout.
    await database.db.query('UPDATE attempt SET amount = amount + 1 WHERE id = $1', [id]);
    await core.testProvider.answerChallenge(ref, secret, true);
    expect(await settle(core, { storeId: target.storeId, attemptId: id })).toEqual({ kind: 'ended' });
    expect(await attemptOf(target.checkoutId)).toMatchObject({ state: 'surplus', status: 'authorised' });
    await shiftClock(database.db, 60);
    await settleSilentAttempts(withProvider({ cancel: async () => lost() }));
    expect((await attemptOf(target.checkoutId)).state).toBe('surplus');
    await shiftClock(database.db, 60);
    await settleSilentAttempts(core);
    expect(await attemptOf(target.checkoutId)).toMatchObject({ state: 'cancelled', status: 'cancelled' });
    const movements = await database.db.query('SELECT kind, state FROM movement WHERE attempt_id = $1', [id]);
    expect(movements).toEqual([{ kind: 'undo', state: 'done' }]);
    expect(await payWith(core, target)).toEqual({ kind: 'completed' }); // the hold is still alive
  });
});
