import type { Static } from 'typebox';
import { findVariant } from '../../../core/catalog/names.ts';
import { recordArrival } from '../../../core/releases/commands/arrive.ts';
import type { Store } from '../../../core/stores/queries.ts';
import { updateBatch } from '../../../core/waitlists/commands/batch.ts';
import { readWaitlist, readWaitlistOfBatch, type Waitlist } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';
import { INVENTORY_EXAMPLE, InventoryRow, InventoryUnits } from '../../../protocol/schema/admin-api/batches.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from '../bulk.ts';
import type { Act } from '../perform.ts';
import { productFrom } from '../values.ts';
import { batchDetail } from './view.ts';

type Row = Static<typeof InventoryRow>;

const SET = writing('waitlists:write', {
  operationId: 'setInventory',
  summary: 'Set the units of up to 1,000 variants in batches: what may be sold, and what has arrived',
  description:
    'Every number is a total, so that sending a row twice, or after a lost answer, changes nothing. `allocated` cannot fall below what was bought or is being paid, nor `arrived` below what line items have.',
  body: bulkBody(InventoryRow, [INVENTORY_EXAMPLE]),
  response: { 200: bulkAnswer(InventoryUnits) },
});

/** Registers `POST /admin/api/v1/inventory`. */
export function registerInventory({ app, askerOf, performRows }: AdminRoutes): void {
  app.post(`${ADMIN_ROOT}/inventory`, { ...SET, bodyLimit: BULK_BODY_BYTES_MAX }, async (request) => {
    const { store } = askerOf(request);
    return performRows(request, {
      rows: request.body.rows,
      thingOf: () => undefined, // one may name a batch by its id, and the next by its waitlist: the last one counts
      actOf: (row) => setUnits(store, row),
    });
  });
}

function setUnits(store: Store, row: Row): Act {
  const { allocated, arrived } = row;
  if (allocated === undefined && arrived === undefined) {
    throw new AppError('missing_parameter', 'Give allocated, arrived, or both.', { param: 'allocated' });
  }
  return {
    action: 'inventory.set',
    async run(joined) {
      const waitlist = await waitlistOf(joined.db, store.id, row);
      const batchId = row.batch_id?.toLowerCase() ?? onlyBatch(waitlist);
      const product = await productFrom(joined.db, store.id, waitlist.product.externalId);
      const { id: variantId, externalId } = findVariant(product, row.variant);
      const target = { storeId: store.id, batchId };
      if (allocated !== undefined) await updateBatch(joined, target, [{ variantId, allocation: allocated }]);
      if (arrived !== undefined) {
        await recordArrival(joined, { ...target, counts: [{ variantId, counted: arrived }], key: null });
      }
      const noted = { variant: externalId, allocated, arrived };
      return { subject: batchId, outcome: { variant: externalId }, noted };
    },
    async answer({ db }, { subject, outcome }) {
      const { id: batch_id, waitlist_id, variants } = await batchDetail(db, store.id, subject);
      return { waitlist_id, batch_id, ...variants.find(({ id }) => id === outcome.variant) };
    },
  };
}

async function waitlistOf(sql: Sql, storeId: string, { batch_id, waitlist_id }: Row): Promise<Waitlist> {
  if (batch_id !== undefined) {
    const waitlist = await readWaitlistOfBatch(sql, storeId, batch_id);
    if (waitlist_id === undefined || waitlist_id.toLowerCase() === waitlist.id) return waitlist;
    throw new AppError('invalid_parameter', 'The batch belongs to another waitlist.', { param: 'waitlist_id' });
  }
  if (waitlist_id !== undefined) return readWaitlist(sql, storeId, waitlist_id);
  throw new AppError('missing_parameter', 'Give batch_id, or waitlist_id.', { param: 'batch_id' });
}

function onlyBatch({ batches }: Waitlist): string {
  const [batch, second] = batches;
  if (batch && !second) return batch.id;
  const message = `The waitlist has ${batches.length} batches, each with its own units: give batch_id.`;
  throw new AppError('missing_parameter', message, { param: 'batch_id' });
}
