import Type from 'typebox';
import { readFulfilments } from '../../core/preorders/queries/fulfilments.ts';
import { listPreorders, type Preorder, readPreorder } from '../../core/preorders/queries.ts';
import { readWaitlist } from '../../core/waitlists/queries.ts';
import {
  type AdminFulfilment,
  type AdminPreorder,
  PreorderListQuery,
} from '../../protocol/schema/admin-api/preorders.ts';
import { page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { fulfilmentJson, preorderJson } from '../merchant-json/preorders.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage, success } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

const Params = Type.Object({ reference: Type.String({ minLength: 1, maxLength: 100 }) });
const SCOPE = 'preorders:read';

/** Registers `GET /admin/api/v1/preorders` and `GET /admin/api/v1/preorders/{reference}`. */
export function registerPreorderReads({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(
    `${ADMIN_ROOT}/preorders`,
    reading(SCOPE, {
      operationId: 'listPreorders',
      summary: 'The pre-orders of the store, the newest first',
      querystring: PreorderListQuery,
      response: {
        200: page(Type.Ref('AdminPreorder'), 'One page of pre-orders.'),
        404: { $ref: 'Error#', description: '`waitlist_not_found`' },
      },
    }),
    async (request) => {
      const asker = askerOf(request);
      const { store } = asker;
      const { waitlist_id } = request.query;
      const waitlistId = waitlist_id === undefined ? undefined : (await readWaitlist(db, store.id, waitlist_id)).id;
      const read = (part: { limit: number; after?: string }) => listPreorders(db, store.id, { ...part, waitlistId });
      const { entries, next } = await readPage(request.query, read, ({ reference }) => reference);
      return pageOf(
        entries.map((preorder) => viewFor(asker, preorder)),
        next,
      );
    },
  );

  app.get(
    `${ADMIN_ROOT}/preorders/:reference`,
    reading(SCOPE, {
      operationId: 'getPreorder',
      summary: 'One pre-order with its line items and what was sent',
      params: Params,
      response: {
        200: successSchema(Type.Ref('AdminPreorderDetail'), 'The pre-order.'),
        404: { $ref: 'Error#', description: '`preorder_not_found`' },
      },
    }),
    async (request) => {
      const asker = askerOf(request);
      const { id } = asker.store;
      const preorder = await readPreorder(db, id, request.params.reference);
      const fulfilments = await readFulfilments(db, id, [preorder.id]);
      const sent = fulfilments.map((one) => withoutPerson(asker, fulfilmentJson(one, preorder)));
      return success({ ...viewFor(asker, preorder), fulfilments: sent });
    },
  );
}

const seesPeople = ({ scopes }: Asker) => scopes.includes('preorders:personal');

/** Leaves out what names the shopper, for a token without the scope for it. */
function viewFor(asker: Asker, preorder: Preorder): AdminPreorder {
  const view = preorderJson(preorder);
  if (seesPeople(asker)) return view;
  return { ...view, contact: null, lines: view.lines.map((line) => ({ ...line, properties: null })) };
}

/** A carrier's page about a parcel shows where it goes. */
function withoutPerson(asker: Asker, fulfilment: AdminFulfilment): AdminFulfilment {
  return seesPeople(asker) ? fulfilment : { ...fulfilment, tracking_number: '', tracking_link: '' };
}
