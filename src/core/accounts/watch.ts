import { type PaymentProvider, ProviderError } from '../../integrations/payments/port.ts';
import type { Deps } from '../deps.ts';
import { noteRefusal, noteTaken } from './commands/breaker.ts';

type Watch = {
  storeId: string;
  /** Whether it refused something lately: only then is it news that it takes payments. */
  suspected: () => Promise<boolean>;
  /** Told of a refusal. */
  onRefusal?: () => void;
};

/**
 * The provider of one store's account, with what it says of the account written down: what it refuses because of it, and that
 * it takes a payment, or asks a card, after all. Refunds count for neither, since they need other rights.
 */
export function watchAccount(deps: Pick<Deps, 'db'>, provider: PaymentProvider, watch: Watch): PaymentProvider {
  const { storeId, suspected, onRefusal = () => {} } = watch;

  async function watched<T>(of: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ProviderError && error.kind === 'account') {
        await noteRefusal(deps, storeId, { of, reason: error.message });
        onRefusal();
      }
      throw error;
    }
  }

  async function taking<T>(of: string, ask: () => Promise<T>): Promise<T> {
    const answer = await watched(of, ask);
    if (await suspected()) await noteTaken(deps, storeId);
    return answer;
  }

  return {
    ...provider,
    // That it may be begun does not say that it may be paid.
    create: (request) => watched(request.attemptId, () => provider.create(request)),
    confirm: (ref, token) => taking(ref, () => provider.confirm(ref, token)),
    charge: (request) => taking(request.movementId, () => provider.charge(request)),
    capture: (ref, sum, movementId) => taking(movementId, () => provider.capture(ref, sum, movementId)),
  };
}
