import type { Store } from '../../../core/stores/queries.ts';
import { previewWaitlistState } from '../../../core/waitlists/commands/state.ts';
import { readAtStake } from '../../../core/waitlists/queries/at-stake.ts';
import { listWaitlists, type WaitlistFilter } from '../../../core/waitlists/queries/list.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import type { WaitlistAct } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { Type } from '../../../platform/type.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as writes from '../../../protocol/schema/admin-api/waitlist-writes.ts';
import * as operations from '../../../protocol/schema/admin-api/waitlists.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { refusalJson, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from '../bulk.ts';
import { spelt } from '../spelling.ts';
import { momentsFrom, productFrom, sinceFrom } from '../values.ts';
import { waitlistVersion } from './terms.ts';
import { onShelfJson, readOffer, waitlistJson } from './view.ts';
import { change, creation, rowAct, stateChange } from './writes.ts';

const BULK = {
  ...writing('waitlists:write', {
    operationId: 'writeWaitlists',
    summary: 'Make or change up to 1,000 waitlists: rows with an `id` change, rows without one make',
    body: bulkBody(writes.WaitlistRow, [writes.WAITLIST_ROWS_EXAMPLE]),
    response: { 200: bulkAnswer(Type.Ref('AdminWaitlist')) },
  }),
  bodyLimit: BULK_BODY_BYTES_MAX,
};

/** Registers the waitlists: list, read, preview, make, change, and every act. */
export function registerWaitlists(routes: AdminRoutes): void {
  registerReads(routes);
  const { app, askerOf, performRows } = routes;

  routes.writes(writes.createWaitlist, creation);
  routes.writes(writes.updateWaitlist, (asker, { waitlist_id: id, ...body }) => change(asker, id, body));

  app.post(`${ADMIN_ROOT}/waitlists/bulk`, BULK, async (request) => {
    const asker = askerOf(request);
    return performRows(request, {
      rows: request.body.rows,
      thingOf: ({ id, product_id }) => (id === undefined ? product_id : spelt('waitlist_id', id)),
      actOf: (row) => rowAct(asker, row),
    });
  });

  for (const [act, operation] of Object.entries(writes.WAITLIST_ACTS))
    routes.writes(operation, (asker, { waitlist_id: id }) => stateChange(asker, id, act as WaitlistAct));
}

function registerReads({ reads, readsPage }: AdminRoutes): void {
  readsPage(
    operations.listWaitlists,
    async ({ store }, { state, open = false, sort, limit, after, ...given }, { db }) => {
      const filter = { state, open, ...(await filterFrom(db, store, given)) };
      const waitlists = await listWaitlists(db, store.id, { ...filter, sort, limit, after });
      return waitlists.map((waitlist) => waitlistJson(waitlist, store));
    },
  );

  reads(
    operations.getWaitlist,
    async ({ store }, { waitlist_id: id }, { db }) => waitlistJson(await readWaitlist(db, store.id, id), store),
    waitlistVersion,
  );

  reads(operations.previewWaitlistAct, async ({ store }, { waitlist_id: id, act }, deps) => {
    const offer = await readOffer(deps.db, store, id);
    const target = { storeId: store.id, waitlistId: offer.waitlist.id };
    const { state, becomes, refusal } = await previewWaitlistState(deps, target, act);
    const stake = await readAtStake(deps.db, target);
    return {
      act,
      state,
      becomes,
      refusal: refusal && refusalJson(refusal),
      paying: stake.paying,
      units_held: stake.unitsHeld,
      units_left: stake.unitsLeft,
      preorders_waiting: stake.preordersWaiting,
      units_waiting: stake.unitsWaiting,
      on_shelf: onShelfJson(offer),
    };
  });

  reads(operations.getWaitlistPage, async ({ store }, { waitlist_id: id }, { db, baseUrl }) => {
    const { waitlist, product } = await readOffer(db, store, id);
    const { productPage } = await import('../../product-page.ts'); // it has the texts of all languages
    return { page: productPage({ baseUrl, store, product, variants: waitlist.variants.filter(({ gone }) => !gone) }) };
  });
}

type GivenFilter = Omit<InputOf<typeof operations.listWaitlists>, 'state' | 'open' | 'sort' | 'limit' | 'after'>;

async function filterFrom(db: Sql, { id, timeZone }: Store, given: GivenFilter): Promise<WaitlistFilter> {
  const { product_id, q, updated_at_min, delivery, units, ...days } = given;
  return {
    productId: product_id === undefined ? undefined : (await productFrom(db, id, product_id)).id,
    text: q?.trim(),
    updatedAtMin: sinceFrom(updated_at_min),
    waiting: delivery && delivery === 'open',
    hasLeft: units && units === 'left',
    launches: momentsFrom({ from: days.launches_from, until: days.launches_until }, timeZone, 'launches'),
    closes: momentsFrom({ from: days.closes_from, until: days.closes_until }, timeZone, 'closes'),
  };
}
