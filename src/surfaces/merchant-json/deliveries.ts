import type { Delivery } from '../../core/releases/queries/deliveries.ts';
import type { AdminDelivery } from '../../protocol/schema/admin-api/batches.ts';

export function deliveryJson(delivery: Delivery): AdminDelivery {
  const { product, ships, arrived, released } = delivery;
  return {
    id: delivery.id,
    position: delivery.position,
    waitlist_id: delivery.waitlistId,
    waitlist_state: delivery.waitlistState,
    product: { id: product.externalId, product_code: product.handle, title: product.title },
    ship_window: { from: ships.from, until: ships.until },
    status: delivery.status,
    allocated: delivery.allocated,
    sold: delivery.sold,
    arrived,
    released,
    free: arrived - released,
    waiting: delivery.waiting,
    payment_due: delivery.owing,
    running_release_id: delivery.runningReleaseId,
  };
}
