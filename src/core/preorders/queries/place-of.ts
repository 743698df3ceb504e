import { timingSafeEqual } from 'node:crypto';
import { sha256Hex } from '../../../platform/crypto.ts';
import type { Sql } from '../../../platform/db.ts';
import { addressRules, postcodeOf, regionCode } from '../../checkouts/address-rules.ts';
import type { PreorderAddress } from '../queries.ts';

/**
 * Finds a pre-order by its reference, with the delivery address, of which a person has to know a part as well. Returns null if there
 * is none, or if its contact is erased.
 */
export async function findPlaceOf(
  sql: Sql,
  storeId: string,
  reference: string,
): Promise<{ id: string; address: PreorderAddress } | null> {
  const [row] = await sql.query<{ id: string; address: PreorderAddress }>(
    `SELECT o.id, c.address
     FROM preorder o JOIN preorder_contact c ON c.store_id = o.store_id AND c.preorder_id = o.id
     WHERE o.store_id = $1 AND o.reference = $2`,
    [storeId, reference],
  );
  return row ?? null;
}

/** True for what a guest may name of the address. */
export function isPlaceOf(address: PreorderAddress, place: string): boolean {
  const { country = '', postalCode = '', city = '', region = '', lastName = '' } = address;
  const isOneOf = (...parts: string[]) =>
    parts.some((part) => part !== '' && isSame(foldPlace(place), foldPlace(part)));
  if (hasPostcode(address)) return isOneOf(postalCode) || postcodeOf(country, place) === postalCode;
  if (postalCode === '' && city === '' && region === '') return isOneOf(lastName);
  return isOneOf(postalCode, city, region) || (region !== '' && regionCode(country, place) === region);
}

/** True when the address has a postcode that its country's form asks for. Some shoppers without one write zeros. */
function hasPostcode({ country = '', postalCode = '' }: PreorderAddress): boolean {
  return postalCode !== '' && (addressRules(country, 'en')?.rows.flat().includes('postalCode') ?? true);
}

/** Normalises the spelling of a place: `k1a 0b1`, `K1A0B1` and `K1A-0B1` are equal. */
export function foldPlace(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\p{Dash}\p{Cf}.,'’]/gu, '');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(sha256Hex(one)), Buffer.from(sha256Hex(other)));
}
