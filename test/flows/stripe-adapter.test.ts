import { afterAll, beforeAll, describe } from 'vitest';
import { stripeCalls } from '../../src/integrations/payments/stripe/client.ts';
import { createStripeProvider } from '../../src/integrations/payments/stripe/provider.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createTestStore } from '../support/merchant.ts';
import { paymentProviderContract } from '../support/payment-provider-contract.ts';
import { approveAt, openStripe, STRIPE_CARDS, type StripeDesk } from '../support/stripe.ts';

let database: TestDatabase;
let desk: StripeDesk;
let storeId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openStripe(database.db);
  storeId = await createTestStore(database.db);
});
afterAll(async () => {
  await desk.stop();
  await database.drop();
});

describe('the Stripe adapter over the stand-in keeps the port’s contract:', () => {
  paymentProviderContract(async () => ({
    ...{ provider: createStripeProvider(stripeCalls(desk.keys), 'test'), storeId },
    ...{ tokens: STRIPE_CARDS, approve: approveAt(desk.stripe.url) },
  }));
});
