/** A rate in parts of a million, since provinces and states have rates of three decimals, such as 14.975 %. */
export type Millionths = number;

export const TAX_RATE_MAX: Millionths = 1_000_000;

/** A destination's rates in the merchant's table: its country's and its region's. Null without an entry. */
export type TaxRow = { country: Millionths | null; region: Millionths | null };

/** Returns a destination's rate. A region's entry replaces its country's. A place without an entry is untaxed. */
export function tableRate({ country, region }: TaxRow): Millionths {
  return region ?? country ?? 0;
}
