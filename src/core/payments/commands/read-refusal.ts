import { type InspectedPayment, type PaymentProvider, ProviderError } from '../../../integrations/payments/port.ts';
import type { Deps } from '../../deps.ts';
import type { Movement } from '../queries/movements.ts';
import { bookOtherHand } from './book-other-hand.ts';
import { completeMovement } from './end-movement.ts';

/**
 * `ended`: the movement was done after all, or another hand did it, which is booked. `waits`: the payment still allows it,
 * so it is tried again. `refused`: refused for a reason that the payment's state does not show.
 */
export type Refusal = 'ended' | 'waits' | 'refused';

/** Reads the payment of a refused movement at the provider, and books what explains the refusal. */
export async function readRefusal(
  deps: Pick<Deps, 'db'>,
  provider: PaymentProvider,
  movement: Movement,
): Promise<Refusal> {
  const theirs = movement.providerRef === null ? null : await inspect(provider, movement.providerRef);
  if (theirs === null) return 'refused';
  if (await isDone(provider, movement, theirs)) {
    await deps.db.transaction((tx) => completeMovement(tx, movement));
    return 'ended';
  }
  const booked = await bookOtherHand(deps, movement, { theirs, refused: movement });
  if (booked !== 'nothing') return booked === 'booked' ? 'ended' : 'waits';
  const isOver = theirs.status === 'captured' || theirs.status === 'cancelled';
  return movement.kind === 'refund' || isOver ? 'refused' : 'waits';
}

/** Reads the payment at the provider; null if the provider does not know it. */
async function inspect(provider: PaymentProvider, ref: string): Promise<InspectedPayment | null> {
  try {
    return await provider.inspect(ref);
  } catch (error) {
    if (error instanceof ProviderError && error.kind === 'refused') return null;
    throw error;
  }
}

async function isDone(provider: PaymentProvider, { id, kind, providerRef }: Movement, theirs: InspectedPayment) {
  if (kind === 'refund') return theirs.refunds.some(({ movementId }) => movementId === id);
  return kind === 'capture' && theirs.status === 'captured' && provider.hasDone(providerRef ?? '', id);
}
