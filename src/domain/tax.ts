/** Parts of a million: provinces and states have rates of three decimals, such as 14.975 %. */
export type Millionths = number;

export const TAX_RATE_MAX: Millionths = 1_000_000;

/** What the merchant's table says of a destination: its country, and its region where that has an entry of its own. */
export type TaxRow = { country: Millionths | null; region: Millionths | null };

/** A region's entry replaces its country's, it does not add to it. A place without an entry is untaxed. */
export function tableRate({ country, region }: TaxRow): Millionths {
  return region ?? country ?? 0;
}
