import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { endExpiredHolds, endExpiredPayments, settleSilentAttempts } from '../../../src/core/checkouts/jobs.ts';
import { readExpiredPayments } from '../../../src/core/checkouts/queries.ts';
import { pay } from '../../../src/core/payments/commands/pay.ts';
import { forgetCards } from '../../../src/core/payments/jobs.ts';
import { ProviderError } from '../../../src/integrations/payments/port.ts';
import { testCardToken } from '../../../src/protocol/wire/test-cards.ts';
import { sell } from '../../support/charges.ts';
import { viewCheckout } from '../../support/checkout-view.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/core.ts';
import { cancelAll } from '../../support/release.ts';
import { useCore } from '../../support/use-core.ts';

// The provider of one store does not answer. Other stores must not be affected.
const { database, core } = await useCore();
let silentStoreId: string | null = null;
let silentRef: string | null = null;
let asked: string[] = [];

beforeAll(() => {
  const { payments } = core;
  core.payments = (name, storeId) => {
    const provider = payments(name, storeId);
    if (storeId !== silentStoreId) return provider;
    const unanswered = (ref: string) => {
      asked.push(ref);
      throw new ProviderError('unreachable', 'no answer');
    };
    return {
      ...provider,
      read: async (ref) => (silentRef === null || silentRef === ref ? unanswered(ref) : provider.read(ref)),
      cancel: async (ref) => unanswered(ref),
      forget: async ({ ref }) => unanswered(ref),
    };
  };
});
beforeEach(() => {
  silentStoreId = null;
  silentRef = null;
  asked = [];
});

const openOffer = () => createOffer(core, { allocation: 50, holdsPerAddressMax: 50 });

async function hold(offer: Offer): Promise<string> {
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() };
  return makeCheckout(core, checkoutRequest(offer, { email: `${randomUUID()}@mail.example` }), shopper);
}

/** Pays with a card whose bank answers late. */
async function holdAndPay(offer: Offer): Promise<string> {
  const checkoutId = await hold(offer);
  const { total, dueNow } = await viewCheckout(core, checkoutId);
  await pay(core, {
    storeId: offer.storeId,
    checkoutId,
    total,
    dueNow,
    token: testCardToken('4000000000006975'),
    marketingConsent: false,
    idempotency: { key: randomUUID(), bodyHash: 'once' },
  });
  return checkoutId;
}

const states = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await viewCheckout(core, id)).state));

const holdAndPayFive = (offer: Offer) => Promise.all([1, 2, 3, 4, 5].map(() => holdAndPay(offer)));

test('keeps its holds with open payments, asks for a few in each round, and ends all other holds at once', async () => {
  const [silent, sound] = [await openOffer(), await openOffer()];
  const stuck = await holdAndPayFive(silent);
  const paid = await holdAndPay(sound);
  const left = [await hold(silent), await hold(sound)];
  await shiftClock(database.db, 700);
  silentStoreId = silent.storeId;

  expect(await endExpiredHolds(core)).toBe(2);
  expect(asked).toEqual([]);
  expect(await states(left)).toEqual(['expired', 'expired']);

  expect(await endExpiredPayments(core)).toBe(1);
  expect(asked).toHaveLength(3);
  expect(await states([...stuck, paid])).toEqual([...Array(5).fill('held'), 'completed']);
  await endExpiredPayments(core);
  expect(asked).toHaveLength(6);
  expect(new Set(asked).size).toBe(5);

  silentStoreId = null;
  await endExpiredPayments(core);
  expect(await states(stuck)).toEqual(Array(5).fill('completed'));
});

test('is asked for a few silent attempts in each round, and other stores’ attempts are settled', async () => {
  const [silent, sound] = [await openOffer(), await openOffer()];
  const stuck = await holdAndPayFive(silent);
  const paid = await holdAndPay(sound);
  await shiftClock(database.db, 760);
  silentStoreId = silent.storeId;
  await settleSilentAttempts(core);
  expect(asked).toHaveLength(3);
  expect(await states([...stuck, paid])).toEqual([...Array(5).fill('held'), 'completed']);
});

test('settles the other payments of a store when only one of them gets no answer', async () => {
  const silent = await openOffer();
  const held = await holdAndPayFive(silent);
  await shiftClock(database.db, 700);
  silentStoreId = silent.storeId;
  const first = (await readExpiredPayments(database.db, 50)).find(({ storeId }) => storeId === silentStoreId);
  const [attempt] = await database.db.query<{ ref: string }>('SELECT provider_ref AS ref FROM attempt WHERE id = $1', [
    first?.attemptId,
  ]);
  silentRef = attempt?.ref ?? '';
  await endExpiredPayments(core);
  expect((await states(held)).sort()).toEqual([...Array(4).fill('completed'), 'held']);
});

test('keeps its cards until it answers, and the cards of other stores are forgotten', async () => {
  const sold = [];
  for (let count = 0; count < 2; count += 1) sold.push(await sell(core, {}));
  const [silent, sound] = sold;
  if (!silent || !sound) throw new Error('fewer than two were sold');
  for (const { offer, reference } of sold) await cancelAll(core, offer, reference);
  // Adds older cards, more than one round takes.
  await database.db.query(
    `INSERT INTO payment_method (store_id, id, preorder_id, provider, customer_ref, method_ref, brand, last4, created_at, replaced_at)
     SELECT store_id, gen_random_uuid(), preorder_id, provider, 'c' || g, 'm' || g, brand, last4, created_at - interval '1 day', created_at
     FROM payment_method, generate_series(1, 60) AS g WHERE preorder_id = $1`,
    [silent.preorderId],
  );
  silentStoreId = silent.storeId;
  let rounds = 0;
  for (let forgotten = 0; forgotten === 0 && rounds < 5; rounds += 1) forgotten = await forgetCards(core);
  expect(asked.length, 'a silent provider was asked too often in a round').toBeLessThanOrEqual(3 * rounds);
  const kept = await database.db.query('SELECT 1 FROM payment_method WHERE store_id = $1 AND forgotten_at IS NULL', [
    sound.storeId,
  ]);
  expect(kept).toEqual([]);
});
