import Type from 'typebox';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { moveBatch, previewWindow } from '../../../core/promises/commands/move.ts';
import { EVIDENCE_COLUMNS, evidenceRows } from '../../../core/promises/export.ts';
import { listNotices, listPromises, readPromise } from '../../../core/promises/queries.ts';
import { readBatch } from '../../../core/releases/queries.ts';
import { lockProductOfBatch } from '../../../core/waitlists/commands/lock.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { AppError } from '../../../domain/error.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import { MovedPromise, MovePreview, NewPromise } from '../../../protocol/schema/admin-api/batches.ts';
import { PageQuery, page } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { csvOf } from '../../csv.ts';
import { noticeJson } from '../../merchant-json/notices.ts';
import { movePreviewJson, promiseJson } from '../../merchant-json/promises.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, sendCsv, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { batchVersion } from '../batches/routes.ts';

const PATH = `${ADMIN_ROOT}/promises`;
const OF_BATCH = `${ADMIN_ROOT}/batches/:batch_id`;
const name = Type.String({ minLength: 1, maxLength: 100 });
const day = Type.String({ minLength: 1, maxLength: 40, description: 'Such as `2030-06-24`.' });
const NO_BATCH = { 404: { $ref: 'Error#', description: '`batch_not_found`' } };

const LIST = reading('waitlists:read', {
  operationId: 'listPromises',
  summary: 'The ship windows that were promised, the newest first, and what shoppers answered',
  querystring: Type.Object({
    ...PageQuery.properties,
    waitlist_id: Type.Optional(name),
    batch_id: Type.Optional(name),
  }),
  response: {
    200: page(Type.Ref('AdminPromise'), 'One page of promises.'),
    404: { $ref: 'Error#', description: '`waitlist_not_found`, `batch_not_found`, `promise_not_found`' },
  },
});

const GET = reading('waitlists:read', {
  operationId: 'getPromise',
  summary: 'One promise, and how many were told and asked of it',
  params: Type.Object({ promise_id: name }),
  response: {
    200: successSchema(Type.Ref('AdminPromise'), 'The promise.'),
    404: { $ref: 'Error#', description: '`promise_not_found`' },
  },
});

const PREVIEW = reading('waitlists:read', {
  operationId: 'previewMove',
  summary: 'How many shoppers would be told and asked if the dates moved',
  params: Type.Object({ batch_id: name }),
  querystring: Type.Object({ ships_from: day, ships_until: day }),
  response: { 200: successSchema(MovePreview, 'What would be done.'), ...NO_BATCH },
});

const MOVE = writing('waitlists:write', {
  operationId: 'moveBatch',
  summary: 'Promise another ship window for a batch: shoppers who wait are told or asked',
  params: Type.Object({ batch_id: name }),
  body: NewPromise,
  response: { 201: successSchema(MovedPromise, 'The promise that holds now.'), ...NO_BATCH },
});

const NOTICES = reading('preorders:read', {
  operationId: 'listNotices',
  summary: 'Which pre-orders were told or asked of a promise, and what they answered',
  params: Type.Object({ promise_id: name }),
  querystring: PageQuery,
  response: {
    200: page(Type.Ref('AdminNotice'), 'One page of notices.'),
    404: { $ref: 'Error#', description: '`promise_not_found`' },
  },
});

const EXPORT = reading('preorders:read', {
  operationId: 'exportPromises',
  summary: 'The evidence as CSV: a row for each notice, with its mail, answer and times',
  description: 'Streamed, however many there are. It holds references and dates, and nothing about the person.',
  querystring: Type.Object({
    waitlist_id: Type.Optional(name),
    reference: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Only of this pre-order.' })),
    bom: Type.Optional(Type.Boolean({ description: 'With the byte order mark that Excel needs; true if left out.' })),
  }),
  response: {
    200: { description: 'The file.', content: { 'text/csv': { schema: Type.String() } } },
    404: { $ref: 'Error#', description: '`waitlist_not_found`, `preorder_not_found`' },
  },
});

/** Registers the promises: move a date, see before and after who is told and asked. */
export function registerPromises(routes: AdminRoutes): void {
  registerReads(routes);
  const { app, askerOf, perform } = routes;

  app.post(`${OF_BATCH}/promises`, MOVE, async (request, reply) => {
    const { store, principal } = askerOf(request);
    const { batch_id: batchId } = request.params;
    const { ship_window: shipWindow, reason } = request.body;
    const current = async (sql: Sql) => {
      const { id } = await readBatch(sql, store.id, batchId);
      const [promise] = await listPromises(sql, store.id, { batchId: id, limit: 1 });
      if (!promise) throw new Error(`batch ${id} has no promise`);
      return promise;
    };
    return perform(request, reply, {
      action: 'promise.move',
      status: 201,
      lock: (tx) => lockProductOfBatch(tx, store.id, batchId),
      version: (joined) => batchVersion(joined, store.id, batchId),
      async run(joined) {
        const key = { storeId: store.id, batchId };
        const { moved } = await moveBatch(joined, key, { shipWindow, reason, madeBy: principal.name });
        return { subject: batchId, outcome: { moved, promise_id: (await current(joined.db)).id } };
      },
      answer: async (joined, { outcome }) => ({
        moved: outcome.moved,
        promise: promiseJson(await readPromise(joined.db, store.id, String(outcome.promise_id))),
      }),
    });
  });
}

function registerReads({ app, deps, askerOf }: AdminRoutes): void {
  const { db } = deps;

  app.get(PATH, LIST, async (request) => {
    const { id: storeId } = askerOf(request).store;
    const { waitlist_id, batch_id, after } = request.query;
    const waitlistId = waitlist_id === undefined ? undefined : (await readWaitlist(db, storeId, waitlist_id)).id;
    const batchId = batch_id === undefined ? undefined : (await readBatch(db, storeId, batch_id)).id;
    if (after !== undefined) await readPromise(db, storeId, after);
    const filter = { waitlistId, batchId };
    const read = (part: { limit: number; after?: string }) => listPromises(db, storeId, { ...part, ...filter });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(promiseJson), next);
  });

  app.get(`${PATH}/:promise_id`, GET, async (request) =>
    success(promiseJson(await readPromise(db, askerOf(request).store.id, request.params.promise_id))),
  );

  app.get(`${OF_BATCH}/promise-preview`, PREVIEW, async (request) => {
    const { ships_from: from, ships_until: until } = request.query;
    const key = { storeId: askerOf(request).store.id, batchId: request.params.batch_id };
    return success(movePreviewJson(await previewWindow(deps, key, { from, until })));
  });

  app.get(`${PATH}/:promise_id/notices`, NOTICES, async (request) => {
    const { id: storeId } = askerOf(request).store;
    const { id: promiseId } = await readPromise(db, storeId, request.params.promise_id);
    const { after } = request.query;
    if (after !== undefined && !isUuid(after)) {
      throw new AppError('invalid_parameter', 'after is no cursor of this list.', { param: 'after' });
    }
    const read = (part: { limit: number; after?: string }) => listNotices(db, storeId, { ...part, promiseId });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(noticeJson), next);
  });

  app.get(`${PATH}.csv`, EXPORT, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { waitlist_id, reference, bom = true } = request.query;
    const waitlistId = waitlist_id === undefined ? undefined : (await readWaitlist(db, storeId, waitlist_id)).id;
    const preorderId = reference === undefined ? undefined : (await readPreorder(db, storeId, reference)).id;
    const pages = evidenceRows(db, storeId, { waitlistId, preorderId });
    return sendCsv(reply, 'promises', csvOf({ columns: EVIDENCE_COLUMNS, pages }, { bom }));
  });
}
