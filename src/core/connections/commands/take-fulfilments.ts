import { AppError } from '../../../domain/error.ts';
import { checkTracking, type GivenTracking, NO_TRACKING, type Tracking } from '../../../domain/tracking.ts';
import type { CommercePlatform, PlatformFulfilment } from '../../../integrations/commerce/port.ts';
import { raiseAlert } from '../../alerts/commands.ts';
import type { Deps } from '../../deps.ts';
import { correctTracking, markDelivered } from '../../preorders/commands/correct-fulfilment.ts';
import { sendLines } from '../../preorders/commands/send.ts';
import { findFulfilmentByKey } from '../../preorders/queries/fulfilments.ts';

type TakeDeps = Pick<Deps, 'db' | 'outbox'>;
type Order = { id: string; preorderId: string; reference: string; lineIds: string[] };
type OfOrder = { storeId: string; order: Order };

/**
 * Reads what the platform has sent of an order, and records it: mails and status page say so. A corrected tracking is corrected, and
 * a delivery noted. An order that is not ours is left alone.
 */
export async function takeFulfilments(
  deps: TakeDeps,
  platform: CommercePlatform,
  { storeId, ref }: { storeId: string; ref: string },
): Promise<void> {
  if (!platform.can.fulfilments) return;
  const [order] = await deps.db.query<Order>(
    `SELECT s.id, s.preorder_id AS "preorderId", p.reference,
            ARRAY(SELECT l.line_id::text FROM store_order_line l WHERE l.store_id = s.store_id AND l.order_id = s.id) AS "lineIds"
     FROM connection_order o
     JOIN store_order s ON s.store_id = o.store_id AND s.id = o.order_id
     JOIN preorder p ON p.store_id = s.store_id AND p.id = s.preorder_id
     WHERE o.store_id = $1 AND o.ref = $2`,
    [storeId, ref],
  );
  if (!order) return;
  for (const fulfilment of await platform.orders.fulfilments(ref)) {
    await takeFulfilment(deps, { storeId, order }, fulfilment).catch((error: unknown) =>
      tellRefused(deps, { storeId, order }, error),
    );
  }
  deps.outbox.wake();
}

async function takeFulfilment(deps: TakeDeps, { storeId, order }: OfOrder, sent: PlatformFulfilment): Promise<void> {
  const { preorderId } = order;
  const key = `platform ${order.id} ${sent.ref}`.slice(0, 200);
  const tracking = readTracking(sent);
  const known = await findFulfilmentByKey(deps.db, { storeId, preorderId, key });
  if (known) await correctTracking(deps, { storeId, preorderId, number: known.number }, { ...tracking, mail: true });
  const lineIds = sent.lineIds.filter((id) => order.lineIds.includes(id));
  const made =
    known ??
    (lineIds.length === 0 ? null : (await sendLines(deps, { storeId, preorderId, lineIds, tracking, key })).fulfilment);
  if (made && sent.deliveredAt !== null) await markDelivered(deps, { storeId, preorderId, number: made.number });
}

/** Keeps each part of a tracking that can be kept: a parcel without a link is better than none. */
function readTracking({ carrier, trackingNumber, trackingUrl }: PlatformFulfilment): Tracking {
  const keep = (given: GivenTracking): Partial<Tracking> => {
    try {
      const [name = 'link'] = Object.keys(given) as (keyof Tracking)[];
      return { [name]: checkTracking(given)[name] };
    } catch (error) {
      if (error instanceof AppError) return {};
      throw error;
    }
  };
  return { ...NO_TRACKING, ...keep({ carrier }), ...keep({ number: trackingNumber }), ...keep({ link: trackingUrl }) };
}

/** Tells the merchant that the platform sent what cannot be sent here, such as a cancelled line item. */
async function tellRefused({ db }: TakeDeps, { storeId, order }: OfOrder, error: unknown): Promise<void> {
  if (!(error instanceof AppError)) throw error;
  const values = { reference: order.reference, said: error.message, said_code: error.code };
  const next = { step: 'look_at_preorder', about: order.reference } as const;
  await db.transaction((tx) =>
    raiseAlert(tx, storeId, { text: 'fulfilment_not_expected', subjectId: order.id, values, next }),
  );
}
