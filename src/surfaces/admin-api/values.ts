import { findNamedProduct } from '../../core/catalog/names.ts';
import type { Product } from '../../core/catalog/queries.ts';
import type { Store } from '../../core/stores/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseMoney } from '../../domain/money.ts';
import { parseMoment } from '../../domain/store-time.ts';
import type { Sql } from '../../platform/db.ts';

/** Reads `{ percent }` into basis points, or `{ amount }` into minor units. */
export function partFrom(
  part: { percent: number } | { amount: string },
  currency: string,
  param: string,
): { kind: 'percent' | 'amount'; value: number } {
  if ('amount' in part) return { kind: 'amount', value: parseMoney(part.amount, currency, param) };
  const value = Math.round(part.percent * 100);
  if (Math.abs(value - part.percent * 100) < 1e-6) return { kind: 'percent', value };
  throw new AppError('invalid_parameter', 'A percentage has two decimals at most.', { param });
}

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

/** Finds a product by the platform's id or by handle. Throws `product_not_found`. */
export async function productFrom(sql: Sql, storeId: string, given: string): Promise<Product> {
  const product = await findNamedProduct(sql, storeId, given);
  if (product) return product;
  throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product_id' });
}
