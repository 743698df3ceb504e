import { PARCEL_COLUMNS } from '../../domain/shopper-columns.ts';
import type { Sql } from '../../platform/db.ts';
import { listReadyParcels, type ReadyFilter, type ReadyParcel } from './queries/ready-to-send.ts';

/** The columns of the file for a carrier, in their order. */
export const CARRIER_COLUMNS = ['reference', ...PARCEL_COLUMNS] as const;

export type CarrierRow = Record<(typeof CARRIER_COLUMNS)[number], string>;

// Small enough for memory, large enough that round trips do not matter.
const PAGE = 500;

/** Yields a row for each parcel that can be sent, page by page: paid, with an address, and without a dispute or a withdrawal. */
export async function* carrierRows(sql: Sql, storeId: string, filter: ReadyFilter): AsyncGenerator<CarrierRow[]> {
  let after: string | undefined;
  for (;;) {
    const parcels = await listReadyParcels(sql, storeId, { ...filter, after, limit: PAGE });
    yield parcels.flatMap(rowsOf);
    if (parcels.length < PAGE) return;
    after = parcels.at(-1)?.reference;
  }
}

function rowsOf(parcel: ReadyParcel): CarrierRow[] {
  const { contact, lines, waitsFor } = parcel;
  if (contact === null || waitsFor !== null || lines.some(({ paid }) => !paid)) return [];
  const { address, email } = contact;
  return [
    {
      reference: parcel.reference,
      name: [address.firstName, address.lastName].filter(Boolean).join(' '),
      line1: address.line1 ?? '',
      line2: address.line2 ?? '',
      postal_code: address.postalCode ?? '',
      city: address.city ?? '',
      region: address.region ?? '',
      country: address.country ?? '',
      phone: address.phoneNumber ?? '',
      email,
      contents: contentsOf(parcel),
      quantity: String(lines.length),
    },
  ];
}

function contentsOf({ productTitle, lines }: ReadyParcel): string {
  const counts = new Map<string, number>();
  for (const { variantTitle } of lines) {
    const name = [productTitle, variantTitle].filter((part) => part !== '').join(', ');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, quantity]) => `${quantity} × ${name}`).join('; ');
}
