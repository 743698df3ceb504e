import type { Rehearsal } from '../../../core/rehearsals/queries/rehearsals.ts';
import type { REHEARSAL_SHEETS } from '../../../protocol/schema/admin-api/rehearsals.ts';
import type { Sheet } from '../../csv.ts';

type RehearsalSheet = (typeof REHEARSAL_SHEETS)[number];

const COLUMNS: Record<RehearsalSheet, readonly string[]> = {
  sales: ['at', 'variant_id', 'sku', 'variant', 'sold', 'sold_so_far', 'for_sale'],
  countries: ['country', 'shoppers', 'preorders', 'units', 'refused'],
};

/** Returns a part of a rehearsal's report as a file for a spreadsheet. Without a report it has no rows. */
export function rehearsalSheet({ report }: Rehearsal, name: RehearsalSheet): Sheet<string> {
  async function* pages() {
    if (report !== null) yield name === 'sales' ? salesRows(report) : countryRows(report);
  }
  return { columns: COLUMNS[name], pages: pages() };
}

type Report = NonNullable<Rehearsal['report']>;

function salesRows({ series, variants }: Report): Record<string, string>[] {
  const soFar = variants.map(() => 0);
  return series.flatMap(({ at, units }) =>
    variants.map(({ variantId, sku, title, forSale }, index) => {
      const sold = units[index] ?? 0;
      const total = (soFar[index] ?? 0) + sold;
      soFar[index] = total;
      return {
        at,
        sku,
        variant_id: variantId,
        variant: title,
        sold: `${sold}`,
        sold_so_far: `${total}`,
        for_sale: `${forSale}`,
      };
    }),
  );
}

const countryRows = ({ countries }: Report): Record<string, string>[] =>
  countries.map(({ country, ...counts }) => ({
    country,
    ...Object.fromEntries(Object.entries(counts).map(([name, value]) => [name, `${value}`])),
  }));
