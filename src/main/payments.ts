import { connectAccount } from '../core/accounts/commands/connect.ts';
import { noteTrouble } from '../core/accounts/commands/trouble.ts';
import { type KeyedAccount, readKeyedAccount } from '../core/accounts/queries.ts';
import { watchAccount } from '../core/accounts/watch.ts';
import type { Deps } from '../core/deps.ts';
import { storeProviderEvent } from '../core/payments/commands/store-event.ts';
import { readStore } from '../core/stores/queries.ts';
import { nothingToPay } from '../integrations/payments/nothing.ts';
import {
  type AccountDesk,
  type AccountKeys,
  type PaymentProvider,
  ProviderError,
} from '../integrations/payments/port.ts';
import { createTestProvider } from '../integrations/payments/test-provider.ts';
import type { StandIn } from './stand-in.ts';

type PaymentDeps = Pick<Deps, 'db' | 'lookups' | 'secrets'> & {
  outbox: Pick<Deps['outbox'], 'wake'>;
  accounts: AccountDesk;
  standIn?: StandIn | null;
};

/**
 * Which provider takes the money of a store: its merchant's own account where one is connected. Else test stores pay at the
 * stand-in for Stripe where this process has one, and an account is opened there with the first need; or at the test provider.
 * A live store without an account has none, so its waitlists cannot open.
 */
export function paymentProviders({
  db,
  lookups,
  secrets,
  outbox,
  accounts,
  standIn = null,
}: PaymentDeps): Pick<Deps, 'payments' | 'paymentsFor' | 'testProvider' | 'accounts'> {
  const test = createTestProvider({
    db: lookups,
    onChange: (event) => storeProviderEvent({ db: lookups, outbox }, { provider: 'test', ...event }),
  });
  const connected = createConnected({ db, secrets, accounts });
  const opened = standIn && createOpened({ db, secrets, accounts }, standIn);
  return {
    accounts,
    testProvider: test,
    payments(name, storeId) {
      if (name === test.name) return test;
      if (name === accounts.name) return connected.later(storeId);
      if (name === nothingToPay.name) return nothingToPay;
      throw new Error(`There is no payment provider called ${name}.`);
    },
    async paymentsFor({ id, mode }) {
      const account = await connected.read(id);
      if (account !== null && account.closedAt === null) return connected.later(id);
      if (mode === 'test' && opened && (await opened.at(id, account))) {
        connected.forget(id);
        return connected.later(id);
      }
      return test.serves(mode) ? test : null;
    },
  };
}

// How long a process may go on with keys that were changed, or an account that was disconnected.
const KNOWN_MS = 2_000;

function createConnected({ db, secrets, accounts }: Pick<Deps, 'db' | 'secrets' | 'accounts'>) {
  const known = new Map<string, { at: number; account: Promise<KeyedAccount | null> }>();
  const made = new Map<string, { keys: AccountKeys; provider: PaymentProvider }>();

  function read(storeId: string): Promise<KeyedAccount | null> {
    const before = known.get(storeId);
    if (before && performance.now() - before.at < KNOWN_MS) return before.account;
    const account = readKeyedAccount({ db, secrets }, storeId);
    known.set(storeId, { at: performance.now(), account });
    // A store without one, or with trouble reading it, is looked at again at once: it may be connected just now.
    account.then(
      (found) => found ?? known.delete(storeId),
      () => known.delete(storeId),
    );
    return account;
  }

  /** One for as long as the key is the same, so that its connections are. */
  async function provider(storeId: string): Promise<PaymentProvider> {
    const account = await read(storeId);
    if (!account) throw new ProviderError('unreachable', 'the store has no payment account any more');
    const { keys } = account;
    const before = made.get(storeId);
    if (before?.keys.secretKey === keys.secretKey && before.keys.callsPerSecond === keys.callsPerSecond)
      return before.provider;
    const own = accounts.provider(keys, (trouble) => noteTrouble({ db }, storeId, trouble));
    const suspected = async () => (await read(storeId))?.refusedSince != null;
    const fresh = watchAccount({ db }, own, { storeId, suspected, onRefusal: () => known.delete(storeId) });
    made.set(storeId, { keys, provider: fresh });
    return fresh;
  }

  /** The account is looked up when something is asked of it. */
  function later(storeId: string): PaymentProvider {
    return {
      name: accounts.name,
      serves: () => true,
      chargeable: accounts.chargeable,
      create: async (request) => (await provider(storeId)).create(request),
      confirm: async (ref, token) => (await provider(storeId)).confirm(ref, token),
      read: async (ref) => (await provider(storeId)).read(ref),
      cancel: async (ref) => (await provider(storeId)).cancel(ref),
      charge: async (request) => (await provider(storeId)).charge(request),
      findCharge: async (request) => (await provider(storeId)).findCharge(request),
      capture: async (ref, sum, movementId) => (await provider(storeId)).capture(ref, sum, movementId),
      refund: async (ref, sum, movementId) => (await provider(storeId)).refund(ref, sum, movementId),
      forget: async (method) => (await provider(storeId)).forget(method),
      hasDone: async (ref, movementId) => (await provider(storeId)).hasDone(ref, movementId),
      inspect: async (ref) => (await provider(storeId)).inspect(ref),
    };
  }

  return { read, later, forget: (storeId: string) => known.delete(storeId) };
}

/** Accounts at the stand-in, of stores that have none of their own. */
function createOpened(deps: Pick<Deps, 'db' | 'secrets' | 'accounts'>, standIn: StandIn) {
  const opening = new Map<string, Promise<boolean>>();

  async function open(storeId: string, before: KeyedAccount | null): Promise<boolean> {
    const keys = await standIn.keysOf(storeId);
    const isOther = before !== null && before.publishableKey !== keys.publishableKey;
    if (isOther || deps.accounts.faultOf(keys, await readStore(deps.db, storeId)) !== null) return false;
    await connectAccount(deps, storeId, keys);
    return true;
  }

  return {
    /** False: the store pays elsewhere: what hangs on another account, or a currency that is not taken there. */
    at(storeId: string, before: KeyedAccount | null): Promise<boolean> {
      const under = opening.get(storeId) ?? open(storeId, before).finally(() => opening.delete(storeId));
      opening.set(storeId, under);
      return under;
    },
  };
}
