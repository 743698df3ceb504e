import { retryOrders } from '../../core/releases/commands/order.ts';
import { countRefusedOrders, listStoreOrders } from '../../core/releases/queries.ts';
import { seesPeople } from '../../domain/scope.ts';
import * as operations from '../../protocol/schema/admin-api/operations.ts';
import { jsonOf } from '../fields.ts';
import type { AdminRoutes } from './admin-routes.ts';

/** Registers the store's orders: list, hand over again. */
export function registerOrders({ readsPage, writes }: AdminRoutes): void {
  readsPage(operations.listOrders, async (asker, filter, { db }) => {
    const orders = await listStoreOrders(db, asker.store.id, filter);
    // The text of the store's system may name the shopper.
    const shown = seesPeople(asker) ? orders : orders.map((order) => ({ ...order, failure: null }));
    return shown.map((order) => jsonOf(operations.AdminOrder, order));
  });
  writes(operations.retryOrders, ({ store }) => ({
    outside: true,
    async run(joined) {
      const retried = await retryOrders(joined, store.id);
      return { subject: store.slug, outcome: { retried, refused: await countRefusedOrders(joined.db, store.id) } };
    },
    answer: async (_, { outcome }) => outcome,
  }));
}
