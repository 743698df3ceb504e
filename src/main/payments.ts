import { connectAccount } from '../core/accounts/commands/connect.ts';
import { noteTrouble } from '../core/accounts/commands/trouble.ts';
import { type KeyedAccount, readKeyedAccount } from '../core/accounts/queries.ts';
import { watchAccount } from '../core/accounts/watch.ts';
import type { Deps } from '../core/deps.ts';
import { storeProviderEvent } from '../core/payments/commands/store-event.ts';
import { readStore } from '../core/stores/queries.ts';
import { paidElsewhere } from '../integrations/payments/elsewhere.ts';
import { nothingToPay } from '../integrations/payments/nothing.ts';
import {
  type AccountKeys,
  type PaymentAccounts,
  type PaymentProvider,
  ProviderError,
} from '../integrations/payments/port.ts';
import { createTestProvider } from '../integrations/payments/test-provider.ts';
import { watchAccounts, watchPayments } from '../integrations/payments/watched.ts';
import type { WatchCall } from '../platform/watch-call.ts';
import type { StandIn } from './stand-in.ts';

type PaymentDeps = Pick<Deps, 'db' | 'lookups' | 'secrets'> & {
  outbox: Pick<Deps['outbox'], 'wake'>;
  accounts: PaymentAccounts;
  watch: WatchCall;
  standIn?: StandIn | null;
};

/**
 * Chooses the provider of a store. It is the merchant's own account if one is connected. Otherwise a test store pays at the
 * stand-in for Stripe if this process has one, where an account is opened on first use, and else at the test provider. A live
 * store without an account has no provider, so its waitlists cannot open.
 */
export function paymentProviders({
  db,
  lookups,
  secrets,
  outbox,
  accounts: unwatched,
  watch,
  standIn = null,
}: PaymentDeps): Pick<Deps, 'payments' | 'paymentsFor' | 'testProvider' | 'accounts'> {
  const test = createTestProvider({
    db: lookups,
    onChange: (event) => storeProviderEvent({ db: lookups, outbox }, { provider: 'test', ...event }),
  });
  const paidAtTest = watchPayments(test, watch);
  const accounts = watchAccounts(unwatched, watch);
  const connected = connectedAccounts({ db, secrets, accounts });
  const atStandIn = standIn && standInAccounts({ db, secrets, accounts }, standIn);
  return {
    accounts,
    testProvider: test,
    payments(name, storeId) {
      if (name === test.name) return paidAtTest;
      if (name === accounts.name) return connected.provider(storeId);
      if (name === nothingToPay.name) return nothingToPay;
      if (name === paidElsewhere.name) return paidElsewhere;
      throw new Error(`unknown payment provider: ${name}`);
    },
    async paymentsFor({ id, mode }) {
      const account = await connected.read(id);
      if (account !== null && account.closedAt === null) return connected.provider(id);
      if (mode === 'test' && atStandIn && (await atStandIn.connect(id, account))) {
        connected.forget(id);
        return connected.provider(id);
      }
      return test.serves(mode) ? paidAtTest : null;
    },
  };
}

// How long a process may use old keys after they were changed, or after the account was disconnected.
const CACHED_MS = 2_000;

function connectedAccounts({ db, secrets, accounts }: Pick<Deps, 'db' | 'secrets' | 'accounts'>) {
  const cached = new Map<string, { at: number; account: Promise<KeyedAccount | null> }>();
  const made = new Map<string, { keys: AccountKeys; provider: PaymentProvider }>();

  function read(storeId: string): Promise<KeyedAccount | null> {
    const before = cached.get(storeId);
    if (before && performance.now() - before.at < CACHED_MS) return before.account;
    const account = readKeyedAccount({ db, secrets }, storeId);
    cached.set(storeId, { at: performance.now(), account });
    // A missing account and an error are not cached, because the merchant may connect the account at any moment.
    account.then(
      (found) => found ?? cached.delete(storeId),
      () => cached.delete(storeId),
    );
    return account;
  }

  /** Returns the same provider for as long as the keys are the same, so that its connections are reused. */
  async function currentProvider(storeId: string): Promise<PaymentProvider> {
    const account = await read(storeId);
    if (!account) throw new ProviderError('unreachable', 'the store has no payment account any more');
    const { keys } = account;
    const before = made.get(storeId);
    const isSame = (['secretKey', 'callsPerSecond', 'address'] as const).every(
      (key) => before?.keys[key] === keys[key],
    );
    if (before && isSame) return before.provider;
    const own = accounts.provider(keys, (trouble) => noteTrouble({ db }, storeId, trouble));
    const suspected = async () => (await read(storeId))?.refusedSince != null;
    const fresh = watchAccount({ db }, own, { storeId, suspected, onRefusal: () => cached.delete(storeId) });
    made.set(storeId, { keys, provider: fresh });
    return fresh;
  }

  /** Returns a provider that looks up the store's account at each call. */
  function provider(storeId: string): PaymentProvider {
    return {
      name: accounts.name,
      serves: () => true,
      chargeable: accounts.chargeable,
      create: async (request) => (await currentProvider(storeId)).create(request),
      confirm: async (ref, token) => (await currentProvider(storeId)).confirm(ref, token),
      read: async (ref) => (await currentProvider(storeId)).read(ref),
      cancel: async (ref) => (await currentProvider(storeId)).cancel(ref),
      charge: async (request) => (await currentProvider(storeId)).charge(request),
      findCharge: async (request) => (await currentProvider(storeId)).findCharge(request),
      capture: async (ref, sum, movementId) => (await currentProvider(storeId)).capture(ref, sum, movementId),
      refund: async (ref, sum, movementId) => (await currentProvider(storeId)).refund(ref, sum, movementId),
      forget: async (method) => (await currentProvider(storeId)).forget(method),
      hasDone: async (ref, movementId) => (await currentProvider(storeId)).hasDone(ref, movementId),
      inspect: async (ref) => (await currentProvider(storeId)).inspect(ref),
    };
  }

  return { read, provider, forget: (storeId: string) => cached.delete(storeId) };
}

/** Opens accounts at the stand-in for stores without an account of their own. */
function standInAccounts(deps: Pick<Deps, 'db' | 'secrets' | 'accounts'>, standIn: StandIn) {
  const opening = new Map<string, Promise<boolean>>();

  async function open(storeId: string, before: KeyedAccount | null): Promise<boolean> {
    const keys = await standIn.keysOf(storeId);
    const isOther = before !== null && before.publishableKey !== keys.publishableKey;
    if (isOther || deps.accounts.faultOf(keys, await readStore(deps.db, storeId)) !== null) return false;
    await connectAccount(deps, storeId, keys);
    return true;
  }

  return {
    /** Resolves with false if the store cannot pay here: it had another account, or the stand-in does not take its currency. */
    connect(storeId: string, before: KeyedAccount | null): Promise<boolean> {
      const under = opening.get(storeId) ?? open(storeId, before).finally(() => opening.delete(storeId));
      opening.set(storeId, under);
      return under;
    },
  };
}
