import { AppError } from '../../../domain/error.ts';
import { checkTracking, type GivenTracking } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import { lockReturn, type ReturnKey } from './end-return.ts';

/**
 * Notes how the parcel of a return is followed: its number or link is the proof that the goods were sent. It may be corrected while the
 * return goes on; the first proof counts. Throws `return_not_found`, and `invalid_parameter` without a number and a link.
 */
export async function trackReturn(tx: Sql, key: ReturnKey, given: GivenTracking): Promise<void> {
  const { carrier, number, link } = checkTracking(given);
  if (number === '' && link === '') {
    throw new AppError('invalid_parameter', 'Name the tracking number or the link.', { param: 'tracking' });
  }
  const { storeId, goods } = await lockReturn(tx, key, ['open', 'sent']);
  await tx.query(
    `UPDATE goods_return SET carrier = $3, tracking_number = $4, tracking_link = $5, proof_at = coalesce(proof_at, app_now())
     WHERE store_id = $1 AND id = $2`,
    [storeId, goods.id, carrier, number, link],
  );
}
