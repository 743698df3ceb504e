import type { WatchCall } from '../../platform/watch-call.ts';
import type { PaymentAccounts, PaymentProvider } from './port.ts';

// What an observer gets of a call: our ids, the provider's ids of payments, and amounts. Never a card, its token, a kept card or a
// key. `idempotent` names what the call is done once for, which the adapter makes its idempotency key of.

/** Returns the provider, with `watch` around each call that it makes. */
export function watchPayments(provider: PaymentProvider, watch: WatchCall): PaymentProvider {
  const { name } = provider;
  const watched = <T>(about: { call: string } & Record<string, unknown>, make: () => Promise<T>) =>
    watch({ provider: name, ...about }, make);
  const by = (movementId: string) => ({ movementId, idempotent: 'movement' });
  return {
    ...provider,
    create: (request) =>
      watched({ call: 'create', ...sumOf(request), ...byAttempt(request) }, () => provider.create(request)),
    confirm: (ref, token) => watched({ call: 'confirm', ref, idempotent: 'token' }, () => provider.confirm(ref, token)),
    read: (ref) => watched({ call: 'read', ref }, () => provider.read(ref)),
    cancel: (ref) => watched({ call: 'cancel', ref, idempotent: 'payment' }, () => provider.cancel(ref)),
    charge: (request) =>
      watched({ call: 'charge', ...sumOf(request), ...byAttempt(request), isRetry: request.isRetry }, () =>
        provider.charge(request),
      ),
    findCharge: (request) =>
      watched({ call: 'findCharge', attemptId: request.attemptId }, () => provider.findCharge(request)),
    capture: (ref, sum, movementId) =>
      watched({ call: 'capture', ref, ...sumOf(sum), ...by(movementId) }, () => provider.capture(ref, sum, movementId)),
    refund: (ref, sum, movementId) =>
      watched({ call: 'refund', ref, ...sumOf(sum), ...by(movementId) }, () => provider.refund(ref, sum, movementId)),
    forget: (method) => watched({ call: 'forget', idempotent: 'card' }, () => provider.forget(method)),
    hasDone: (ref, movementId) =>
      watched({ call: 'hasDone', ref, movementId }, () => provider.hasDone(ref, movementId)),
    inspect: (ref) => watched({ call: 'inspect', ref }, () => provider.inspect(ref)),
  };
}

/** Returns the accounts, with `watch` around each call that they or one of their providers make. */
export function watchAccounts(accounts: PaymentAccounts, watch: WatchCall): PaymentAccounts {
  const { name: provider } = accounts;
  return {
    ...accounts,
    check: (keys) => watch({ provider, call: 'check' }, () => accounts.check(keys)),
    mayCharge: (keys, currency) =>
      watch({ provider, call: 'mayCharge', currency, idempotent: 'call' }, () => accounts.mayCharge(keys, currency)),
    belongTogether: (keys) =>
      watch({ provider, call: 'belongTogether', idempotent: 'call' }, () => accounts.belongTogether(keys)),
    knows: (keys, ref) => watch({ provider, call: 'knows', ref }, () => accounts.knows(keys, ref)),
    provider: (keys, onTrouble) => watchPayments(accounts.provider(keys, onTrouble), watch),
    readDispute: (keys, ref) => watch({ provider, call: 'readDispute', ref }, () => accounts.readDispute(keys, ref)),
    find: (keys, ref) => watch({ provider, call: 'find', ref }, () => accounts.find(keys, ref)),
    async *list(keys, from, until) {
      const listed = Promise.withResolvers<number>();
      const watching = watch({ provider, call: 'list', from, until }, () => listed.promise).catch(() => {}); // thrown below
      let count = 0;
      try {
        for await (const payment of accounts.list(keys, from, until)) {
          count += 1;
          yield payment;
        }
      } catch (error) {
        listed.reject(error);
        throw error;
      } finally {
        listed.resolve(count);
        await watching;
      }
    },
  };
}

const sumOf = ({ amount, currency }: { amount: number; currency: string }) => ({ amount, currency });
const byAttempt = ({ attemptId }: { attemptId: string }) => ({ attemptId, idempotent: 'attempt' });
