import { findVariant } from '../../../core/catalog/names.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { recordArrival } from '../../../core/releases/commands/arrive.ts';
import { type Delivery, listDeliveries } from '../../../core/releases/queries/deliveries.ts';
import { readBatch } from '../../../core/releases/queries.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { addBatch, updateBatch } from '../../../core/waitlists/commands/batch.ts';
import { lockProductOfBatch } from '../../../core/waitlists/commands/lock.ts';
import { readWaitlist, readWaitlistOfBatch } from '../../../core/waitlists/queries.ts';
import { parseDay } from '../../../domain/store-time.ts';
import type { Sql } from '../../../platform/db.ts';
import * as operations from '../../../protocol/schema/admin-api/batches.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import { jsonOf } from '../../fields.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import type { Change } from '../serve.ts';
import { productFrom } from '../values.ts';
import { offersFrom } from '../waitlists/terms.ts';
import { batchDetail, batchesOf } from './view.ts';

/** Registers the batches of a waitlist: what they may sell, and how many units have arrived. */
export function registerBatches(routes: AdminRoutes): void {
  registerReads(routes);
  const { writes } = routes;

  writes(operations.addBatch, ({ store }, { waitlist_id, ship_window: shipWindow, variants }) => ({
    async run(joined) {
      const waitlist = await readWaitlist(joined.db, store.id, waitlist_id);
      const product = await productFrom(joined.db, store.id, waitlist.product.externalId);
      const target = { storeId: store.id, waitlistId: waitlist.id };
      const subject = await addBatch(joined, target, { shipWindow, variants: offersFrom(variants, product, store) });
      return { subject, noted: { waitlist_id: waitlist.id, ...(await batchVersion(joined, store.id, subject)) } };
    },
    answer: ({ db }, { subject }) => batchDetail(db, store.id, subject),
  }));

  writes(operations.updateBatch, ({ store }, { batch_id: batchId, variants }) =>
    batchChange({ store, batchId }, (joined, product) =>
      updateBatch(joined, { storeId: store.id, batchId }, offersFrom(variants, product, store)),
    ),
  );

  writes(operations.recordArrival, ({ store }, { batch_id: batchId, variants, key = null }) =>
    batchChange({ store, batchId }, (joined, product) => {
      const counts = variants.map(({ variant, arrived }) => ({
        variantId: findVariant(product, variant).id,
        counted: arrived,
      }));
      return recordArrival(joined, { storeId: store.id, batchId, counts, key });
    }),
  );
}

function registerReads({ reads, readsPage }: AdminRoutes): void {
  reads(operations.listBatches, async ({ store }, { waitlist_id: id }, { db }) =>
    batchesOf(db, store.id, await readWaitlist(db, store.id, id)),
  );
  readsPage(operations.listDeliveries, async ({ store }, { waiting = false, limit, after, sort, ...given }, { db }) => {
    if (after !== undefined) await readBatch(db, store.id, after);
    const filter = { waiting, ...(await filterFrom(db, store.id, given)) };
    return (await listDeliveries(db, store.id, { ...filter, sort, limit, after })).map(deliveryJson);
  });
  reads(
    operations.getBatch,
    ({ store }, { batch_id: id }, { db }) => batchDetail(db, store.id, id),
    ({ id }, { store }, reading) => batchVersion(reading, store.id, id),
  );
}

type GivenFilter = Omit<InputOf<typeof operations.listDeliveries>, 'waiting' | 'sort' | 'limit' | 'after'>;

async function filterFrom(db: Sql, storeId: string, { product_id, waitlist_id, status, ...days }: GivenFilter) {
  const from = days.ships_from && parseDay(days.ships_from, 'ships_from');
  const until = days.ships_until && parseDay(days.ships_until, 'ships_until');
  return {
    status,
    productId: product_id === undefined ? undefined : (await productFrom(db, storeId, product_id)).id,
    waitlistId: waitlist_id === undefined ? undefined : (await readWaitlist(db, storeId, waitlist_id)).id,
    ships: { ...(from && { from }), ...(until && { until }) },
  };
}

function batchChange(
  { store, batchId }: { store: Store; batchId: string },
  run: (joined: Deps, product: Product) => Promise<unknown>,
): Change {
  return {
    lock: (tx) => lockProductOfBatch(tx, store.id, batchId),
    version: (joined) => batchVersion(joined, store.id, batchId),
    async run(joined) {
      const waitlist = await readWaitlistOfBatch(joined.db, store.id, batchId);
      await run(joined, await productFrom(joined.db, store.id, waitlist.product.externalId));
      return { subject: batchId };
    },
    answer: ({ db }) => batchDetail(db, store.id, batchId),
  };
}

/** Reads what a merchant can change of a batch: nothing that sales and releases change by themselves. */
export async function batchVersion({ db }: { db: Sql }, storeId: string, batchId: string) {
  const { ship_window, variants } = await batchDetail(db, storeId, batchId);
  return { ship_window, variants: variants.map(({ id, allocated, arrived }) => ({ id, allocated, arrived })) };
}

const deliveryJson = ({ product, ships, owing, ...delivery }: Delivery) =>
  jsonOf(operations.AdminDelivery, {
    ...delivery,
    product: { id: product.externalId, productCode: product.handle, title: product.title },
    shipWindow: { from: ships.from, until: ships.until },
    free: delivery.arrived - delivery.released,
    paymentDue: owing,
  });
