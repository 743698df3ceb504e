import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestProvider, type TestProvider } from '../../../src/integrations/payments/test-provider.ts';
import { TEST_CARDS, type TestCardBehaviour } from '../../../src/protocol/wire/test-cards.ts';
import { tokenOf } from '../../support/checkout-client.ts';
import { shiftClock } from '../../support/core.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { createTestStore } from '../../support/merchant.ts';
import { paymentProviderContract } from '../../support/payment-provider-contract.ts';

let database: TestDatabase;
let provider: TestProvider;
let storeId: string;
const told: { id: string; storeId: string; attemptId: string }[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  storeId = await createTestStore(database.db);
  provider = createTestProvider({ db: database.db, onChange: async (event) => void told.push(event) });
});
afterAll(() => database.drop());

describe('the test provider keeps the port’s contract:', () => {
  paymentProviderContract(async () => ({
    provider,
    storeId,
    byHand: provider.byHand,
    tokens: {
      good: tokenOf('succeeds'),
      declined: tokenOf('declined'),
      secondStep: tokenOf('second_step'),
      neverAnswers: tokenOf('never_answers'),
      chargeDeclined: tokenOf('charge_declined'),
      chargeSecondStep: tokenOf('charge_second_step'),
    },
    approve: ({ ref, clientSecret }) => provider.answerChallenge(ref, clientSecret, true),
  }));
});

describe('the test provider', () => {
  const confirm = async (behaviour: TestCardBehaviour) => {
    const attemptId = randomUUID();
    const { ref } = await provider.create({ storeId, attemptId, intent: 'pay', amount: 100, currency: 'JPY' });
    return { attemptId, payment: await provider.confirm(ref, tokenOf(behaviour)) };
  };

  test('serves test stores alone', () => {
    expect([provider.serves('test'), provider.serves('live')]).toEqual([true, false]);
  });

  test('has a card for every behaviour', () => {
    expect(TEST_CARDS.map(({ behaviour }) => behaviour).sort()).toEqual(
      ['declined', 'expired_card', 'incorrect_card', 'insufficient_funds', 'late', 'late_declined', 'never_answers']
        .concat('second_step', 'succeeds', 'charge_declined', 'charge_second_step')
        .sort(),
    );
  });

  test('gives each decline its code', async () => {
    const codes = { declined: 'card_declined', insufficient_funds: 'insufficient_funds', expired_card: 'expired_card' };
    for (const [behaviour, declineCode] of Object.entries({ ...codes, incorrect_card: 'incorrect_card' })) {
      expect((await confirm(behaviour as TestCardBehaviour)).payment).toMatchObject({
        status: 'requires_payment_method',
        declineCode,
      });
    }
  });

  test('answers late cards after their delay', async () => {
    const [good, bad] = [await confirm('late'), await confirm('late_declined')];
    expect([good.payment.status, bad.payment.status]).toEqual(['processing', 'processing']);
    await shiftClock(database.db, 5);
    expect((await provider.read(good.payment.ref)).status).toBe('authorised');
    expect(await provider.read(bad.payment.ref)).toMatchObject({
      status: 'requires_payment_method',
      declineCode: 'card_declined',
    });
  });

  test('sends an event for an authorisation, and repeats it with the same id', async () => {
    const { attemptId, payment } = await confirm('succeeds');
    await provider.confirm(payment.ref, tokenOf('succeeds'));
    const events = told.filter((event) => event.attemptId === attemptId);
    expect(events).toHaveLength(2);
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1);
    expect(events[0]).toMatchObject({ storeId, id: expect.stringContaining(payment.ref) });
  });

  test('takes an answer to the challenge only with the client secret', async () => {
    const { payment } = await confirm('second_step');
    await expect(provider.answerChallenge(payment.ref, 'guess', true)).rejects.toMatchObject({ kind: 'refused' });
    expect((await provider.answerChallenge(payment.ref, payment.clientSecret, false)).status).toBe(
      'requires_payment_method',
    );
    expect((await provider.answerChallenge(payment.ref, payment.clientSecret, true)).status).toBe(
      'requires_payment_method',
    );
  });
});
