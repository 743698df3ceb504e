import type { StoreOrderRow } from '../../core/releases/queries.ts';

export function orderJson(order: StoreOrderRow) {
  return {
    id: order.id,
    reference: order.reference,
    number: order.number,
    state: order.state,
    lines: order.lines,
    external_ref: order.externalRef,
    attempts: order.attempts,
    failure: order.failure,
    created_at: order.createdAt.toISOString(),
    handed_at: order.handedAt?.toISOString() ?? null,
  };
}
