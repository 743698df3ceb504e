import Type from 'typebox';
import { startRelease, stopRelease } from '../../../core/releases/commands/start.ts';
import { previewRelease } from '../../../core/releases/queries/preview.ts';
import { listReleases, readBatch, readRelease } from '../../../core/releases/queries.ts';
import { NewRelease, ReleasePreview, StartedRelease } from '../../../protocol/schema/admin-api/batches.ts';
import { PageQuery, page } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { releaseJson, releasePreviewJson } from '../../merchant-json/releases.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';

const PATH = `${ADMIN_ROOT}/releases`;
const Params = Type.Object({ release_id: Type.String({ minLength: 1, maxLength: 100 }) });
const batch_id = Type.String({ minLength: 1, maxLength: 100 });
const one = successSchema(Type.Ref('AdminRelease'), 'The release.');
const NOT_FOUND = { 404: { $ref: 'Error#', description: '`release_not_found`' } };
const NO_BATCH = { 404: { $ref: 'Error#', description: '`batch_not_found`' } };
const PREVIEW_LINES_MAX = 500;

const LIST = reading('waitlists:read', {
  operationId: 'listReleases',
  summary: 'The releases of the store, the newest first',
  querystring: Type.Object({ ...PageQuery.properties, batch_id: Type.Optional(batch_id) }),
  response: { 200: page(Type.Ref('AdminRelease'), 'One page of releases.'), ...NO_BATCH },
});

const GET = reading('waitlists:read', {
  operationId: 'getRelease',
  summary: 'The progress of a release',
  params: Params,
  response: { 200: one, ...NOT_FOUND },
});

const PREVIEW = reading('waitlists:read', {
  operationId: 'previewRelease',
  summary: 'Who would get what, and what would be charged, before it is done',
  params: Type.Object({ batch_id }),
  querystring: Type.Object({ limit: Type.Optional(Type.Integer({ description: 'The most line items.' })) }),
  response: { 200: successSchema(ReleasePreview, 'What would be done.'), ...NO_BATCH },
});

const START = writing('releases:write', {
  operationId: 'startRelease',
  summary: 'Hand out what has arrived, the oldest first: units, charges, orders',
  description: 'Workers do it. Read the release to follow them.',
  body: NewRelease,
  response: { 202: successSchema(StartedRelease, 'What was started.'), ...NO_BATCH },
});

const STOP = writing('releases:write', {
  operationId: 'stopRelease',
  summary: 'Stop a release: it hands out no more units. One that has ended stays as it is',
  params: Params,
  response: { 200: one, ...NOT_FOUND },
});

/** Registers the releases: preview, start, follow, stop. */
export function registerReleases({ app, deps, askerOf, perform }: AdminRoutes): void {
  const { db } = deps;

  app.get(PATH, LIST, async (request) => {
    const { id: storeId } = askerOf(request).store;
    const { batch_id: named, after } = request.query;
    const batchId = named === undefined ? undefined : (await readBatch(db, storeId, named)).id;
    if (after !== undefined) await readRelease(db, storeId, after);
    const read = (part: { limit: number; after?: string }) => listReleases(db, storeId, { ...part, batchId });
    const { entries, next } = await readPage(request.query, read, ({ id }) => id);
    return pageOf(entries.map(releaseJson), next);
  });

  app.get(`${PATH}/:release_id`, GET, async (request) =>
    success(releaseJson(await readRelease(db, askerOf(request).store.id, request.params.release_id))),
  );

  app.get(`${ADMIN_ROOT}/batches/:batch_id/release-preview`, PREVIEW, async (request) => {
    const { store } = askerOf(request);
    const target = { storeId: store.id, batchId: request.params.batch_id };
    const found = await previewRelease(deps, target, request.query.limit ?? null);
    return success(releasePreviewJson(found, store, PREVIEW_LINES_MAX));
  });

  app.post(PATH, START, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { batch_id: batchId, limit = null } = request.body;
    return perform(request, reply, {
      action: 'release.start',
      status: 202,
      async run(joined) {
        const releaseId = await startRelease(joined, { storeId, batchId, limit });
        return { subject: releaseId ?? batchId, outcome: { release_id: releaseId, batch_id: batchId, limit } };
      },
      answer: async (joined, { outcome: { release_id: releaseId } }) => ({
        started: releaseId !== null,
        release: releaseId === null ? null : releaseJson(await readRelease(joined.db, storeId, String(releaseId))),
      }),
    });
  });

  app.post(`${PATH}/:release_id/stop`, STOP, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const { release_id: releaseId } = request.params;
    return perform(request, reply, {
      action: 'release.stop',
      version: async (joined) => {
        const { state } = await readRelease(joined.db, storeId, releaseId);
        return { state: state === 'stopped' ? state : 'not stopped' };
      },
      async run(joined) {
        await stopRelease(joined, { storeId, releaseId });
        return { subject: releaseId };
      },
      answer: async (joined) => releaseJson(await readRelease(joined.db, storeId, releaseId)),
    });
  });
}
