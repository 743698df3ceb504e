import { type Log, msSince } from '../../platform/log.ts';
import { type PaymentAccounts, type PaymentProvider, ProviderError } from './port.ts';

// What the log keeps of a call: our ids, the provider's ids of payments, and amounts. Never a card, its token, a kept card or a
// key. `idempotent` names what the call is done once for, which the adapter makes its idempotency key of.

/**
 * Returns the provider. At the debug level, the log has a line for each call that it makes: which one, how long it took, and
 * the kind of its result.
 */
export function logPayments(provider: PaymentProvider, log: Log): PaymentProvider {
  if (!log.isLevelEnabled('debug')) return provider;
  const logged = callLog(log, provider.name);
  const by = (movementId: string) => ({ movementId, idempotent: 'movement' });
  return {
    ...provider,
    create: (request) =>
      logged({ call: 'create', ...sumOf(request), ...byAttempt(request) }, () => provider.create(request)),
    confirm: (ref, token) => logged({ call: 'confirm', ref, idempotent: 'token' }, () => provider.confirm(ref, token)),
    read: (ref) => logged({ call: 'read', ref }, () => provider.read(ref)),
    cancel: (ref) => logged({ call: 'cancel', ref, idempotent: 'payment' }, () => provider.cancel(ref)),
    charge: (request) =>
      logged({ call: 'charge', ...sumOf(request), ...byAttempt(request), isRetry: request.isRetry }, () =>
        provider.charge(request),
      ),
    findCharge: (request) =>
      logged({ call: 'findCharge', attemptId: request.attemptId }, () => provider.findCharge(request)),
    capture: (ref, sum, movementId) =>
      logged({ call: 'capture', ref, ...sumOf(sum), ...by(movementId) }, () => provider.capture(ref, sum, movementId)),
    refund: (ref, sum, movementId) =>
      logged({ call: 'refund', ref, ...sumOf(sum), ...by(movementId) }, () => provider.refund(ref, sum, movementId)),
    forget: (method) => logged({ call: 'forget', idempotent: 'card' }, () => provider.forget(method)),
    hasDone: (ref, movementId) => logged({ call: 'hasDone', ref, movementId }, () => provider.hasDone(ref, movementId)),
    inspect: (ref) => logged({ call: 'inspect', ref }, () => provider.inspect(ref)),
  };
}

/** Returns the accounts. At the debug level, the log has a line for each call that it or one of its providers makes. */
export function logAccounts(accounts: PaymentAccounts, log: Log): PaymentAccounts {
  if (!log.isLevelEnabled('debug')) return accounts;
  const logged = callLog(log, accounts.name);
  return {
    ...accounts,
    check: (keys) => logged({ call: 'check' }, () => accounts.check(keys)),
    mayCharge: (keys, currency) =>
      logged({ call: 'mayCharge', currency, idempotent: 'call' }, () => accounts.mayCharge(keys, currency)),
    belongTogether: (keys) =>
      logged({ call: 'belongTogether', idempotent: 'call' }, () => accounts.belongTogether(keys)),
    knows: (keys, ref) => logged({ call: 'knows', ref }, () => accounts.knows(keys, ref)),
    provider: (keys, onTrouble) => logPayments(accounts.provider(keys, onTrouble), log),
    readDispute: (keys, ref) => logged({ call: 'readDispute', ref }, () => accounts.readDispute(keys, ref)),
    find: (keys, ref) => logged({ call: 'find', ref }, () => accounts.find(keys, ref)),
    async *list(keys, from, until) {
      let listed = 0;
      for await (const payment of accounts.list(keys, from, until)) {
        listed += 1;
        yield payment;
      }
      log.debug({ provider: accounts.name, call: 'list', from, until, result: listed }, 'provider call');
    },
  };
}

const sumOf = ({ amount, currency }: { amount: number; currency: string }) => ({ amount, currency });
const byAttempt = ({ attemptId }: { attemptId: string }) => ({ attemptId, idempotent: 'attempt' });

/** Returns a function that makes a call and writes its line. */
function callLog(log: Log, provider: string) {
  return async <T>(about: { call: string } & Record<string, unknown>, make: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const tell = (result: unknown) => log.debug({ provider, ...about, result, ms: msSince(began) }, 'provider call');
    try {
      const answer = await make();
      tell(kindOf(answer));
      return answer;
    } catch (error) {
      tell(error instanceof ProviderError ? error.kind : 'failed');
      throw error;
    }
  };
}

/** Returns the kind of an answer: the status of a payment, the state of a dispute, what is wrong with an account. */
function kindOf(answer: unknown): unknown {
  if (typeof answer !== 'object') return answer ?? 'done';
  const { status, state, kind } = (answer ?? {}) as { status?: string; state?: string; kind?: string };
  return status ?? state ?? kind ?? 'none';
}
