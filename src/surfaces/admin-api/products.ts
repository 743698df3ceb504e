import Type from 'typebox';
import { findProduct, listProducts } from '../../core/catalog/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import { PageQuery, page } from '../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import { productJson } from '../merchant-json/products.ts';
import type { AdminRoutes } from './admin-routes.ts';
import { pageOf, reading, readPage, success } from './answer.ts';
import { ADMIN_ROOT } from './authenticate.ts';

const Params = Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) });
const SCOPE = 'catalog:read';

/** Registers `GET /admin/api/v1/products` and `GET /admin/api/v1/products/{product_id}`. */
export function registerProducts({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(
    `${ADMIN_ROOT}/products`,
    reading(SCOPE, {
      operationId: 'listProducts',
      summary: 'The products of the catalogue, by handle',
      querystring: PageQuery,
      response: { 200: page(Type.Ref('AdminProduct'), 'One page of products.') },
    }),
    async (request) => {
      const { store } = askerOf(request);
      const read = (part: { limit: number; after?: string }) => listProducts(db, store.id, part);
      const { entries, next } = await readPage(request.query, read, ({ handle }) => handle);
      return pageOf(
        entries.map((product) => productJson(product, store)),
        next,
      );
    },
  );

  app.get(
    `${ADMIN_ROOT}/products/:product_id`,
    reading(SCOPE, {
      operationId: 'getProduct',
      summary: 'One product with its variants',
      params: Params,
      response: {
        200: successSchema(Type.Ref('AdminProduct'), 'The product.'),
        404: { $ref: 'Error#', description: '`product_not_found`' },
      },
    }),
    async (request) => {
      const { store } = askerOf(request);
      const externalId = parseExternalId(request.params.product_id);
      const product = externalId && (await findProduct(db, store.id, { externalId }));
      if (!product) {
        const message = 'There is no such product in this store.';
        throw new AppError('product_not_found', message, { param: 'product_id' });
      }
      return success(productJson(product, store));
    },
  );
}
