import Type from 'typebox';
import { findVariant } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { recordArrival } from '../../../core/releases/commands/arrive.ts';
import { listDeliveries } from '../../../core/releases/queries/deliveries.ts';
import { readBatch } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { addBatch, updateBatch } from '../../../core/waitlists/commands/batch.ts';
import { lockProductOfBatch } from '../../../core/waitlists/commands/lock.ts';
import { readWaitlist, readWaitlistOfBatch } from '../../../core/waitlists/queries.ts';
import type { Sql } from '../../../platform/db.ts';
import { BatchChange, DeliveryListQuery, NewArrival, NewBatch } from '../../../protocol/schema/admin-api/batches.ts';
import { page } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { batchDetailJson, batchJson, readBatches, readShownBatch } from '../../merchant-json/batches.ts';
import { deliveryJson } from '../../merchant-json/deliveries.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import type { Act } from '../perform.ts';
import { productFrom } from '../values.ts';
import { offersFrom } from '../waitlists/terms.ts';

const PATH = `${ADMIN_ROOT}/batches`;
const OF_WAITLIST = `${ADMIN_ROOT}/waitlists/:waitlist_id/batches`;
const Params = Type.Object({ batch_id: Type.String({ minLength: 1, maxLength: 100 }) });
const WaitlistParams = Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) });
const one = successSchema(Type.Ref('AdminBatchDetail'), 'The batch.');
const NOT_FOUND = { 404: { $ref: 'Error#', description: '`batch_not_found`' } };
const NO_WAITLIST = { 404: { $ref: 'Error#', description: '`waitlist_not_found`' } };

const LIST = reading('waitlists:read', {
  operationId: 'listBatches',
  summary: 'The batches of a waitlist, in the order in which they are sold',
  params: WaitlistParams,
  response: { 200: successSchema(Type.Array(Type.Ref('AdminBatch')), 'The batches.'), ...NO_WAITLIST },
});

const LIST_ALL = reading('waitlists:read', {
  operationId: 'listDeliveries',
  summary: 'The batches of all waitlists: those that line items wait for first, by ship window',
  querystring: DeliveryListQuery,
  response: { 200: page(Type.Ref('AdminDelivery'), 'One page of batches.'), ...NOT_FOUND },
});

const GET = reading('waitlists:read', {
  operationId: 'getBatch',
  summary: 'One batch with its units and every count of arrived units',
  params: Params,
  response: { 200: one, ...NOT_FOUND },
});

const ADD = writing('waitlists:write', {
  operationId: 'addBatch',
  summary: 'Add a delivery, sold after the earlier batches, whichever ships first',
  params: WaitlistParams,
  body: NewBatch,
  response: { 201: one, ...NO_WAITLIST },
});

const UPDATE = writing('waitlists:write', {
  operationId: 'updateBatch',
  summary: 'Set how many units of the given variants it may sell, in total',
  params: Params,
  body: BatchChange,
  response: { 200: one, ...NOT_FOUND },
});

const ARRIVE = writing('waitlists:write', {
  operationId: 'recordArrival',
  summary: 'Record how many units of the given variants have arrived, in total',
  params: Params,
  body: NewArrival,
  response: { 200: one, ...NOT_FOUND },
});

/** Registers the batches of a waitlist: what they may sell, and how many units have arrived. */
export function registerBatches(routes: AdminRoutes): void {
  const { app, deps, askerOf, perform } = routes;

  app.get(OF_WAITLIST, LIST, async (request) => {
    const { store } = askerOf(request);
    const waitlist = await readWaitlist(deps.db, store.id, request.params.waitlist_id);
    return success((await readBatches(deps.db, store.id, waitlist)).map(batchJson));
  });

  app.get(PATH, LIST_ALL, async (request) => {
    const { id: storeId } = askerOf(request).store;
    const { waiting = false, after } = request.query;
    if (after !== undefined) await readBatch(deps.db, storeId, after);
    const read = (part: { limit: number; after?: string }) => listDeliveries(deps.db, storeId, { ...part, waiting });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(deliveryJson), next);
  });

  app.get(`${PATH}/:batch_id`, GET, async (request, reply) => {
    const { store } = askerOf(request);
    const { batch_id } = request.params;
    reply.header('etag', etagOf(await batchVersion(deps, store.id, batch_id)));
    return success(await view(deps, store.id, batch_id));
  });

  app.post(OF_WAITLIST, ADD, async (request, reply) => {
    const { store } = askerOf(request);
    const { ship_window: shipWindow, variants } = request.body;
    return perform(request, reply, {
      action: 'batch.add',
      status: 201,
      async run(joined) {
        const waitlist = await readWaitlist(joined.db, store.id, request.params.waitlist_id);
        const product = await productFrom(joined.db, store.id, waitlist.product.externalId);
        const target = { storeId: store.id, waitlistId: waitlist.id };
        const subject = await addBatch(joined, target, { shipWindow, variants: offersFrom(variants, product, store) });
        return { subject, noted: { waitlist_id: waitlist.id, ...(await batchVersion(joined, store.id, subject)) } };
      },
      answer: (joined, { subject }) => view(joined, store.id, subject),
    });
  });

  app.patch(`${PATH}/:batch_id`, UPDATE, async (request, reply) => {
    const { variants } = request.body;
    const change = batchChange(askerOf(request).store, request.params.batch_id, {
      action: 'batch.update',
      run: ({ store, product, batchId }) => {
        return (joined) => updateBatch(joined, { storeId: store.id, batchId }, offersFrom(variants, product, store));
      },
    });
    return perform(request, reply, change);
  });

  app.post(`${PATH}/:batch_id/arrivals`, ARRIVE, async (request, reply) => {
    const { variants } = request.body;
    const change = batchChange(askerOf(request).store, request.params.batch_id, {
      action: 'batch.arrive',
      run: ({ store, product, batchId }) => {
        const counts = variants.map((given) => ({
          variantId: findVariant(product, given.variant).id,
          counted: given.arrived,
        }));
        return (joined) => recordArrival(joined, { storeId: store.id, batchId, counts, key: null });
      },
    });
    return perform(request, reply, change);
  });
}

type OfBatch = { store: Store; product: Product; batchId: string };
type BatchChangeOf = { action: string; run(of: OfBatch): (joined: Deps) => Promise<unknown> };

function batchChange(store: Store, batchId: string, { action, run }: BatchChangeOf): Act {
  return {
    action,
    lock: (tx) => lockProductOfBatch(tx, store.id, batchId),
    version: (joined) => batchVersion(joined, store.id, batchId),
    async run(joined) {
      const waitlist = await readWaitlistOfBatch(joined.db, store.id, batchId);
      const product = await productFrom(joined.db, store.id, waitlist.product.externalId);
      await run({ store, product, batchId })(joined);
      return { subject: batchId };
    },
    answer: (joined) => view(joined, store.id, batchId),
  };
}

async function view({ db }: { db: Sql }, storeId: string, batchId: string) {
  const { batch, arrivals } = await readShownBatch(db, storeId, batchId);
  return batchDetailJson(batch, arrivals);
}

/** Reads what a merchant can change of a batch: nothing that sales and releases change by themselves. */
export async function batchVersion({ db }: { db: Sql }, storeId: string, batchId: string) {
  const { ship_window, variants } = await view({ db }, storeId, batchId);
  return { ship_window, variants: variants.map(({ id, allocated, arrived }) => ({ id, allocated, arrived })) };
}
