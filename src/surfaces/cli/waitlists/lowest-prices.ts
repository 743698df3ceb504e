import type { AdminLowestPrices } from '../../../protocol/schema/admin-api/lowest-prices.ts';
import { formatTable } from '../terminal.ts';

/** Returns the lowest prices of 30 days beside the struck prices; nothing where none is struck. */
export function lowestPricesText({ shown, variants }: AdminLowestPrices): string[] {
  const rows = variants.flatMap(({ id, compare_at_price: struck, lowest_price: lowest }) =>
    struck === null ? [] : [[id, struck, lowest, Number(struck) > Number(lowest) ? 'the struck price is higher' : '']],
  );
  if (rows.length === 0) return [];
  const title = `Lowest price of the 30 days before${shown ? '' : ' (shoppers do not read it)'}:`;
  return [`${title}\n${formatTable(['Id', 'Compare-at', 'Lowest', ''], rows)}`];
}
