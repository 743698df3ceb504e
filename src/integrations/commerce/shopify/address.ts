import { isRegionCode, type Place, placeAtShopify } from './provinces.ts';

type Address = Readonly<Record<string, string>>;
export type Attribute = { key: string; value: string };

/** What Shopify's address has no place for stands in the order under these names, where people see it. */
const NOTES = { phone: 'Phone', region: 'Region of the address', country: 'Country of the address' } as const;
export const ADDRESS_NOTES: readonly string[] = Object.values(NOTES);

const FIELDS = [
  ['firstName', 'firstName'],
  ['lastName', 'lastName'],
  ['line1', 'address1'],
  ['line2', 'address2'],
  ['city', 'city'],
  ['postalCode', 'zip'],
  ['phoneNumber', 'phone'],
] as const;

const NUMBER = /^\+?\d[\d\s().\-/]{4,}$|^\([\d\s().\-/]{5,}$/;
const EXTENSION = /[,;]? ?(?:extension|ext|x|#)[.:=]? ?\d{1,8}$/i;

/** Returns a number without its extension; nothing of a text that is no number. */
function numberIn(phone: string): string {
  const number = phone.replace(EXTENSION, '');
  return NUMBER.test(number) ? number : '';
}

export type AddressInput = Record<string, string>;
export type WrittenAddress = { input: AddressInput; notes: Attribute[] };

/**
 * Writes an address as Shopify takes it, and what is left of it as notes. A region in words goes with the second line, too. `province`
 * is false once Shopify did not take it.
 */
export function writeAddress(given: Address, { province = true }: { province?: boolean } = {}): WrittenAddress {
  const { line2 = '', region = '', phoneNumber = '', country = '' } = given;
  const { provinceCode, ...rest } = placeAtShopify(country, region);
  const place: Place = province && provinceCode ? { ...rest, provinceCode } : rest;
  const lost = place.provinceCode === undefined || place.countryCode !== country ? region : '';
  const lines = lost !== '' && !isRegionCode(lost) ? [line2, lost] : [line2];
  const address: Address = { ...given, line2: lines.filter(Boolean).join(', '), phoneNumber: numberIn(phoneNumber) };
  const filled = FIELDS.map(([ours, theirs]) => [theirs, address[ours] ?? ''] as const);
  return {
    input: { ...Object.fromEntries(filled.filter(([, value]) => value !== '')), ...place },
    notes: [
      ...(phoneNumber === address.phoneNumber ? [] : [{ key: NOTES.phone, value: phoneNumber }]),
      ...(lost === '' ? [] : [{ key: NOTES.region, value: lost }]),
      ...(place.countryCode === undefined ? [{ key: NOTES.country, value: country || 'missing' }] : []),
    ],
  };
}

type ShownAttribute = { key: string; value: string | null };
type Shown = Readonly<Record<string, string | null>> | null;

export function fromAddress(address: NonNullable<Shown>): Record<string, string> {
  const fields = FIELDS.map(([ours, theirs]) => [ours, address[theirs] ?? ''] as const);
  const { provinceCode, countryCodeV2 } = address;
  return { ...Object.fromEntries(fields), region: provinceCode ?? '', country: countryCodeV2 ?? '' };
}

/** Whether Shopify shows the address that would be written. */
export function isShown(
  { input, notes }: WrittenAddress,
  shown: Shown,
  attributes: readonly ShownAttribute[],
): boolean {
  const theirs: Record<string, string | null> = { ...shown, countryCode: shown?.countryCodeV2 ?? null };
  const names = [...FIELDS.map(([, name]) => name), 'provinceCode', 'countryCode'] as const;
  const isSame = shown !== null && names.every((name) => (theirs[name] || '') === (input[name] ?? ''));
  const noted = attributes.filter(({ key }) => ADDRESS_NOTES.includes(key));
  return (
    isSame &&
    noted.length === notes.length &&
    notes.every((one) => noted.some((two) => two.key === one.key && two.value === one.value))
  );
}
