import { PAID_ELSEWHERE, type PaymentProvider, ProviderError } from './port.ts';

/**
 * The provider for what was paid before a pre-order was moved here. The money never was in the merchant's account of this service, so
 * nothing can be captured, charged or given back by it: the merchant gives back where it was paid.
 */
export const paidElsewhere: PaymentProvider = {
  name: PAID_ELSEWHERE,
  serves: () => false,
  chargeable: () => ({ least: 0, most: 0 }),
  create: refuse,
  confirm: refuse,
  read: refuse,
  cancel: refuse,
  charge: refuse,
  capture: refuse,
  refund: refuse,
  forget: async () => {},
  hasDone: async () => false,
  findCharge: async () => null,
  inspect: refuse,
};

async function refuse(): Promise<never> {
  throw new ProviderError(
    'refused',
    'it was paid before the pre-order was moved here, so give it back where it was paid',
  );
}
