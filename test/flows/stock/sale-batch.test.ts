import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCheckout } from '../../../src/core/checkouts/commands/reserve.ts';
import { AppError } from '../../../src/domain/error.ts';
import { keepBooksSound } from '../../support/books.ts';
import { shippingStep } from '../../support/checkout-client.ts';
import { type Core, createCore } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createStoreWithWaitlist, type StoreOptions, type StoreWithWaitlist } from '../../support/system.ts';

// Concurrent requests share a batch within a process, and race between processes.
let database: TestDatabase;
let engines: Core[];
beforeAll(async () => {
  database = await createTestDatabase();
  engines = [createCore(database.db), createCore(database.db)];
});
afterAll(async () => {
  for (const core of engines) await core.stop();
  await database.drop();
});
keepBooksSound(() => database.db);

const coreOf = (number: number): Core => {
  const core = engines[number % engines.length];
  if (!core) throw new Error('no core');
  return core;
};

const createOpenShop = (options: StoreOptions = {}) => createStoreWithWaitlist({ deps: coreOf(0) }, options);

type Ask = { email?: string; clientAddress?: string; key?: string; processes: number };

/** Sends this many requests at once, each for the next variant, and returns their ids or refusal codes. */
function askAtOnce(open: StoreWithWaitlist, count: number, ask: Ask): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const core = coreOf(number % ask.processes);
      // Where possible each process asks for a variant of its own, so that processes do not wait for one unit row.
      const variant = open.product.variants[number % open.product.variants.length];
      const body = shippingStep(open, { variantId: variant?.externalId ?? '', ...(ask.email && { email: ask.email }) });
      const { clientAddress = `192.0.2.${number}`, key: idempotencyKey = randomUUID() } = ask;
      try {
        return await makeCheckout(core, body, { clientAddress, idempotencyKey });
      } catch (error) {
        if (error instanceof AppError) return error.code;
        throw error;
      }
    }),
  );
}

const countGranted = (answers: string[]) => answers.filter((answer) => answer.includes('-')).length;

describe.each([1, 2])('concurrent requests in %i process(es)', (processes) => {
  // Timing differs from round to round, so a leaking limit shows in some of them.
  const ROUNDS = Array.from({ length: 8 }, (_, round) => round);

  test.each(ROUNDS)('keep the limit per customer over all variants (%i)', async () => {
    const open = await createOpenShop({ waitlist: { limitPerCustomer: 3 }, store: { liveHoldsPerEmailMax: 10 } });
    const answers = await askAtOnce(open, 12, { email: 'ada@shopper.example', processes });
    expect(countGranted(answers)).toBe(3);
    expect(answers.filter((answer) => answer === 'limit_per_customer')).toHaveLength(9);
  });

  test.each(ROUNDS)('keep the limit of live holds per e-mail (%i)', async () => {
    const open = await createOpenShop({ store: { liveHoldsPerEmailMax: 2 } });
    const answers = await askAtOnce(open, 12, { email: 'ada@shopper.example', processes });
    expect(countGranted(answers)).toBe(2);
    expect(answers.filter((answer) => answer === 'too_many_holds')).toHaveLength(10);
  });

  test.each(ROUNDS)('keep the limit of live holds per address (%i)', async () => {
    const open = await createOpenShop({ store: { liveHoldsPerAddressMax: 2 } });
    const answers = await askAtOnce(open, 12, { clientAddress: '198.51.100.7', processes });
    expect(countGranted(answers)).toBe(2);
    expect(answers.filter((answer) => answer === 'too_many_holds')).toHaveLength(10);
  });

  test('hold every unit once', async () => {
    const open = await createOpenShop(); // ten units of each of two variants
    const answers = await askAtOnce(open, 64, { processes });
    expect(countGranted(answers)).toBe(20);
    expect(new Set(answers.filter((answer) => answer.includes('-'))).size).toBe(20);
    expect(answers.filter((answer) => answer === 'held_by_others')).toHaveLength(44);
  });

  test('create one checkout for one key', async () => {
    const open = await createOpenShop({ prices: [12_900] });
    const ask = { email: 'ada@shopper.example', clientAddress: '198.51.100.7', key: randomUUID(), processes };
    const answers = await askAtOnce(open, 12, ask);
    expect(countGranted(answers)).toBe(12);
    expect(new Set(answers).size).toBe(1);
  });
});
