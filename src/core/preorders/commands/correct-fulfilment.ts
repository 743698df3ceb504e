import { checkTracking, type GivenTracking, isSameTracking } from '../../../domain/tracking.ts';
import type { Sql } from '../../../platform/db.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { type Fulfilment, readFulfilment } from '../queries/fulfilments.ts';

type FulfilmentKey = { storeId: string; preorderId: string; number: number };

/**
 * Replaces the whole tracking of a fulfilment: a part that is not given becomes empty. The shopper gets a mail only if `mail`
 * says so. Resolves with false if nothing changed. Throws `invalid_parameter` or `fulfilment_not_found`.
 */
export async function correctTracking(
  { db }: Pick<Deps, 'db'>,
  key: FulfilmentKey,
  { mail, ...given }: GivenTracking & { mail: boolean },
): Promise<boolean> {
  const tracking = checkTracking(given);
  return db.transaction(async (tx) => {
    const before = await lockFulfilment(tx, key);
    if (isSameTracking(before.tracking, tracking)) return false;
    await tx.query(
      `UPDATE fulfilment SET carrier = $3, tracking_number = $4, tracking_link = $5 WHERE store_id = $1 AND id = $2`,
      [key.storeId, before.id, tracking.carrier, tracking.number, tracking.link],
    );
    const detail = { fulfilmentId: before.id, what: 'tracking' as const, mail };
    await emit(tx, 'fulfilment.changed', { storeId: key.storeId, subjectId: key.preorderId, detail });
    return true;
  });
}

/** Records that a fulfilment is with the shopper. Resolves with false if that was known. Throws `fulfilment_not_found`. */
export async function markDelivered({ db }: Pick<Deps, 'db'>, key: FulfilmentKey): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { id, deliveredAt } = await lockFulfilment(tx, key);
    if (deliveredAt !== null) return false;
    await tx.query('UPDATE fulfilment SET delivered_at = app_now() WHERE store_id = $1 AND id = $2', [key.storeId, id]);
    const detail = { fulfilmentId: id, what: 'delivered' as const, mail: false };
    await emit(tx, 'fulfilment.changed', { storeId: key.storeId, subjectId: key.preorderId, detail });
    return true;
  });
}

/** Reads a fulfilment under the lock of its pre-order, which an erasure takes as well. */
async function lockFulfilment(tx: Sql, key: FulfilmentKey): Promise<Fulfilment> {
  await lockPreorder(tx, key);
  return readFulfilment(tx, key);
}
