import Type, { type Static } from 'typebox';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import type { ProductName } from './queries.ts';

const NAME_LENGTH_MAX = 500;

const Name = Type.Optional(Type.String({ maxLength: NAME_LENGTH_MAX }));

/** The query of every frame's document: the store's public key, the product by one of its names, the reader's language. */
export const FrameQuery = Type.Object({
  key: Type.String({ minLength: 1, maxLength: 100 }),
  product: Name,
  code: Name,
  sku: Name,
  lang: Type.Optional(Type.String({ maxLength: 100 })),
});

/** The name that is given, the product's id before its code before a SKU. `missing_parameter` when there is none. */
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
