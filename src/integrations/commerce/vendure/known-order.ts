import { isOf } from '../../../platform/schema-check.ts';
import { Type } from '../../../platform/type.ts';
import type { PlatformOrder, ShipDays, StoreOrder } from '../port.ts';
import type { VendureOrder } from './wire.ts';

const Address = Type.Record(Type.String(), Type.String());

/** Returns where an order goes. Vendure's address has one field for the name, so ours is kept beside it. */
export function placeOf({ email, address }: Pick<StoreOrder, 'email' | 'address'>): Record<string, unknown> {
  if (address === null) return { email };
  const { firstName = '', lastName = '', line1, line2, city, region, postalCode, country, phoneNumber } = address;
  return {
    email,
    given: JSON.stringify(address),
    fullName: `${firstName} ${lastName}`.trim(),
    streetLine1: line1,
    streetLine2: line2,
    city,
    province: region,
    postalCode,
    countryCode: country,
    phoneNumber,
  };
}

export function fromVendureOrder({ id, code, state, customer, customFields, ...order }: VendureOrder): PlatformOrder {
  const ours = (lines: VendureOrder['lines']) => lines.map((line) => line.customFields.waitlistLine ?? '');
  const payments = order.payments ?? [];
  return {
    ref: id,
    name: code,
    paid: payments.some((payment) => payment.state === 'Settled') || state === 'Cancelled',
    email: customer?.emailAddress ?? null,
    address: readAddress(customFields.waitlistAddress),
    shipWindow: readWindow(customFields.waitlistShips),
    heldLineIds: ours(order.lines.filter((line) => line.customFields.waitlistHeld)),
    cancelledLineIds: ours(order.lines.filter(({ quantity }) => quantity === 0)),
    // One that waits to be settled is recorded again, which settles it.
    refundIds: payments.flatMap(({ refunds }) =>
      refunds.flatMap((refund) => (refund.state === 'Settled' && refund.reason ? [refund.reason] : [])),
    ),
  };
}

function readAddress(kept: string | null): Record<string, string> | null {
  if (kept === null) return null;
  try {
    const address: unknown = JSON.parse(kept);
    return isOf(Address, address) ? address : null;
  } catch {
    return null; // somebody changed it by hand: it is written again
  }
}

function readWindow(kept: string | null): ShipDays | null {
  const [, from, until] = /^(\d{4}-\d\d-\d\d)\/(\d{4}-\d\d-\d\d)$/.exec(kept ?? '') ?? [];
  return from === undefined || until === undefined ? null : { from, until };
}
