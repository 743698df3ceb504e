import { askForSync } from '../../core/connections/commands/ask.ts';
import { connect, disconnect } from '../../core/connections/commands/connect.ts';
import { linkApp } from '../../core/connections/commands/link-app.ts';
import { setOrderTime } from '../../core/connections/commands/order-time.ts';
import { listIssues, readConnection } from '../../core/connections/queries.ts';
import type { Deps } from '../../core/deps.ts';
import { seesPeople } from '../../domain/scope.ts';
import { Type } from '../../platform/type.ts';
import { LinkAppBody, OrderTimeBody, PlatformBody, SyncBody } from '../../protocol/schema/admin-api/connection.ts';
import { NoBody, PageQuery, page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { connectionJson, issueJson } from '../merchant-json/connection.ts';
import { etagOf } from '../version.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage, success, writing } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

const PATH = `${ADMIN_ROOT}/connection`;
const connection = successSchema(Type.Ref('AdminConnection'), 'The connection.');
const NOT_CONNECTED = { 404: { $ref: 'Error#', description: '`not_connected`' } };

const GET = reading('catalog:read', {
  operationId: 'getConnection',
  summary: 'The connection with the commerce platform: whether it works, how far it is read, and what can be connected',
  response: { 200: connection },
});
const ISSUES = reading('catalog:read', {
  operationId: 'listConnectionIssues',
  summary: 'Products that the catalogue does not have as the platform does, by their id',
  querystring: PageQuery,
  response: { 200: page(Type.Ref('AdminConnectionIssue'), 'One page of products.') },
});
const CONNECT = writing('store:secrets', {
  operationId: 'connectPlatform',
  summary: 'Connect a platform, or give the connection new settings; tries them, then reads everything',
  body: PlatformBody,
  response: { 200: connection },
});
const LINK_APP = writing('store:secrets', {
  operationId: 'linkPlatformApp',
  summary: 'Connect the account in which the app of this installation was opened, with the code that it showed there',
  body: LinkAppBody,
  response: { 200: connection },
});
const DISCONNECT = writing('store:secrets', {
  operationId: 'disconnectPlatform',
  summary: 'Forget the connection and its secrets; products stay',
  body: NoBody,
  response: { 200: connection, ...NOT_CONNECTED },
});
const ORDERS = writing('store:write', {
  operationId: 'setOrderTime',
  summary: 'Set when the orders of pre-orders that are placed from now on are created on the platform',
  body: OrderTimeBody,
  response: { 200: connection, ...NOT_CONNECTED },
});
const SYNC = writing('catalog:write', {
  operationId: 'syncConnection',
  summary: 'Read everything anew, compare everything, or read one product anew',
  body: SyncBody,
  response: { 200: connection, ...NOT_CONNECTED },
});

/** Registers the store's connection with its commerce platform. */
export function registerConnection(routes: AdminRoutes): void {
  const { app, deps, askerOf } = routes;
  // Every answer tells the version: the form that changes the time of orders goes on with whichever came last.
  const perform: AdminRoutes['perform'] = async (request, reply, act) => {
    const body = await routes.perform(request, reply, act);
    reply.header('etag', etagOf(await orderTime(deps, askerOf(request).store.id)));
    return body;
  };
  registerConnecting({ ...routes, perform });
  app.get(PATH, GET, async (request, reply) => {
    const asker = askerOf(request);
    reply.header('etag', etagOf(await orderTime(deps, asker.store.id)));
    return success(await viewFor(deps, asker));
  });

  app.get(`${PATH}/issues`, ISSUES, async (request) => {
    const { store } = askerOf(request);
    const read = (part: { limit: number; after?: string }) => listIssues(deps.db, store.id, part);
    const { entries, next } = await readPage(request.query, read, ({ externalId }) => externalId);
    return pageOf(entries.map(issueJson), next);
  });

  app.post(`${PATH}/orders`, ORDERS, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { at } = request.body;
    return perform(request, reply, {
      action: 'connection.orders',
      version: (joined) => orderTime(joined, store.id),
      async run(joined) {
        await setOrderTime(joined, store.id, at);
        return { subject: store.slug };
      },
      answer: (joined) => viewFor(joined, asker),
    });
  });

  app.post(`${PATH}/sync`, SYNC, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { dry_run: dryRun = false, product_id: productId } = request.body;
    return perform(request, reply, {
      action: 'connection.sync',
      async run(joined) {
        await joined.db.transaction((tx) => askForSync(tx, store.id, { dryRun, productId }));
        return { subject: productId ?? store.slug, outcome: {} };
      },
      answer: (joined) => viewFor(joined, asker),
    });
  });
}

function registerConnecting({ app, askerOf, perform }: AdminRoutes): void {
  app.post(PATH, CONNECT, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { kind, settings } = request.body;
    return perform(request, reply, {
      action: 'connection.connect',
      outside: true,
      async run(joined) {
        await connect(joined, store, { kind, settings });
        return { subject: store.slug, outcome: { kind } };
      },
      answer: (joined) => viewFor(joined, asker),
    });
  });

  app.post(`${PATH}/app`, LINK_APP, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    const { address } = request.body;
    return perform(request, reply, {
      action: 'connection.connect',
      outside: true,
      async run(joined) {
        await linkApp(joined, store, request.body);
        return { subject: store.slug, outcome: { address } };
      },
      answer: (joined) => viewFor(joined, asker),
    });
  });

  app.post(`${PATH}/disconnect`, DISCONNECT, async (request, reply) => {
    const asker = askerOf(request);
    const { store } = asker;
    return perform(request, reply, {
      action: 'connection.disconnect',
      async run(joined) {
        await disconnect(joined, store.id);
        return { subject: store.slug, outcome: {} };
      },
      answer: (joined) => viewFor(joined, asker),
    });
  });
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
