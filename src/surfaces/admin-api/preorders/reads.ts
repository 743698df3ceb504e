import { EXPORT_COLUMNS, type ExportRow, exportRows } from '../../../core/preorders/export.ts';
import { listPreorders } from '../../../core/preorders/queries/list.ts';
import { type FoundPreorders, refuseIncomplete, searchPreorders } from '../../../core/preorders/queries/search.ts';
import { readTimeline } from '../../../core/preorders/queries/timeline.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { seesPeople } from '../../../domain/scope.ts';
import { SHOPPER_COLUMNS } from '../../../domain/shopper-columns.ts';
import type { Sql } from '../../../platform/db.ts';
import { Type } from '../../../platform/type.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/preorders.ts';
import { searchedPage } from '../../../protocol/schema/admin-api/shapes.ts';
import { historyJson } from '../../merchant-json/history.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, readPage } from '../answer.ts';
import type { Asker } from '../authenticate.ts';
import { noteRead } from '../note-read.ts';
import { readingRoute } from '../serve.ts';
import { filterFrom, type GivenFilter } from './filter.ts';
import { detailFor, preorderVersion, viewFor } from './views.ts';

/** Registers what reads pre-orders: the list, the export, one pre-order, its timeline. */
export function registerPreorderReads(routes: AdminRoutes): void {
  registerList(routes);
  const { reads, sendsCsv } = routes;
  sendsCsv(operations.exportPreorders, async (asker, query, reading) => {
    const people = seesPeople(asker);
    if (people) asker.prove();
    const { db } = reading;
    const found = refuseIncomplete(await foundBy(db, asker, query), 'q');
    const pages = exportRows(db, asker.store.id, { ...(await filterFrom(db, asker, query)), ids: found?.ids });
    await noteRead(reading, asker, {
      action: 'preorder.export',
      subject: asker.store.slug,
      after: { filters: Object.keys(query), people },
    });
    return { name: 'preorders', sheet: { columns: EXPORT_COLUMNS, pages: people ? pages : withoutPeople(pages) } };
  });
  reads(
    operations.getPreorder,
    async (asker, { reference }, reading) => (await detailFor(reading, asker, reference)).view,
    ({ reference }, { store }, reading) => preorderVersion(reading, store, reference),
  );
  reads(operations.getPreorderTimeline, async (asker, { reference }, { db }) => {
    const preorder = await readPreorder(db, asker.store.id, reference);
    const events = historyJson(await readTimeline(db, asker.store.id, preorder), preorder.currency);
    return seesPeople(asker) ? events : events.map((event) => ({ ...event, ...hidden(event) }));
  });
}

function registerList({ app, deps: { db }, askerOf }: AdminRoutes): void {
  const { listPreorders: operation } = operations;
  app.route<{ Querystring: InputOf<typeof operation> }>({
    ...readingRoute(operation, searchedPage(Type.Ref('AdminPreorder'), operation.answered)),
    async handler(request) {
      const asker = askerOf(request);
      const found = await foundBy(db, asker, request.query);
      const filter = { ...(await filterFrom(db, asker, request.query)), ids: found?.ids, sort: request.query.sort };
      const read = (part: { limit: number; after?: string }) =>
        listPreorders(db, asker.store.id, { ...part, ...filter });
      const { entries, next } = await readPage(request.query, read, ({ reference }) => reference);
      const views = entries.map((preorder) => viewFor(asker, preorder));
      const { meta, data } = pageOf(views, next);
      return { meta: { ...meta, incomplete: found?.all === false }, data };
    },
  });
}

async function foundBy(sql: Sql, asker: Asker, { q }: Pick<GivenFilter, 'q'>): Promise<FoundPreorders | undefined> {
  return q === undefined ? undefined : searchPreorders(sql, asker.store.id, { text: q, people: seesPeople(asker) });
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
