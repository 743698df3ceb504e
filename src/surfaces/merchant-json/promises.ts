import type { Preview } from '../../core/promises/commands/move.ts';
import type { PromiseRow } from '../../core/promises/queries.ts';
import type { AdminPromise } from '../../protocol/schema/admin-api/batches.ts';

export function promiseJson(promise: PromiseRow): AdminPromise {
  return {
    id: promise.id,
    waitlist_id: promise.waitlistId,
    batch: { id: promise.batchId, position: promise.batch },
    product: promise.productTitle,
    version: promise.version,
    current: promise.current,
    ship_window: { from: promise.from, until: promise.until },
    reason: promise.reason,
    made_by: promise.madeBy,
    created_at: promise.createdAt.toISOString(),
    told: promise.told,
    asked: promise.asked,
    waiting: promise.waits,
    cancelled: promise.cancels,
    unanswered: promise.open,
  };
}

export function movePreviewJson(preview: Preview) {
  return {
    ship_window: preview.window,
    before: preview.before,
    lines: preview.lines,
    told: preview.told,
    asked: preview.asked,
    asked_by_law: preview.byLaw,
    silence_cancels: preview.silenceCancels,
    answer_by: preview.answerBy,
  };
}
