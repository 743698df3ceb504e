import { alwaysHadTheseDigits, CURRENCIES } from '../../../domain/currency.ts';
import { AppError } from '../../../domain/error.ts';
import type { Sql } from '../../../platform/db.ts';

// Each command of the command line asks for these, so they have a file that needs no texts.

/**
 * Stores the number of decimals for stores that were created before it was stored. Leaves out currencies whose number of
 * decimals differed between runtimes.
 */
export async function keepCurrencyDigits(db: Sql): Promise<void> {
  const certain = [...CURRENCIES].filter(([currency]) => alwaysHadTheseDigits(currency));
  await db.query(
    `UPDATE store s SET currency_digits = c.digits FROM unnest($1::text[], $2::smallint[]) AS c (currency, digits)
     WHERE s.currency_digits IS NULL AND s.currency = c.currency`,
    [certain.map(([currency]) => currency), certain.map(([, digits]) => digits)],
  );
}

/**
 * Stores the number of decimals of a store's amounts, as the merchant confirms it. Only the merchant knows it when runtimes
 * differed. Throws `invalid_parameter` when it is already stored.
 */
export async function confirmCurrencyDigits(db: Sql, storeId: string, digits: number): Promise<void> {
  const noted = await db.query(
    'UPDATE store SET currency_digits = $2 WHERE id = $1 AND currency_digits IS NULL RETURNING 1',
    [storeId, digits],
  );
  if (noted.length > 0) return;
  throw new AppError('invalid_parameter', 'The number of decimals of its amounts is already known and never changes.', {
    param: 'decimals',
  });
}
