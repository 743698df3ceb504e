import { AppError } from '../../../domain/error.ts';
import type { PlatformCan } from '../../../integrations/commerce/port.ts';
import { notConnected, type OpenDeps, type OrdersAt, openConnection } from '../queries.ts';

/**
 * Sets when the order of a pre-order is created on the platform. It holds for pre-orders that are placed from now on, so that a change
 * does not send thousands of old ones at once. `not_connected`; `invalid_parameter` where the platform cannot keep an order waiting.
 */
export async function setOrderTime(deps: OpenDeps, storeId: string, at: OrdersAt): Promise<void> {
  const opened = await openConnection(deps, storeId);
  if (!opened) throw notConnected();
  checkOrderTime(opened.platform.can, at);
  await deps.db.query(
    'UPDATE connection SET orders_at = $2, orders_since = (SELECT app_now()) WHERE store_id = $1 AND orders_at <> $2',
    [storeId, at],
  );
}

function checkOrderTime(can: PlatformCan, at: OrdersAt): void {
  const refuse = (why: string): never => {
    throw new AppError('invalid_parameter', `The platform ${why}, so orders are created there ${LATER[at]}.`, {
      param: 'at',
    });
  };
  if (at !== 'release' && can.hold === 'no') refuse('cannot keep an order from being sent');
  if (at === 'placing' && !can.unpaidOrders) refuse('takes paid orders alone');
}

const LATER = { placing: 'at payment or at release', payment: 'at release', release: 'at release' };
