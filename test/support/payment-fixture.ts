import { randomUUID } from 'node:crypto';
import { beforeAll } from 'vitest';
import type {
  ChargeRequest,
  OtherHand,
  Payment,
  PaymentIntent,
  PaymentProvider,
  SavedMethod,
} from '../../src/integrations/payments/port.ts';

export const AMOUNT = 13_390;

export const euros = (amount: number) => ({ amount, currency: 'EUR' });

/** An adapter under test, with helpers that act as the shopper and the provider's network. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  storeId: string;
  /** The tokens of the provider's script in the browser, one for each outcome of a confirm. */
  tokens: Record<
    | 'good'
    | 'declined'
    | 'secondStep'
    | 'neverAnswers'
    // These cards succeed while the shopper is present. A later charge is declined or needs a challenge.
    | 'chargeDeclined'
    | 'chargeSecondStep',
    string
  >;
  /** Acts as the merchant in the provider's dashboard. */
  byHand: OtherHand;
  /** Passes the challenge as the shopper. */
  approve(payment: Payment): Promise<unknown>;
};

/** Creates payments in different states, each with its own object. */
export function usePaymentFixture(make: () => Promise<ProviderUnderTest>) {
  let made: ProviderUnderTest | undefined;
  beforeAll(async () => {
    made = await make();
  });
  const under = (): ProviderUnderTest => {
    if (!made) throw new Error('adapter used before it was created');
    return made;
  };
  const provider = () => under().provider;
  const request = (intent: PaymentIntent = 'pay') => ({
    storeId: under().storeId,
    attemptId: randomUUID(),
    intent,
    amount: intent === 'save' ? 0 : AMOUNT,
    currency: 'EUR',
  });
  const created = (intent?: PaymentIntent) => provider().create(request(intent));
  const authorised = async (): Promise<Payment> => provider().confirm((await created()).ref, under().tokens.good);
  const captured = async (amount = AMOUNT): Promise<Payment> =>
    provider().capture((await authorised()).ref, euros(amount), randomUUID());
  /** Keeps a card, after a challenge if it asks for one. */
  const kept = async (token: string, intent: PaymentIntent = 'save'): Promise<SavedMethod> => {
    const confirmed = await provider().confirm((await created(intent)).ref, token);
    if (confirmed.status === 'requires_action') await under().approve(confirmed);
    const { method } = await provider().read(confirmed.ref);
    if (!method) throw new Error('the card is not kept');
    return method;
  };
  const chargeOf = (method: SavedMethod, amount = AMOUNT): ChargeRequest => ({
    storeId: under().storeId,
    attemptId: randomUUID(),
    movementId: randomUUID(),
    amount,
    currency: 'EUR',
    method: { ref: method.ref, customerRef: method.customerRef },
    isRetry: true,
  });
  return { under, provider, request, created, authorised, captured, kept, chargeOf };
}

export type PaymentFixture = ReturnType<typeof usePaymentFixture>;
