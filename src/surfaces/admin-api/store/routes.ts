import { confirmCurrencyDigits } from '../../../core/stores/commands/currency-digits.ts';
import { deleteStore } from '../../../core/stores/commands/delete.ts';
import { createStore, type StoreChanges, updateStore } from '../../../core/stores/commands.ts';
import { readStore, type Store } from '../../../core/stores/queries.ts';
import * as life from '../../../protocol/schema/admin-api/store-life.ts';
import * as operations from '../../../protocol/schema/admin-api/stores.ts';
import { newStoreFrom, settingsFrom } from '../../merchant-json/store-settings.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { type Asker, demandScope } from '../authenticate.ts';
import type { Act } from '../perform.ts';

/** Registers the settings of the store, its beginning and its end. */
export function registerStore({ reads, writes }: AdminRoutes): void {
  const view = (storeId: string): NonNullable<Act['version']> => {
    return async ({ db }) => storeJson(await readStore(db, storeId));
  };

  reads(
    operations.getStore,
    async ({ store }, _, { db }) => storeJson(await readStore(db, store.id)),
    (json) => json,
  );
  writes(operations.updateStore, (asker, input) => {
    const { store } = asker;
    const settings = settingsFrom(input, store);
    demandForChanges(asker, settings);
    return {
      version: view(store.id),
      async run(joined) {
        await updateStore(joined, store.id, settings);
        return { subject: store.id };
      },
      answer: view(store.id),
    };
  });
  writes(life.confirmStoreDecimals, ({ store }, { decimals }) => ({
    version: async ({ db }) => ({ currency_digits: (await readStore(db, store.id)).currencyDigits }),
    async run({ db }) {
      await confirmCurrencyDigits(db, store.id, decimals);
      return { subject: store.id };
    },
    answer: view(store.id),
  }));
  writes(life.createStore, (_, input) => ({
    run: async (joined) => ({ subject: await createStore(joined, newStoreFrom(input)) }),
    answer: async ({ db }, { subject }) => storeJson(await readStore(db, subject)),
  }));
  writes(life.deleteStore, ({ store }, { name }) => ({
    async run(joined) {
      await deleteStore(joined, store.id, name);
      return { subject: store.id };
    },
    answer: async () => ({ slug: store.slug }),
  }));
}

/** Throws unless the asker may change these settings: some need a scope of their own, or that staff have just proved who they are. */
function demandForChanges(asker: Asker, settings: StoreChanges): void {
  const changes = (name: keyof StoreChanges & keyof Store) =>
    settings[name] !== undefined && settings[name] !== asker.store[name];
  if (changes('refundLimit')) demandScope(asker, 'refunds:large');
  if (changes('secondFactorRequired')) demandScope(asker, 'access:write');
  // The last two: where what shoppers write goes, their addresses while they type and their messages.
  const proven = ['refundLimit', 'secondFactorRequired', 'addressSearch', 'contactEmail'] as const;
  if (proven.some(changes)) asker.prove();
}
