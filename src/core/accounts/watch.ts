import { type PaymentProvider, ProviderError } from '../../integrations/payments/port.ts';
import type { Deps } from '../deps.ts';
import { noteRefusal, noteTaken } from './commands/breaker.ts';

type Watch = {
  storeId: string;
  /** Resolves with true when the account refused something lately: only then has a taken payment to be noted. */
  suspected: () => Promise<boolean>;
  /** Called after a refusal. */
  onRefusal?: () => void;
};

/**
 * Wraps the provider of one store's account and notes what its answers say about the account: a refusal because of the
 * account, or that it accepts a payment again. A declined card also shows that the account works. Refunds count for neither,
 * because they need other permissions.
 */
export function watchAccount(deps: Pick<Deps, 'db'>, provider: PaymentProvider, watch: Watch): PaymentProvider {
  const { storeId, suspected, onRefusal = () => {} } = watch;

  async function withRefusalNoted<T>(of: string, ask: () => Promise<T>): Promise<T> {
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

  async function withResultNoted<T>(of: string, ask: () => Promise<T>): Promise<T> {
    const answer = await withRefusalNoted(of, ask);
    if (await suspected()) await noteTaken(deps, storeId);
    return answer;
  }

  return {
    ...provider,
    // A payment that may begin may still be refused later, so success here does not show that the account works.
    create: (request) => withRefusalNoted(request.attemptId, () => provider.create(request)),
    confirm: (ref, token) => withResultNoted(ref, () => provider.confirm(ref, token)),
    charge: (request) => withResultNoted(request.movementId, () => provider.charge(request)),
    capture: (ref, sum, movementId) => withResultNoted(movementId, () => provider.capture(ref, sum, movementId)),
  };
}
