import type { ShipWindow } from '../../../domain/ship-window.ts';
import { checkShipWindow, checkWindowAhead } from '../../../domain/waitlist.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockProductOf } from '../../waitlists/commands/lock.ts';
import { movePromise, type NewPromise } from '../../waitlists/commands/promise.ts';
import { readWaitlistOfBatch } from '../../waitlists/queries.ts';
import { readConcerned, readTerms, waitingPreorders } from '../queries/concerned.ts';
import { listPromises } from '../queries.ts';

type BatchKey = { storeId: string; batchId: string };
export type MoveRequest = Omit<NewPromise, 'batchId'>;

/**
 * Moves the ship window of a batch. This works in every state of the waitlist, because goods can be late after sales ended. A
 * job then tells or asks the pre-orders that wait. Throws `batch_not_found`, `invalid_dates`, `missing_parameter` or
 * `invalid_parameter`. `moved` is false when the batch already has this window.
 */
export async function moveBatch(
  deps: Pick<Deps, 'db' | 'outbox'>,
  { storeId, batchId }: BatchKey,
  request: MoveRequest,
): Promise<{ moved: boolean }> {
  const { id: waitlistId } = await readWaitlistOfBatch(deps.db, storeId, batchId);
  const made = await deps.db.transaction(async (tx) => {
    const product = await lockProductOf(tx, storeId, waitlistId);
    const promiseId = await movePromise(tx, product, { batchId, ...request });
    if (promiseId === null) return null;
    const detail = { waitlistIds: [waitlistId] };
    await emit(tx, 'waitlist.changed', { storeId, subjectId: product.productId, detail });
    return promiseId;
  });
  deps.outbox.wake();
  return { moved: made !== null };
}

export type Preview = {
  window: ShipWindow;
  before: ShipWindow;
  /** Pre-orders that would only be told. */
  told: number;
  /** Pre-orders that would be asked. */
  asked: number;
  /** Waiting line items of all these pre-orders. */
  lines: number;
  /** Asked pre-orders that the law requires to ask. */
  byLaw: number;
  /** Asked pre-orders that silence would cancel. */
  silenceCancels: number;
  /** The first and the last day on which answers are due; null when no pre-order is asked. */
  answerBy: { first: string; last: string } | null;
};

/** Returns what moving the batch to this window would do, whatever the reason will be. */
export async function previewWindow(
  { db }: Pick<Deps, 'db'>,
  { storeId, batchId }: BatchKey,
  shipWindow: ShipWindow,
): Promise<Preview> {
  const { id: waitlistId } = await readWaitlistOfBatch(db, storeId, batchId);
  const window = checkShipWindow(shipWindow);
  const terms = await readTerms(db, storeId);
  checkWindowAhead(window, terms.today);
  const [current] = await listPromises(db, storeId, { batchId });
  if (!current) throw new Error(`batch ${batchId} has no promise`);
  const preview: Preview = {
    window,
    before: { from: current.from, until: current.until },
    told: 0,
    asked: 0,
    lines: 0,
    byLaw: 0,
    silenceCancels: 0,
    answerBy: null,
  };
  if (current.from === window.from && current.until === window.until) return preview;
  const moved = { storeId, batchId, waitlistId, version: current.version + 1, window };
  for await (const preorderIds of waitingPreorders(db, moved)) {
    const concerned = await readConcerned(db, moved, { preorderIds, terms });
    for (const one of concerned) addToPreview(preview, one);
  }
  return preview;
}

function addToPreview(preview: Preview, { notice, lines }: Awaited<ReturnType<typeof readConcerned>>[number]): void {
  preview.lines += lines;
  if (notice.kind === 'told') {
    preview.told += 1;
    return;
  }
  const { answerBy, requiredBy, silence } = notice;
  preview.asked += 1;
  if (requiredBy === 'law') preview.byLaw += 1;
  if (silence === 'cancel') preview.silenceCancels += 1;
  const { first, last } = preview.answerBy ?? { first: answerBy, last: answerBy };
  preview.answerBy = { first: answerBy < first ? answerBy : first, last: answerBy > last ? answerBy : last };
}
