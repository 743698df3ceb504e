import { AppError } from '../../../domain/error.ts';
import { waitsForUnit } from '../../../domain/preorder.ts';
import { shipsTo } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import type { AddressParts } from '../../../protocol/wire/address.ts';
import { validateAddress } from '../../checkouts/address-rules.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';
import { lockPreorder } from '../../payments/commands/lock-preorder.ts';
import { hasRegionalTax } from '../queries/self-service.ts';
import { findPreorder, type Preorder } from '../queries.ts';

type AddressChange = { storeId: string; preorderId: string; address: AddressParts };

/**
 * Changes the delivery address within the same country, because delivery and tax were sold for that country. Returns false
 * if the address is the same. Throws `address_not_changeable` once a line item is released; `country_not_shipped` for a country
 * to which the waitlist does not ship, `country_not_changeable` for any other, also for another region where regions have tax
 * rates of their own; `invalid_parameter` with the field's name. A pre-order keeps its own country, wherever its waitlist ships now.
 */
export async function changeAddress(deps: Pick<Deps, 'db' | 'outbox'>, change: AddressChange): Promise<boolean> {
  const { storeId, preorderId } = change;
  const address = checkAddress(change.address);
  const changed = await deps.db.transaction(async (tx) => {
    await lockPreorder(tx, { storeId, preorderId });
    const preorder = await findPreorder(tx, storeId, preorderId);
    if (!preorder?.contact) throw new AppError('preorder_not_found', 'There is no such pre-order.');
    if (isSame(address, preorder.contact.address)) return false;
    if (!canChangeAddress(preorder)) {
      throw new AppError('address_not_changeable', 'Some line items were already released.');
    }
    await refuseOtherPlace(tx, { storeId, waitlistId: preorder.waitlistId, ...preorder.contact }, address);
    await tx.query('UPDATE preorder_contact SET address = $3 WHERE store_id = $1 AND preorder_id = $2', [
      storeId,
      preorderId,
      address,
    ]);
    await emit(tx, 'preorder.address_changed', { storeId, subjectId: preorderId });
    return true;
  });
  if (changed) deps.outbox.wake();
  return changed;
}

/** Returns true while some line item is not cancelled and none of those is released. */
export function canChangeAddress({ lines }: Preorder): boolean {
  const open = lines.filter(({ state }) => state !== 'cancelled');
  return open.length > 0 && open.every(waitsForUnit);
}

function checkAddress(given: AddressParts): AddressParts {
  const { address, problems } = validateAddress(given);
  const [problem] = problems;
  if (!problem) return address;
  throw new AppError('invalid_parameter', 'The address is not complete.', {
    param: `address.${problem.field}`,
    data: { problem: problem.code },
  });
}

function isSame(one: AddressParts, other: Partial<AddressParts>): boolean {
  return Object.entries(one).every(([field, value]) => value === (other[field as keyof AddressParts] ?? ''));
}

type Before = { storeId: string; waitlistId: string; address: Partial<AddressParts> };

async function refuseOtherPlace(tx: Sql, { storeId, waitlistId, address: before }: Before, after: AddressParts) {
  const { country } = after;
  const moved = before.region !== undefined && before.region !== after.region;
  if (country === before.country && !(moved && (await hasRegionalTax(tx, storeId, country)))) return;
  if (country !== before.country) await demandShipping(tx, { storeId, waitlistId, country });
  const param = country === before.country ? 'address.region' : 'address.country';
  throw new AppError('country_not_changeable', 'Delivery and tax were computed for another place.', { param });
}

type Shipping = { storeId: string; waitlistId: string; country: string };

/** Names the better reason: where nothing is sold, not even another pre-order helps. */
async function demandShipping(tx: Sql, { storeId, waitlistId, country }: Shipping): Promise<void> {
  const [row] = await tx.query<{ countries: string[] | null; shipped: boolean }>(
    `SELECT w.countries, EXISTS (SELECT 1 FROM store_shipping_rate r WHERE r.store_id = $1 AND r.country = $3) AS shipped
     FROM waitlist w WHERE w.store_id = $1 AND w.id = $2`,
    [storeId, waitlistId, country],
  );
  if (row?.shipped && shipsTo(row.countries, country)) return;
  throw new AppError('country_not_shipped', 'This is not shipped to this country.', { param: 'address.country' });
}
