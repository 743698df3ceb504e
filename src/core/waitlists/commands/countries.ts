import { checkCountries } from '../../../domain/waitlist.ts';
import type { Sql } from '../../../platform/db.ts';
import { readStore } from '../../stores/queries.ts';

/** Returns the countries of a waitlist as they are stored, null for all of its store. Throws `country_not_shipped`. */
export async function readCountries(
  tx: Sql,
  storeId: string,
  countries: readonly string[] | null,
): Promise<string[] | null> {
  if (countries === null || countries.length === 0) return null;
  return checkCountries(countries, (await readStore(tx, storeId)).shipping);
}
