import Type from 'typebox';
import { deleteStore } from '../../../core/stores/commands/delete.ts';
import { confirmCurrencyDigits, createStore, type StoreChanges, updateStore } from '../../../core/stores/commands.ts';
import { readStore, type Store } from '../../../core/stores/queries.ts';
import { NewStore, StoreChange, StoreDecimals, StoreDeletion } from '../../../protocol/schema/admin-api/stores.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { newStoreFrom, settingsFrom } from '../../merchant-json/store-settings.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT, type Asker, demandScope } from '../authenticate.ts';
import type { Act } from '../perform.ts';

const PATH = `${ADMIN_ROOT}/store`;
const store200 = { 200: successSchema({ $ref: 'AdminStore#' }, 'The store.') };

const GET = reading('store:read', {
  operationId: 'getStore',
  summary: 'The store that you act in, with its settings',
  response: store200,
});

const UPDATE = writing('store:write', {
  operationId: 'updateStore',
  summary: 'Change the given settings; a given list replaces the whole list',
  body: StoreChange,
  response: store200,
});

const DECIMALS = writing('store:write', {
  operationId: 'confirmStoreDecimals',
  summary: 'Say how many decimals the amounts of the store have, while the service does not know it',
  body: StoreDecimals,
  response: store200,
});

const CREATE = writing('stores:create', {
  operationId: 'createStore',
  summary: 'Make another store on this installation; it belongs to the owners of the installation',
  body: NewStore,
  response: { 201: successSchema({ $ref: 'AdminStore#' }, 'The new store.') },
});

const DELETE = writing('store:delete', {
  operationId: 'deleteStore',
  summary: 'Delete the store that you act in, with everything in it; a live store must have nothing open',
  description:
    'From the answer on its key, tokens and pages are refused. What it had is removed within minutes and cannot be brought back: save what you have to keep first. The refusal of a live store counts what has to end before.',
  body: StoreDeletion,
  response: {
    200: successSchema(Type.Object({ slug: Type.String() }), 'The short name of what was deleted.'),
  },
});

/** Registers the settings of the store, its beginning and its end. */
export function registerStore(routes: AdminRoutes): void {
  registerSettings(routes);
  registerLife(routes);
}

function registerLife({ app, askerOf, perform }: AdminRoutes): void {
  app.post(`${ADMIN_ROOT}/stores`, CREATE, async (request, reply) =>
    perform(request, reply, {
      action: 'store.create',
      status: 201,
      async run(joined) {
        return { subject: await createStore(joined, newStoreFrom(request.body)) };
      },
      answer: async ({ db }, { subject }) => storeJson(await readStore(db, subject)),
    }),
  );

  app.post(`${PATH}/delete`, DELETE, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'store.delete',
      async run(joined) {
        await deleteStore(joined, store.id, request.body.name);
        return { subject: store.id };
      },
      answer: async () => ({ slug: store.slug }),
    });
  });
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

function registerSettings({ app, deps, askerOf, perform }: AdminRoutes): void {
  const view = (storeId: string): NonNullable<Act['version']> => {
    return async ({ db }) => storeJson(await readStore(db, storeId));
  };

  app.get(PATH, GET, async (request, reply) => {
    const json = storeJson(await readStore(deps.db, askerOf(request).store.id));
    reply.header('etag', etagOf(json));
    return success(json);
  });

  app.patch(PATH, UPDATE, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const settings = settingsFrom(request.body, store);
    demandForChanges(asker, settings);
    return perform(request, reply, {
      action: 'store.update',
      version: view(store.id),
      async run(joined) {
        await updateStore(joined, store.id, settings);
        return { subject: store.id };
      },
      answer: view(store.id),
    });
  });

  app.post(`${PATH}/decimals`, DECIMALS, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'store.decimals',
      version: async ({ db }) => ({ currency_digits: (await readStore(db, store.id)).currencyDigits }),
      async run({ db }) {
        await confirmCurrencyDigits(db, store.id, request.body.decimals);
        return { subject: store.id };
      },
      answer: view(store.id),
    });
  });
}
