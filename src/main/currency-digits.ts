import { keepCurrencyDigits } from '../core/stores/commands/currency-digits.ts';
import { listStoresInOtherUnits } from '../core/stores/queries.ts';
import { currencyDigits } from '../domain/currency.ts';
import type { Sql } from '../platform/db.ts';
import { SetupError } from '../platform/setup-error.ts';

/**
 * Throws a `SetupError` if a store's amounts are, or may be, stored in another unit than its currency has in this version.
 * Otherwise a price of 12,900 would be charged as 129 or as 1,290,000.
 */
export async function requireCurrencyDigits(db: Sql): Promise<void> {
  await keepCurrencyDigits(db);
  const stores = await listStoresInOtherUnits(db);
  if (stores.length === 0) return;
  const lines = stores.map(({ slug, currency, digits }) => {
    const here = `${currency} has ${decimals(currencyDigits(currency))} here`;
    return digits === null
      ? `  ${slug}: ${here}, and how many its amounts were stored with is not known. Look at a price with the version that ` +
          `you ran before, then say it: ./service stores decimals --store ${slug} 0 (or 2, or 3).`
      : `  ${slug}: its amounts were stored with ${decimals(digits)}, and ${here}. Go on with the version that made it, ` +
          'and sell from now on in a new store.';
  });
  throw new SetupError(`Amounts would be read in the wrong unit, so nothing is started.\n${lines.join('\n')}`);
}

function decimals(digits: number): string {
  return digits === 1 ? '1 decimal' : `${digits || 'no'} decimals`;
}
