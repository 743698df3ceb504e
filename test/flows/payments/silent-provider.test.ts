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
import { stageEngine } from '../../support/engine-stage.ts';
import { cancelAll } from '../../support/release.ts';
import { checkoutRequest, createOffer, type Offer, shiftClock } from '../../support/shop.ts';

// One store's provider does not answer, and nobody else may notice.
const { database, engine } = await stageEngine();
let away: string | null = null;
let only: string | null = null;
let asked: string[] = [];

beforeAll(() => {
  const { payments } = engine;
  engine.payments = (name, storeId) => {
    const provider = payments(name, storeId);
    if (storeId !== away) return provider;
    const unanswered = (ref: string) => {
      asked.push(ref);
      throw new ProviderError('unreachable', 'no answer');
    };
    return {
      ...provider,
      read: async (ref) => (only === null || only === ref ? unanswered(ref) : provider.read(ref)),
      cancel: async (ref) => unanswered(ref),
      forget: async ({ ref }) => unanswered(ref),
    };
  };
});
beforeEach(() => {
  away = null;
  only = null;
  asked = [];
});

const shop = () => createOffer(engine, { allocation: 50, holdsPerAddressMax: 50 });

async function hold(offer: Offer): Promise<string> {
  const shopper = { clientAddress: '192.0.2.7', idempotencyKey: randomUUID() };
  return makeCheckout(engine, checkoutRequest(offer, { email: `${randomUUID()}@mail.example` }), shopper);
}

/** Its bank takes a while, and nobody waits for it. */
async function holdAndPay(offer: Offer): Promise<string> {
  const checkoutId = await hold(offer);
  const { total, dueNow } = await viewCheckout(engine, checkoutId);
  await pay(engine, {
    ...{ storeId: offer.storeId, checkoutId, total, dueNow, token: testCardToken('4000000000006975') },
    ...{ marketingConsent: false, idempotency: { key: randomUUID(), bodyHash: 'once' } },
  });
  return checkoutId;
}

const states = (ids: readonly string[]) => Promise.all(ids.map(async (id) => (await viewCheckout(engine, id)).state));

const several = (offer: Offer) => Promise.all([1, 2, 3, 4, 5].map(() => holdAndPay(offer)));

test('its holds under payment wait, each is asked for in its turn, and all other holds end at once', async () => {
  const [silent, sound] = [await shop(), await shop()];
  const stuck = await several(silent);
  const paid = await holdAndPay(sound);
  const left = [await hold(silent), await hold(sound)];
  await shiftClock(database.db, 700);
  away = silent.storeId;

  expect(await endExpiredHolds(engine)).toBe(2);
  expect(asked).toEqual([]);
  expect(await states(left)).toEqual(['expired', 'expired']);

  expect(await endExpiredPayments(engine)).toBe(1);
  expect(asked).toHaveLength(3);
  expect(await states([...stuck, paid])).toEqual([...Array(5).fill('held'), 'completed']);
  await endExpiredPayments(engine);
  expect(asked).toHaveLength(6);
  expect(new Set(asked).size).toBe(5);

  away = null;
  await endExpiredPayments(engine);
  expect(await states(stuck)).toEqual(Array(5).fill('completed'));
});

test('attempts that nobody spoke of are asked for a few times a round there, and settled elsewhere', async () => {
  const [silent, sound] = [await shop(), await shop()];
  const stuck = await several(silent);
  const paid = await holdAndPay(sound);
  await shiftClock(database.db, 760);
  away = silent.storeId;
  await settleSilentAttempts(engine);
  expect(asked).toHaveLength(3);
  expect(await states([...stuck, paid])).toEqual([...Array(5).fill('held'), 'completed']);
});

test('one payment that waits for a reason of its own holds up no other of its store', async () => {
  const silent = await shop();
  const held = await several(silent);
  await shiftClock(database.db, 700);
  away = silent.storeId;
  const first = (await readExpiredPayments(database.db, 50)).find(({ storeId }) => storeId === away);
  const [attempt] = await database.db.query<{ ref: string }>('SELECT provider_ref AS ref FROM attempt WHERE id = $1', [
    first?.attemptId,
  ]);
  only = attempt?.ref ?? '';
  await endExpiredPayments(engine);
  expect((await states(held)).sort()).toEqual([...Array(4).fill('completed'), 'held']);
});

test('its cards wait to be forgotten, however many, and those of others are', async () => {
  const sold = [];
  for (let count = 0; count < 2; count += 1) sold.push(await sell(engine, {}));
  const [silent, sound] = sold;
  if (!silent || !sound) throw new Error('two were sold');
  for (const { offer, reference } of sold) await cancelAll(engine, offer, reference);
  // More than a round takes, and all of them older.
  await database.db.query(
    `INSERT INTO payment_method (store_id, id, preorder_id, provider, customer_ref, method_ref, brand, last4, created_at, replaced_at)
     SELECT store_id, gen_random_uuid(), preorder_id, provider, 'c' || g, 'm' || g, brand, last4, created_at - interval '1 day', created_at
     FROM payment_method, generate_series(1, 60) AS g WHERE preorder_id = $1`,
    [silent.preorderId],
  );
  away = silent.storeId;
  let rounds = 0;
  for (let forgotten = 0; forgotten === 0 && rounds < 5; rounds += 1) forgotten = await forgetCards(engine);
  expect(asked.length, 'a silent provider is asked a few times a round').toBeLessThanOrEqual(3 * rounds);
  const kept = await database.db.query('SELECT 1 FROM payment_method WHERE store_id = $1 AND forgotten_at IS NULL', [
    sound.storeId,
  ]);
  expect(kept).toEqual([]);
});
