import Type from 'typebox';
import { listProducts } from '../../../core/catalog/queries.ts';
import { ProductListQuery } from '../../../protocol/schema/admin-api/products.ts';
import { page } from '../../../protocol/schema/admin-api/shapes.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { idsOf } from '../../merchant-json/ids.ts';
import { productJson } from '../../merchant-json/products.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { pageOf, reading, readPage, success } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { productFrom, sinceFrom } from '../values.ts';

const PATH = `${ADMIN_ROOT}/products`;

const LIST = reading('catalog:read', {
  operationId: 'listProducts',
  summary: 'The products of the catalogue, by handle',
  querystring: ProductListQuery,
  response: { 200: page(Type.Ref('AdminProduct'), 'One page of products.') },
});

const GET = reading('catalog:read', {
  operationId: 'getProduct',
  summary: 'One product with its variants, by its id or its code (handle)',
  params: Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) }),
  response: {
    200: successSchema(Type.Ref('AdminProduct'), 'The product.'),
    404: { $ref: 'Error#', description: '`product_not_found`' },
  },
});

/** Registers `GET /admin/api/v1/products` and `GET /admin/api/v1/products/{product_id}`. */
export function registerProducts({ app, deps: { db }, askerOf }: AdminRoutes): void {
  app.get(PATH, LIST, async (request) => {
    const { store } = askerOf(request);
    const updatedAtMin = sinceFrom(request.query.updated_at_min);
    const read = (part: { limit: number; after?: string }) =>
      listProducts(db, store.id, { ...part, updatedAtMin, text: request.query.q?.trim() });
    const { entries, next } = await readPage(request.query, read, ({ handle }) => handle);
    return pageOf(
      entries.map((product) => productJson(product, store)),
      next,
    );
  });

  app.get(`${PATH}/:product_id`, GET, async (request, reply) => {
    const { store } = askerOf(request);
    const product = await productFrom(db, store.id, request.params.product_id);
    reply.header('etag', etagOf(idsOf(product)));
    return success(productJson(product, store));
  });
}
