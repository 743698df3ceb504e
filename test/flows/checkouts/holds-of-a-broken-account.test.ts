import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments } from '../../../src/core/checkouts/jobs.ts';
import { createLink, linkToken, readLink } from '../../../src/core/links/commands.ts';
import { moveMoney } from '../../../src/core/payments/commands/move-money.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { payPreorder } from '../../../src/core/payments/commands/pay-preorder.ts';
import { finishSwap } from '../../../src/core/preorders/commands/finish-swap.ts';
import { swapVariant } from '../../../src/core/preorders/commands/swap.ts';
import { endUnpaidSwaps } from '../../../src/core/preorders/jobs.ts';
import { readPreorder } from '../../../src/core/preorders/queries.ts';
import { ProviderError, type ProviderErrorKind } from '../../../src/integrations/payments/port.ts';
import type { TestCardBehaviour } from '../../../src/protocol/wire/test-cards.ts';
import { expectSoundBooks } from '../../support/books.ts';
import { buyFrom } from '../../support/buy.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { checkoutRequest, createCore, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { createSizes } from '../../support/sizes.ts';
import { useCore } from '../../support/use-core.ts';

// A shopper who cannot pay because the merchant's account may not charge, or because its provider cannot be reached.

const { database, core: working } = await useCore();
const { db } = database;

let failure: { at: 'create' | 'confirm'; kind: ProviderErrorKind } | null = null;
const core = createCore(db, (provider) => ({
  ...provider,
  async create(request) {
    if (failure?.at === 'create') throw new ProviderError(failure.kind, 'the account may not charge');
    return provider.create(request);
  },
  async confirm(ref, token) {
    if (failure?.at === 'confirm') throw new ProviderError(failure.kind, 'the account may not charge');
    return provider.confirm(ref, token);
  },
}));

afterEach(async () => {
  failure = null;
  await expectSoundBooks(db, false);
});

async function hold() {
  const offer = await createOffer(core, { allocation: 1 });
  const checkoutId = await makeCheckout(core, checkoutRequest(offer), {
    clientAddress: '192.0.2.1',
    idempotencyKey: randomUUID(),
  });
  return { offer, checkoutId };
}

const advance = (count: number) => shiftClock(db, count * 60);

const tryToPay = (
  { offer, checkoutId }: { offer: Offer; checkoutId: string },
  behaviour: TestCardBehaviour = 'succeeds',
) =>
  pay(core, {
    storeId: offer.storeId,
    checkoutId,
    token: tokenOf(behaviour),
    total: 13_390,
    marketingConsent: false,
    idempotency: { key: randomUUID(), bodyHash: behaviour },
  });

async function sweep() {
  await endExpiredHolds(core);
  await endExpiredPayments(core);
}

const minutesLeft = async (checkoutId: string) => ((await viewCheckout(core, checkoutId)).holdMsLeft ?? 0) / 60_000;

const FAILURES = [
  { at: 'create', kind: 'account' },
  { at: 'create', kind: 'unreachable' },
  { at: 'confirm', kind: 'account' },
] as const;

test.each(FAILURES)('extends a hold by ten minutes when its payment fails on our side ($at, $kind)', async (how) => {
  const held = await hold();
  await advance(9);
  failure = how;
  await tryToPay(held).catch((error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }));
  expect(await minutesLeft(held.checkoutId)).toBeCloseTo(10, 0);
  await advance(9);
  await sweep();
  failure = null;
  expect(await tryToPay(held)).toEqual({ kind: 'completed' });
  const { preorder } = await viewCheckout(core, held.checkoutId);
  const { storeId } = held.offer;
  const { id } = await readPreorder(db, storeId, preorder?.reference ?? '');
  await moveMoney(core, storeId, id);
});

test('extends a hold by an hour at most, and then returns its units', async () => {
  const held = await hold();
  failure = { at: 'create', kind: 'account' };
  for (let count = 0; count < 8; count += 1) {
    await advance(8);
    await tryToPay(held).catch(() => {});
  }
  expect(await minutesLeft(held.checkoutId)).toBeCloseTo(70 - 64, 0);
  await advance(7);
  await expect(tryToPay(held)).rejects.toMatchObject({ code: expect.stringMatching(/unavailable|checkout_not_held/) });
  await sweep();
  failure = null;
  expect((await viewCheckout(core, held.checkoutId)).state).toBe('expired');
  const again = checkoutRequest(held.offer);
  await makeCheckout(core, again, { clientAddress: '192.0.2.2', idempotencyKey: randomUUID() });
});

test.each(['declined', 'insufficient_funds'] as const)(
  'does not extend a hold for a refused card (%s)',
  async (behaviour) => {
    const held = await hold();
    await advance(5);
    await tryToPay(held, behaviour);
    expect(await minutesLeft(held.checkoutId)).toBeCloseTo(5, 0);
  },
);

test('extends the hold of a swap, and its link with it', async () => {
  const offer = await createSizes(working, { units: [9, 9, 9] });
  const reference = await buyFrom(working, offer);
  const { id: preorderId, lines } = await readPreorder(db, offer.storeId, reference);
  const key = { storeId: offer.storeId, preorderId };
  const { variantExternalId } = offer.sizes.large;
  const swapped = await swapVariant(core, {
    ...key,
    lineId: lines[0]?.id ?? '',
    variantExternalId,
    now: 2_000,
    later: 0,
  });
  if (swapped.kind !== 'payment') throw new Error('the swap needs no payment');
  const { swapId } = swapped;
  const { id } = await createLink(db, { ...key, purpose: 'pay', detail: { swapId }, minutes: 30 });
  const opens = async () => (await readLink(core, 'pay', linkToken(core, id, 'pay'))) !== null;
  const paySwap = () =>
    payPreorder(core, { ...key, purpose: 'swap', swapId, amount: 2_000, token: tokenOf('succeeds') });
  await advance(28);
  failure = { at: 'create', kind: 'account' };
  await expect(paySwap()).rejects.toMatchObject({ code: 'unavailable' });
  await advance(8);
  await endUnpaidSwaps(core);
  expect(await opens()).toBe(true);
  failure = null;
  expect(await paySwap()).toEqual({ kind: 'completed' });
  const attempts = await db.query<{ id: string }>(
    "SELECT id FROM attempt WHERE preorder_id = $1 AND purpose = 'swap'",
    [preorderId],
  );
  for (const attempt of attempts) await finishSwap(core, { storeId: offer.storeId, attemptId: attempt.id });
  await moveMoney(core, offer.storeId, preorderId);
});
