import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { findProduct, listProducts } from '../../core/catalog/queries.ts';
import { AppError } from '../../domain/error.ts';
import { parseExternalId } from '../../domain/external-id.ts';
import type { App } from '../../platform/http.ts';
import { PageQuery, PRIVATE_API, page } from '../../protocol/schema/admin-api.ts';
import { success as successSchema } from '../../protocol/schema/envelope.ts';
import type { Deps } from '../deps.ts';
import { productJson } from '../merchant-json.ts';
import { pageOf, readPage, refusals, success } from './answer.ts';
import { ADMIN_ROOT, type Asker } from './authenticate.ts';

const Params = Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) });
const reads = { config: { scope: 'catalog:read' } } as const;

/** Registers `GET /admin/api/v1/products` and `GET /admin/api/v1/products/{product_id}`. */
export function registerProducts(
  app: App,
  { db }: Pick<Deps, 'db'>,
  askerOf: (request: FastifyRequest) => Asker,
): void {
  app.get(
    `${ADMIN_ROOT}/products`,
    {
      ...reads,
      schema: {
        tags: [PRIVATE_API],
        operationId: 'listProducts',
        summary: 'The products of the catalogue, by handle',
        querystring: PageQuery,
        response: { 200: page(Type.Ref('AdminProduct'), 'One page of products.'), ...refusals },
      },
    },
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
    {
      ...reads,
      schema: {
        tags: [PRIVATE_API],
        operationId: 'getProduct',
        summary: 'One product with its variants',
        params: Params,
        response: {
          200: successSchema(Type.Ref('AdminProduct'), 'The product.'),
          ...refusals,
          404: { $ref: 'Error#', description: '`product_not_found`' },
        },
      },
    },
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
