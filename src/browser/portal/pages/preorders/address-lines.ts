import { countryName } from '../../ui/countries.ts';

/** Returns where a parcel goes, line by line, without the name. */
export function addressLines(address: Record<string, string>): string[] {
  const { line1, line2, postalCode, city, region, country, phoneNumber } = address;
  const place = [postalCode, city].filter(Boolean).join(' ');
  const lines = [line1, line2, place, region, country && countryName(country), phoneNumber];
  return lines.filter((line): line is string => Boolean(line));
}
