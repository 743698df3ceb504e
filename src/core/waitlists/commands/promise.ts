import { checkReason } from '../../../domain/promise.ts';
import type { ShipWindow } from '../../../domain/ship-window.ts';
import { checkShipWindow, checkWindowAhead } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { newRowId } from '../../../platform/row-id.ts';
import { emit } from '../../outbox/outbox.ts';
import { WAITS } from '../../preorders/queries/waiting.ts';
import type { LockedProduct } from './lock.ts';

export type NewPromise = {
  batchId: string;
  /** Calendar days in the store's time zone, both inclusive. */
  shipWindow: ShipWindow;
  /** The reason for shoppers. Required when line items wait for the batch. */
  reason?: string | undefined;
  /** The name of the person who moves the date, as they give it. */
  madeBy?: string | undefined;
};

/**
 * Promises another ship window for a batch. Every moved date goes through here. A job then tells or asks the pre-orders that
 * have an earlier promise. Throws `invalid_dates`, and `missing_parameter` or `invalid_parameter` for the reason. Resolves
 * with the id of the promise, or null when the batch already has this window.
 */
export async function movePromise(
  tx: Sql,
  { storeId, productId, today }: Pick<LockedProduct, 'storeId' | 'productId' | 'today'>,
  { batchId, shipWindow, reason = '', madeBy = '' }: NewPromise,
): Promise<string | null> {
  const { from, until } = checkShipWindow(shipWindow);
  checkWindowAhead({ from, until }, today);
  // The caller has locked the product, so two transactions cannot take the same version.
  const [current] = await tx.query<ShipWindow & { version: number }>(
    `SELECT version, ships_from AS "from", ships_until AS until FROM promise
     WHERE store_id = $1 AND batch_id = $2 ORDER BY version DESC LIMIT 1`,
    [storeId, batchId],
  );
  if (!current) throw new Error(`batch ${batchId} has no promise`);
  if (current.from === from && current.until === until) return null;
  const said = reason.trim() === '' && !(await isAwaited(tx, storeId, batchId)) ? '' : checkReason(reason);
  const promiseId = newRowId();
  await tx.query(
    `INSERT INTO promise (store_id, id, batch_id, version, ships_from, ships_until, reason, made_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      storeId,
      promiseId,
      batchId,
      current.version + 1,
      from,
      until,
      said,
      madeBy
        .toWellFormed()
        .replaceAll(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, MADE_BY_LENGTH_MAX),
    ],
  );
  await tx.query(
    `UPDATE waitlist w SET updated_at = app_now() FROM batch b
     WHERE b.store_id = $1 AND b.id = $2 AND w.store_id = b.store_id AND w.id = b.waitlist_id`,
    [storeId, batchId],
  );
  await emit(tx, 'promise.moved', { storeId, subjectId: productId, detail: { promiseId } });
  await emit(tx, 'promise.due', { storeId, subjectId: promiseId });
  return promiseId;
}

const MADE_BY_LENGTH_MAX = 100;

/** Returns true when a line item waits for a unit of the batch. */
async function isAwaited(tx: Sql, storeId: string, batchId: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM preorder_line l JOIN batch b ON b.store_id = l.store_id AND b.waitlist_id = l.waitlist_id
     WHERE b.store_id = $1 AND b.id = $2 AND l.batch_id = b.id
       AND ${WAITS} LIMIT 1`,
    [storeId, batchId],
  );
  return rows.length > 0;
}
