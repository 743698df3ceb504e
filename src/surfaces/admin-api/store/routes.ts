import { confirmCurrencyDigits, updateStore } from '../../../core/stores/commands.ts';
import { readStore } from '../../../core/stores/queries.ts';
import { StoreChange, StoreDecimals } from '../../../protocol/schema/admin-api/stores.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { storeJson } from '../../merchant-json/stores.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT, demandScope } from '../authenticate.ts';
import { type Act, etagOf } from '../perform.ts';
import { settingsFrom } from './settings.ts';

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

/** Registers the settings of the store. */
export function registerStore({ app, deps, askerOf, perform }: AdminRoutes): void {
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
    if (settings.refundLimit !== undefined && settings.refundLimit !== store.refundLimit) {
      demandScope(asker, 'refunds:large');
      asker.prove();
    }
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
