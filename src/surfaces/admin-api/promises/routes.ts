import { noCursor } from '../../../core/list-cursor.ts';
import { readPreorder } from '../../../core/preorders/queries.ts';
import { moveBatch, previewWindow } from '../../../core/promises/commands/move.ts';
import { EVIDENCE_COLUMNS, evidenceRows } from '../../../core/promises/export.ts';
import { listNotices, listPromises, type PromiseRow, readPromise } from '../../../core/promises/queries.ts';
import { readBatch } from '../../../core/releases/queries.ts';
import { lockProductOfBatch } from '../../../core/waitlists/commands/lock.ts';
import { readWaitlist } from '../../../core/waitlists/queries.ts';
import { isUuid } from '../../../domain/uuid.ts';
import type { Sql } from '../../../platform/db.ts';
import * as operations from '../../../protocol/schema/admin-api/promises.ts';
import { jsonOf } from '../../fields.ts';
import { noticeJson } from '../../merchant-json/notices.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { batchVersion } from '../batches/routes.ts';

/** Registers the promises: move a date, see before and after who is told and asked. */
export function registerPromises(routes: AdminRoutes): void {
  registerReads(routes);
  routes.writes(operations.moveBatch, ({ store: { id: storeId }, principal }, input) => {
    const { batch_id: batchId, ship_window: shipWindow, reason } = input;
    return {
      lock: (tx) => lockProductOfBatch(tx, storeId, batchId),
      version: (joined) => batchVersion(joined, storeId, batchId),
      async run(joined) {
        const request = { shipWindow, reason, madeBy: principal.name };
        const { moved } = await moveBatch(joined, { storeId, batchId }, request);
        const [promise] = await listPromises(joined.db, storeId, { batchId: batchId.toLowerCase(), limit: 1 });
        return { subject: batchId, outcome: { moved, promise_id: promise?.id } };
      },
      answer: async ({ db }, { outcome: { moved, promise_id: id } }) => ({
        moved,
        promise: promiseJson(await readPromise(db, storeId, String(id))),
      }),
    };
  });
}

function registerReads({ reads, readsPage, sendsCsv }: AdminRoutes): void {
  readsPage(operations.listPromises, async ({ store }, input, { db }) => {
    const { after, limit, waitlist_id, batch_id } = input;
    const waitlistId = await waitlistOf(db, store.id, waitlist_id);
    const batchId = batch_id === undefined ? undefined : (await readBatch(db, store.id, batch_id)).id;
    if (after !== undefined) await readPromise(db, store.id, after);
    return (await listPromises(db, store.id, { after, limit, waitlistId, batchId })).map(promiseJson);
  });
  reads(operations.getPromise, async ({ store }, { promise_id: id }, { db }) =>
    promiseJson(await readPromise(db, store.id, id)),
  );
  reads(operations.previewMove, async ({ store }, input, { db }) => {
    const { batch_id: batchId, ships_from: from, ships_until: until } = input;
    const { window, byLaw, ...preview } = await previewWindow({ db }, { storeId: store.id, batchId }, { from, until });
    return jsonOf(operations.MovePreview, { ...preview, shipWindow: window, askedByLaw: byLaw });
  });
  readsPage(operations.listNotices, async ({ store }, { promise_id, after, limit }, { db }) => {
    const { id: promiseId } = await readPromise(db, store.id, promise_id);
    if (after !== undefined && !isUuid(after)) {
      throw noCursor();
    }
    return (await listNotices(db, store.id, { promiseId, after, limit })).map(noticeJson);
  });
  sendsCsv(operations.exportPromises, async ({ store }, { waitlist_id, reference }, { db }) => {
    const waitlistId = await waitlistOf(db, store.id, waitlist_id);
    const preorderId = reference === undefined ? undefined : (await readPreorder(db, store.id, reference)).id;
    const pages = evidenceRows(db, store.id, { waitlistId, preorderId });
    return { name: 'promises', sheet: { columns: EVIDENCE_COLUMNS, pages } };
  });
}

const waitlistOf = async (sql: Sql, storeId: string, named: string | undefined) =>
  named === undefined ? undefined : (await readWaitlist(sql, storeId, named)).id;

const promiseJson = ({ batch, batchId, productTitle, from, until, waits, cancels, open, ...promise }: PromiseRow) =>
  jsonOf(operations.AdminPromise, {
    ...promise,
    batch: { id: batchId, position: batch },
    product: productTitle,
    shipWindow: { from, until },
    waiting: waits,
    cancelled: cancels,
    unanswered: open,
  });
