import { findNamedProduct } from '../../core/catalog/names.ts';
import type { Product } from '../../core/catalog/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseReference } from '../../domain/reference.ts';
import { parseDay, parseMoment } from '../../domain/store-time.ts';
import type { Sql } from '../../platform/db.ts';
import { REFERENCES_MAX } from '../../protocol/schema/admin-api/preorders.ts';

/** Reads a time. Null and undefined stay what they are. */
export function momentFrom<Given extends string | null | undefined>(
  given: Given,
  { timeZone }: Store,
  param: string,
): Date | Exclude<Given, string> {
  if (given === null || given === undefined) return given as Exclude<Given, string>;
  return parseMoment(given, timeZone, param);
}

/** Reads `updated_at_min`, to the millisecond: clients send back what they read. */
export function sinceFrom(given: string | undefined): Date | undefined {
  if (given === undefined) return undefined;
  const since = new Date(given);
  if (!Number.isNaN(since.getTime())) return since;
  throw new AppError('invalid_parameter', 'updated_at_min is not a time.', { param: 'updated_at_min' });
}

type Days = { from: string | undefined; until: string | undefined };

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads the days `…_from` and `…_until`: the first moment, and the one after the last. Of the last day its whole. */
export function momentsFrom(
  { from, until }: Days,
  timeZone: string,
  name: string,
): { from: Date | undefined; before: Date | undefined } {
  const before = until !== undefined && DAY.test(until) ? dayAfter(until, `${name}_until`) : until;
  return {
    from: from === undefined ? undefined : parseMoment(from, timeZone, `${name}_from`),
    before: before === undefined ? undefined : parseMoment(before, timeZone, `${name}_until`),
  };
}

const dayAfter = (day: string, param: string): string =>
  new Date(Date.parse(parseDay(day, param)) + 86_400_000).toISOString().slice(0, 10);

/** Finds a product by the platform's id or by handle. Throws `product_not_found`. */
export async function productFrom(sql: Sql, storeId: string, given: string): Promise<Product> {
  const product = await findNamedProduct(sql, storeId, given);
  if (product) return product;
  throw new AppError('product_not_found', 'There is no such product in this store. See ./service products list.', {
    param: 'product_id',
  });
}

/** Returns the references in their one spelling. Throws `invalid_parameter`. */
export function referencesFrom(given: string | undefined): string[] | undefined {
  const references = given?.split(',').map(parseReference);
  if (references === undefined) return undefined;
  const known = references.filter((reference) => reference !== null);
  if (known.length === references.length && known.length <= REFERENCES_MAX) return known;
  const message = `Give up to ${REFERENCES_MAX} references of pre-orders, with commas between them.`;
  throw new AppError('invalid_parameter', message, { param: 'references' });
}
