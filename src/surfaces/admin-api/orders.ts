import Type from 'typebox';
import { retryOrders } from '../../core/releases/commands/order.ts';
import { countRefusedOrders, listStoreOrders } from '../../core/releases/queries.ts';
import { seesPeople } from '../../domain/scope.ts';
import { OrderListQuery, OrdersRetried } from '../../protocol/schema/admin-api/operations.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { orderJson } from '../merchant-json/orders.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { NoBody, pageOf, reading, readPage, writing } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/orders`;

const LIST = reading('preorders:read', {
  operationId: 'listOrders',
  summary: "The orders that were handed to the store's own system, the newest first",
  querystring: OrderListQuery,
  response: { 200: page(Type.Ref('AdminOrder'), 'One page of orders.') },
});
const RETRY = writing('preorders:write', {
  operationId: 'retryOrders',
  summary: "Hand over again what the store's system refused",
  body: NoBody,
  response: { 200: successSchema(OrdersRetried, 'What came of it.') },
});

/** Registers the store's orders: list, hand over again. */
export function registerOrders({ app, deps, askerOf, perform }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) => {
    const asker = askerOf(request);
    const { id: storeId } = asker.store;
    const { state } = request.query;
    const read = (part: { limit: number; after?: string }) => listStoreOrders(deps.db, storeId, { ...part, state });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    // The text of the store's system may name the shopper.
    const shown = seesPeople(asker) ? entries : entries.map((order) => ({ ...order, failure: null }));
    return pageOf(shown.map(orderJson), next);
  });

  app.post(`${PATH}/retry`, RETRY, async (request, reply) => {
    const { store } = askerOf(request);
    return perform(request, reply, {
      action: 'order.retry',
      outside: true,
      async run(joined) {
        const retried = await retryOrders(joined, store.id);
        return { subject: store.slug, outcome: { retried, refused: await countRefusedOrders(joined.db, store.id) } };
      },
      answer: async (_, { outcome }) => outcome,
    });
  });
}
