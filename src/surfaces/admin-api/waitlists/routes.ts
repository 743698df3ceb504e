import { previewWaitlistState } from '../../../core/waitlists/commands/state.ts';
import { readAtStake } from '../../../core/waitlists/queries/at-stake.ts';
import { listWaitlists, readWaitlist } from '../../../core/waitlists/queries.ts';
import { WAITLIST_ACTS, type WaitlistAct } from '../../../domain/waitlist.ts';
import { Type } from '../../../platform/type.ts';
import { page } from '../../../protocol/schema/admin-api/shapes.ts';
import {
  NewWaitlist,
  OpenedWaitlist,
  WAITLIST_ROWS_EXAMPLE,
  WaitlistChange,
  WaitlistListQuery,
  WaitlistPage,
  WaitlistPreview,
  WaitlistRow,
} from '../../../protocol/schema/admin-api/waitlists.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { offerPage, onShelfJson, readOffer, variantsOnShelf } from '../../merchant-json/offers.ts';
import { waitlistJson } from '../../merchant-json/waitlists.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, refusalJson, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { BULK_BODY_BYTES_MAX, bulkAnswer, bulkBody } from '../bulk.ts';
import { spelt } from '../spelling.ts';
import { productFrom, sinceFrom } from '../values.ts';
import { waitlistVersion } from './terms.ts';
import { change, creation, rowAct, stateChange } from './writes.ts';

const PATH = `${ADMIN_ROOT}/waitlists`;
const Params = Type.Object({ waitlist_id: Type.String({ minLength: 1, maxLength: 100 }) });
const ACTS = Object.keys(WAITLIST_ACTS) as WaitlistAct[];
const one = (description: string) => successSchema(Type.Ref('AdminWaitlist'), description);
const NOT_FOUND = { 404: { $ref: 'Error#', description: '`waitlist_not_found`' } };

const LIST = reading('waitlists:read', {
  operationId: 'listWaitlists',
  summary: 'The waitlists of the store, the newest first',
  querystring: WaitlistListQuery,
  response: {
    200: page(Type.Ref('AdminWaitlist'), 'One page of waitlists.'),
    404: { $ref: 'Error#', description: '`product_not_found`' },
  },
});

const GET = reading('waitlists:read', {
  operationId: 'getWaitlist',
  summary: 'One waitlist with its batches and units',
  params: Params,
  response: { 200: one('The waitlist.'), ...NOT_FOUND },
});

const PREVIEW = reading('waitlists:read', {
  operationId: 'previewWaitlistAct',
  summary: 'What an act would do, and to how many shoppers, before it is done',
  params: Params,
  querystring: Type.Object({ act: Type.Enum(ACTS, { type: 'string' }) }),
  response: { 200: successSchema(WaitlistPreview, 'What would be done.'), ...NOT_FOUND },
});

const PAGE = reading('waitlists:read', {
  operationId: 'getWaitlistPage',
  summary: 'A whole HTML page that sells the product, to paste into the store',
  params: Params,
  response: { 200: successSchema(WaitlistPage, 'The page.'), ...NOT_FOUND },
});

const CREATE = writing('waitlists:write', {
  operationId: 'createWaitlist',
  summary: 'Offer a product: a draft, which `open` or `schedule` brings to shoppers',
  body: NewWaitlist,
  response: { 201: one('The waitlist.'), 404: { $ref: 'Error#', description: '`product_not_found`' } },
});

const UPDATE = writing('waitlists:write', {
  operationId: 'updateWaitlist',
  summary: 'Change the given settings of a waitlist; all changes are made, or none',
  description: 'Units and days belong to a batch: with several batches, change those of each batch instead.',
  params: Params,
  body: WaitlistChange,
  response: { 200: one('The waitlist.'), ...NOT_FOUND },
});

const BULK = {
  ...writing('waitlists:write', {
    operationId: 'writeWaitlists',
    summary: 'Make or change up to 1,000 waitlists: rows with an `id` change, rows without one make',
    body: bulkBody(WaitlistRow, [WAITLIST_ROWS_EXAMPLE]),
    response: { 200: bulkAnswer(Type.Ref('AdminWaitlist')) },
  }),
  bodyLimit: BULK_BODY_BYTES_MAX,
};

const ACT_SUMMARY: Record<WaitlistAct, string> = {
  schedule: 'Let a draft open by itself at its launch time',
  unschedule: 'Make a scheduled waitlist a draft again',
  open: 'Sell from now on',
  pause: 'Stop selling; shoppers who are already paying may finish',
  resume: 'Sell again',
  close: 'End it for good; pre-orders stay',
};

const actOn = (act: WaitlistAct) =>
  writing('waitlists:write', {
    operationId: `${act}Waitlist`,
    summary: ACT_SUMMARY[act],
    params: Params,
    response: {
      200: act === 'open' ? successSchema(OpenedWaitlist, 'The waitlist.') : one('The waitlist.'),
      ...NOT_FOUND,
    },
  });

/** Registers the waitlists: list, read, preview, make, change, and every act. */
export function registerWaitlists(routes: AdminRoutes): void {
  registerReads(routes);
  const { app, askerOf, perform, performRows } = routes;

  app.post(PATH, CREATE, async (request, reply) => perform(request, reply, creation(askerOf(request), request.body)));

  app.patch(`${PATH}/:waitlist_id`, UPDATE, async (request, reply) =>
    perform(request, reply, change(askerOf(request), request.params.waitlist_id, request.body)),
  );

  app.post(`${PATH}/bulk`, BULK, async (request) => {
    const asker = askerOf(request);
    return performRows(request, {
      rows: request.body.rows,
      thingOf: ({ id, product_id }) => (id === undefined ? product_id : spelt('waitlist_id', id)),
      actOf: (row) => rowAct(asker, row),
    });
  });

  for (const act of ACTS) {
    app.post(`${PATH}/:waitlist_id/${act}`, actOn(act), async (request, reply) =>
      perform(request, reply, stateChange(askerOf(request), request.params.waitlist_id, act)),
    );
  }
}

function registerReads({ app, deps, askerOf }: AdminRoutes): void {
  const { db } = deps;

  app.get(PATH, LIST, async (request) => {
    const { store } = askerOf(request);
    const { state, open = false, product_id, q, updated_at_min } = request.query;
    const productId = product_id === undefined ? undefined : (await productFrom(db, store.id, product_id)).id;
    const filter = { state, open, productId, text: q?.trim(), updatedAtMin: sinceFrom(updated_at_min) };
    const read = (part: { limit: number; after?: string }) => listWaitlists(db, store.id, { ...part, ...filter });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(
      entries.map((waitlist) => waitlistJson(waitlist, store)),
      next,
    );
  });

  app.get(`${PATH}/:waitlist_id`, GET, async (request, reply) => {
    const { store } = askerOf(request);
    const waitlist = await readWaitlist(db, store.id, request.params.waitlist_id);
    reply.header('etag', etagOf(waitlistVersion(waitlist, store)));
    return success(waitlistJson(waitlist, store));
  });

  app.get(`${PATH}/:waitlist_id/preview`, PREVIEW, async (request) => {
    const { store } = askerOf(request);
    const { act } = request.query;
    const offer = await readOffer(db, store, request.params.waitlist_id);
    const target = { storeId: store.id, waitlistId: offer.waitlist.id };
    const { state, becomes, refusal } = await previewWaitlistState(deps, target, act);
    const stake = await readAtStake(db, target);
    return success({
      act,
      state,
      becomes,
      refusal: refusal && refusalJson(refusal),
      paying: stake.paying,
      units_held: stake.unitsHeld,
      units_left: stake.unitsLeft,
      preorders_waiting: stake.preordersWaiting,
      units_waiting: stake.unitsWaiting,
      on_shelf: onShelfJson(variantsOnShelf(offer)),
    });
  });

  app.get(`${PATH}/:waitlist_id/page`, PAGE, async (request) => {
    const offer = await readOffer(db, askerOf(request).store, request.params.waitlist_id);
    return success({ page: offerPage(deps, offer) });
  });
}
