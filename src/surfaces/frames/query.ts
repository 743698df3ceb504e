import type { Static } from 'typebox';
import type { ProductName } from '../../core/waitlists/queries/on-sale.ts';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { Type } from '../../platform/type.ts';

// The contract's limit for a query parameter.
const LENGTH_MAX = 500;

/** An optional text of a query, no longer than the contract allows. */
export const Text = Type.Optional(Type.String({ maxLength: LENGTH_MAX }));

/** The query of a document about a store: its public key, and the shopper's language. */
export const StoreQuery = Type.Object({ key: Type.String({ minLength: 1, maxLength: LENGTH_MAX }), lang: Text });

/** The query of a document about a product, with one name of the product. */
export const FrameQuery = Type.Object({ ...StoreQuery.properties, product: Text, code: Text, sku: Text });

/** Returns the product's name in the query: its id, else its code, else a SKU. Throws `missing_parameter`. */
export function productNameOf({ product, code, sku }: Static<typeof FrameQuery>): ProductName {
  if (product) {
    const externalId = parseExternalId(product);
    if (externalId === null) throw new AppError('invalid_parameter', 'product is not an id.', { param: 'product' });
    return { externalId };
  }
  if (code) return { handle: code };
  if (sku) return { sku };
  throw new AppError('missing_parameter', 'product is missing.', { param: 'product' });
}
