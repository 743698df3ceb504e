import Type, { type Static } from 'typebox';
import { EXPORT_COLUMNS, type ExportRow, exportRows } from '../../../core/preorders/export.ts';
import { readHistory } from '../../../core/preorders/queries/history.ts';
import { type FoundPreorders, refuseIncomplete, searchPreorders } from '../../../core/preorders/queries/search.ts';
import { listPreorders, type PreorderFilter, readPreorder } from '../../../core/preorders/queries.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { seesPeople } from '../../../domain/scope.ts';
import { SHOPPER_COLUMNS } from '../../../domain/shopper-columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { PreorderExportQuery, PreorderListQuery } from '../../../protocol/schema/admin-api/preorders.ts';
import { searchedPage } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { csvOf } from '../../csv.ts';
import { historyJson } from '../../merchant-json/history.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, sendCsv, success } from '../answer.ts';
import { ADMIN_ROOT, type Asker, demandScope } from '../authenticate.ts';
import { noteRead } from '../note-read.ts';
import { productFrom, sinceFrom } from '../values.ts';
import { detailFor, NOT_FOUND, Params, PREORDER, PREORDERS, preorderVersion, viewFor } from './views.ts';

const SCOPE = 'preorders:read';
const NO_WAITLIST = { 404: { $ref: 'Error#', description: '`waitlist_not_found`, `product_not_found`' } };

const LIST = reading(SCOPE, {
  operationId: 'listPreorders',
  summary: 'The pre-orders of the store, the newest first',
  querystring: PreorderListQuery,
  response: { 200: searchedPage(Type.Ref('AdminPreorder'), 'One page of pre-orders.'), ...NO_WAITLIST },
});

const EXPORT = reading(SCOPE, {
  operationId: 'exportPreorders',
  summary: 'The pre-orders as CSV with a row for each line item, safe to open in a spreadsheet',
  description:
    'Streamed, however many there are. Without `preorders:personal` the columns about the shopper are empty. A `q` that may find more than a search shows is refused: `invalid_parameter`.',
  querystring: PreorderExportQuery,
  response: {
    200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } },
    ...NO_WAITLIST,
  },
});

const GET = reading(SCOPE, {
  operationId: 'getPreorder',
  summary: 'One pre-order with its line items, their places in the queue, what was sent and what was told',
  params: Params,
  response: { 200: successSchema(Type.Ref('AdminPreorderDetail'), 'The pre-order.'), ...NOT_FOUND },
});

const TIMELINE = reading(SCOPE, {
  operationId: 'getPreorderTimeline',
  summary: 'Everything that happened to a pre-order, the oldest first',
  params: Params,
  response: { 200: successSchema(Type.Array(Type.Ref('AdminPreorderEvent')), 'The events.'), ...NOT_FOUND },
});

/** Registers what reads pre-orders: the list, the export, one pre-order, its timeline. */
export function registerPreorderReads({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(PREORDERS, LIST, async (request) => {
    const asker = askerOf(request);
    const found = await foundBy(db, asker, request.query);
    const filter = await filterFrom(db, asker, { ...request.query, found });
    const read = (part: { limit: number; after?: string }) => listPreorders(db, asker.store.id, { ...part, ...filter });
    const { entries, next } = await readPage(request.query, read, ({ reference }) => reference);
    const views = entries.map((preorder) => viewFor(asker, preorder));
    const { meta, data } = pageOf(views, next);
    return { meta: { ...meta, incomplete: found?.all === false }, data };
  });

  app.get(`${ADMIN_ROOT}/preorders.csv`, EXPORT, async (request, reply) => {
    const asker = askerOf(request);
    const { bom = true, ...query } = request.query;
    const people = seesPeople(asker);
    if (people) asker.prove();
    const found = refuseIncomplete(await foundBy(db, asker, query), 'q');
    const pages = exportRows(db, asker.store.id, await filterFrom(db, asker, { ...query, found }));
    const sheet = { columns: EXPORT_COLUMNS, pages: people ? pages : withoutPeople(pages) };
    const noted = {
      action: 'preorder.export',
      subject: asker.store.slug,
      after: { filters: Object.keys(query), people },
    };
    await noteRead({ db, requestId: request.id }, asker, noted);
    return sendCsv(reply, 'preorders', csvOf(sheet, { bom }));
  });

  app.get(PREORDER, GET, async (request, reply) => {
    const asker = askerOf(request);
    const { preorder, view } = await detailFor({ db }, asker, request.params.reference);
    reply.header('etag', etagOf(await preorderVersion({ db }, asker.store, preorder.reference)));
    return success(view);
  });

  app.get(`${PREORDER}/timeline`, TIMELINE, async (request) => {
    const asker = askerOf(request);
    const { id, currency } = await readPreorder(db, asker.store.id, request.params.reference);
    const events = historyJson(await readHistory(db, asker.store.id, id), currency);
    return success(seesPeople(asker) ? events : events.map((event) => ({ ...event, ...hidden(event) })));
  });
}

type Filter = Omit<Static<typeof PreorderListQuery>, 'limit' | 'after'>;

async function foundBy(sql: Sql, asker: Asker, { q }: Filter): Promise<FoundPreorders | undefined> {
  return q === undefined ? undefined : searchPreorders(sql, asker.store.id, { text: q, people: seesPeople(asker) });
}

async function filterFrom(
  sql: Sql,
  asker: Asker,
  { waitlist_id, product_id, email, state, updated_at_min, found }: Filter & { found: FoundPreorders | undefined },
): Promise<PreorderFilter> {
  if (email !== undefined) demandScope(asker, 'preorders:personal');
  const waitlistId = waitlist_id === undefined ? undefined : (await readWaitlist(sql, asker.store.id, waitlist_id)).id;
  const productId = product_id === undefined ? undefined : (await productFrom(sql, asker.store.id, product_id)).id;
  return { waitlistId, productId, ids: found?.ids, email, state, updatedAtMin: sinceFrom(updated_at_min) };
}

const PERSONAL = [
  ...SHOPPER_COLUMNS,
  'properties',
  'tracking_number',
  'tracking_link',
] as const satisfies readonly (keyof ExportRow)[];
const EMPTY = Object.fromEntries(PERSONAL.map((column) => [column, '']));

async function* withoutPeople(pages: AsyncIterable<ExportRow[]>): AsyncGenerator<ExportRow[]> {
  for await (const rows of pages) yield rows.map((row) => ({ ...row, ...EMPTY }));
}

// The reason of these is words of a person, or of a platform about an order: both may name the shopper.
const NAMED_IN_REASON: readonly string[] = ['note', 'order', 'written'];

/** Returns the parts of an event that would name the shopper, empty: what leads to the parcel, the card, what was noted, written or refused. */
function hidden(event: { kind: string }): Record<string, string> {
  if (NAMED_IN_REASON.includes(event.kind)) return { reason: '' };
  const named = ['tracking_number', 'tracking_link', 'last4'].filter((field) => Object.hasOwn(event, field));
  return Object.fromEntries(named.map((field) => [field, '']));
}
