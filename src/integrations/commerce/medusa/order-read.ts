import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformOrder, ShipDays } from '../port.ts';
import { lineIdOf, META } from './order-input.ts';
import type { MedusaOrder } from './wire.ts';

const Address = Type.Record(Type.String(), Type.String());

export const paymentsOf = ({ payment_collections: all }: MedusaOrder) => all.flatMap(({ payments }) => payments ?? []);

export function isPaid(order: MedusaOrder): boolean {
  return order.status === 'canceled' || paymentsOf(order).some(({ captured_at }) => captured_at !== null);
}

/** Returns our ids of the line items that are to be sent. */
export function openLines({ items, status }: MedusaOrder): string[] {
  return status === 'canceled' ? [] : items.map(({ id }) => lineIdOf(id)); // one that an edit took out is gone
}

export function fromMedusa(order: MedusaOrder): PlatformOrder {
  const text = (name: string) => String(order.metadata?.[name] ?? '');
  const open = openLines(order);
  return {
    ref: order.id,
    name: `#${order.display_id}`,
    paid: isPaid(order),
    email: order.email,
    address: readAddress(text(META.address)),
    shipWindow: readWindow(text(META.ships)),
    heldLineIds: [],
    cancelledLineIds: text(META.lines)
      .split(' ')
      .filter((id) => id !== '' && !open.includes(id)),
    refundIds: paymentsOf(order).flatMap(({ refunds }) => refunds.flatMap(({ note }) => note ?? [])),
  };
}

function readAddress(kept: string): Record<string, string> | null {
  try {
    const address: unknown = JSON.parse(kept);
    return isOf(Address, address) ? address : null;
  } catch {
    return null; // somebody changed it by hand: it is written again
  }
}

function readWindow(kept: string): ShipDays | null {
  const [, from, until] = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/.exec(kept) ?? [];
  return from === undefined || until === undefined ? null : { from, until };
}
