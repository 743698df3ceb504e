import { NOTHING_TO_PAY, type Payment, type PaymentProvider, ProviderError } from './port.ts';

/**
 * The provider for pre-orders that cost nothing. The shopper only confirms, so there is no card, no account and no ledger. Each
 * attempt has an object, as at other providers; it is `saved` as soon as it is created.
 */
export const nothingToPay: PaymentProvider = {
  name: NOTHING_TO_PAY,
  serves: () => true,
  chargeable: () => ({ least: 0, most: 0 }),
  create: async ({ attemptId, amount }) => (amount === 0 ? object(`free_${attemptId}`, 'saved') : refuse()),
  confirm: async (ref) => object(ref, 'saved'),
  read: async (ref) => object(ref, 'saved'),
  cancel: async (ref) => object(ref, 'cancelled'),
  charge: refuse,
  capture: refuse,
  refund: refuse,
  forget: async () => {},
  hasDone: async () => false,
  findCharge: async () => null,
  inspect: async () => ({ status: 'saved', currency: '', capturedAmount: 0, refunds: [] }),
};

function object(ref: string, status: Payment['status']): Payment {
  return { ref, status, amount: 0, currency: '', capturedAmount: 0, refundedAmount: 0, clientSecret: '' };
}

async function refuse(): Promise<never> {
  throw new ProviderError('refused', 'there is nothing to pay');
}
