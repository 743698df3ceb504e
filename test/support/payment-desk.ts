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

/** An adapter under test, and how to play the shopper and the network of its provider. */
export type ProviderUnderTest = {
  provider: PaymentProvider;
  storeId: string;
  /** What the provider's script makes in the browser, for each outcome of a confirm. */
  tokens: Record<
    | 'good'
    | 'declined'
    | 'secondStep'
    | 'neverAnswers'
    // Good while the shopper is there; a later charge is declined, or the bank wants the shopper.
    | 'chargeDeclined'
    | 'chargeSecondStep',
    string
  >;
  /** The merchant at the provider itself. */
  byHand: OtherHand;
  /** The shopper passes the second step. */
  approve(payment: Payment): Promise<unknown>;
};

/** Payments on their way, each with an object of its own. */
export function openDesk(make: () => Promise<ProviderUnderTest>) {
  let made: ProviderUnderTest | undefined;
  beforeAll(async () => {
    made = await make();
  });
  const under = (): ProviderUnderTest => {
    if (!made) throw new Error('the adapter is made before the tests');
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
  /** A card that is kept, after its second step where it asks for one. */
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

export type PaymentDesk = ReturnType<typeof openDesk>;
