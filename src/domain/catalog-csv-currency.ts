import { hasUnclearPoint, type Minor, toDecimal } from './money.ts';

/** Something in a file that says that its prices may be other than they were read: of another currency than the store's, or finer. */
export type PriceWarning =
  /** Rows whose cell of a currency column names another currency. */
  | { code: 'other_currency'; column: string; currencies: string[]; rows: number }
  /** Columns with prices that are not read, such as `Price / International`. */
  | { code: 'price_columns_not_read'; columns: string[] }
  /** Rows whose price is finer than the currency, such as a net price. The example shows how one was read: `1.299 → 1.30`. */
  | { code: 'prices_rounded'; column: string; rows: number; example: string };

export type CurrencyCheck = {
  /** Takes the cells of one row. */
  see(cells: readonly string[]): void;
  warnings(): PriceWarning[];
};

// Shopify exports the prices of each market in columns such as `Price / International`, `Compare At Price / Canada`; other
// tools write `Price (USD)`. `Unit price base measure` is no such column.
const MARKET_PRICE = /^(variant\s+)?(compare[\s-]+at\s+)?price\s*[^\w\s]*\s*\S/i;
const CURRENCY_COLUMN = /\bcurrency\b/i;

// Enough to recognise the mistake. More would fill the screen.
const CURRENCIES_MAX = 5;

/** Checks a file for hints at another currency than the store's. `header` has its columns, of which `read` has the prices. */
export function createCurrencyCheck(header: readonly string[], currency: string, read?: string): CurrencyCheck {
  const names = header.map((name) => name.trim());
  const notRead = names.filter((name) => MARKET_PRICE.test(name) && !CURRENCY_COLUMN.test(name) && name !== read);
  const columns = names.flatMap((column, index) =>
    CURRENCY_COLUMN.test(column) ? [{ column, index, currencies: new Set<string>(), rows: 0 }] : [],
  );
  return {
    see(cells) {
      for (const found of columns) {
        const named = cells[found.index]?.trim().toUpperCase() ?? '';
        if (!/^[A-Z]{3}$/.test(named) || named === currency) continue;
        found.rows += 1;
        if (found.currencies.size < CURRENCIES_MAX) found.currencies.add(named);
      }
    },
    warnings: () => [
      ...columns
        .filter(({ rows }) => rows > 0)
        .map(({ column, currencies, rows }) => ({
          code: 'other_currency' as const,
          column,
          currencies: [...currencies],
          rows,
        })),
      ...(notRead.length > 0 ? [{ code: 'price_columns_not_read' as const, columns: notRead }] : []),
    ],
  };
}

export type RoundedCheck = {
  /** Takes the cells of a row whose price was rounded, and what it was read as. */
  see(cells: readonly string[], price: Minor): void;
  warnings(): PriceWarning[];
};

/** Counts the prices of a column that were rounded. The example is one that may be meant otherwise, where there is one: `1.299`. */
export function createRoundedCheck(
  column: { index: number; name: string } | undefined,
  currency: string,
): RoundedCheck {
  let rows = 0;
  let example = { text: '', price: 0, isUnclear: false };
  return {
    see(cells, price) {
      const text = cells[column?.index ?? 0]?.trim() ?? '';
      const isUnclear = hasUnclearPoint(text.replace(',', '.'));
      if (rows === 0 || (isUnclear && !example.isUnclear)) example = { text, price, isUnclear };
      rows += 1;
    },
    warnings: () => {
      if (!column || rows === 0) return [];
      const shown = `${example.text} → ${toDecimal(example.price, currency)}`;
      return [{ code: 'prices_rounded', column: column.name, rows, example: shown }];
    },
  };
}
