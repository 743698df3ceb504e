import { askForSync } from '../../../core/connections/commands/ask.ts';
import { connect, disconnect } from '../../../core/connections/commands/connect.ts';
import { linkApp } from '../../../core/connections/commands/link-app.ts';
import { setOrderTime } from '../../../core/connections/commands/order-time.ts';
import { listIssues, readConnection } from '../../../core/connections/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { seesPeople } from '../../../domain/scope.ts';
import * as operations from '../../../protocol/schema/admin-api/connection.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import type { Asker } from '../authenticate.ts';
import { type Serving, servingOf } from '../serve.ts';
import { connectionJson, issueJson } from './view.ts';

/** Registers the store's connection with its commerce platform. */
export function registerConnection(routes: AdminRoutes): void {
  const { reads, readsPage, deps, askerOf } = routes;
  // Every answer tells the version: the form that changes the time of orders goes on with whichever came last.
  const perform: AdminRoutes['perform'] = async (request, reply, act) => {
    const body = await routes.perform(request, reply, act);
    reply.header('etag', etagOf(await orderTime(deps, askerOf(request).store.id)));
    return body;
  };
  const { writes } = servingOf({ ...routes, perform });
  registerConnecting(writes);
  reads(
    operations.getConnection,
    (asker, _, given) => viewFor(given, asker),
    ({ orders_at = null }) => ({ orders_at }),
  );
  readsPage(
    operations.listConnectionIssues,
    async ({ store }, part, { db }) => (await listIssues(db, store.id, part)).map(issueJson),
    ({ product_id: id }) => id,
  );
  writes(operations.setOrderTime, (asker, { at }) => ({
    version: (joined) => orderTime(joined, asker.store.id),
    async run(joined) {
      await setOrderTime(joined, asker.store.id, at);
      return { subject: asker.store.slug };
    },
    answer: (joined) => viewFor(joined, asker),
  }));
  writes(operations.syncConnection, (asker, { dry_run: dryRun = false, product_id: productId }) => ({
    async run(joined) {
      await joined.db.transaction((tx) => askForSync(tx, asker.store.id, { dryRun, productId }));
      return { subject: productId ?? asker.store.slug, outcome: {} };
    },
    answer: (joined) => viewFor(joined, asker),
  }));
}

function registerConnecting(writes: Serving['writes']): void {
  writes(operations.connectPlatform, (asker, { kind, settings }) => ({
    outside: true,
    async run(joined) {
      await connect(joined, asker.store, { kind, settings });
      return { subject: asker.store.slug, outcome: { kind } };
    },
    answer: (joined) => viewFor(joined, asker),
  }));
  writes(operations.linkPlatformApp, (asker, given) => ({
    outside: true,
    async run(joined) {
      await linkApp(joined, asker.store, given);
      return { subject: asker.store.slug, outcome: { address: given.address } };
    },
    answer: (joined) => viewFor(joined, asker),
  }));
  writes(operations.disconnectPlatform, (asker) => ({
    async run(joined) {
      await disconnect(joined, asker.store.id);
      return { subject: asker.store.slug, outcome: {} };
    },
    answer: (joined) => viewFor(joined, asker),
  }));
}

/** What a person can change of the connection without its secrets. */
async function orderTime({ db }: Pick<Deps, 'db'>, storeId: string): Promise<object> {
  return { orders_at: (await readConnection(db, storeId))?.ordersAt ?? null };
}

/** Returns the connection, for those who do not see people without its reason: a platform that refuses an order may name the shopper. */
async function viewFor(deps: Parameters<typeof connectionJson>[0], asker: Asker) {
  const connection = await connectionJson(deps, asker.store.id);
  return seesPeople(asker) || !('reason' in connection) ? connection : { ...connection, reason: null };
}
