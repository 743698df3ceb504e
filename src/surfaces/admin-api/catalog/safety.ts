import { setSafety } from '../../../core/catalog/commands/safety.ts';
import { readSafety } from '../../../core/catalog/queries/safety.ts';
import type { Product } from '../../../core/catalog/queries.ts';
import type { Deps } from '../../../core/deps.ts';
import { Type } from '../../../platform/type.ts';
import { SafetyBody } from '../../../protocol/schema/admin-api/safety.ts';
import { success as successSchema } from '../../../protocol/schema/envelope.ts';
import { safetyFrom, safetyJson } from '../../merchant-json/safety.ts';
import { etagOf } from '../../version.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { reading, success, writing } from '../answer.ts';
import { ADMIN_ROOT } from '../authenticate.ts';
import { productFrom } from '../values.ts';

const PATH = `${ADMIN_ROOT}/products/:product_id/safety`;
const params = Type.Object({ product_id: Type.String({ minLength: 1, maxLength: 300 }) });
const response = {
  200: successSchema({ $ref: 'AdminSafety#' }, 'What is known of its safety.'),
  404: { $ref: 'Error#', description: '`product_not_found`' },
};

const GET = reading('catalog:read', {
  operationId: 'getProductSafety',
  summary: 'Who made a product, who answers for it in the EU, and its warnings',
  params,
  response,
});

const SET = writing('catalog:write', {
  operationId: 'setProductSafety',
  summary: 'Set what shoppers read of the safety of a product, in place of what the catalogue says',
  description:
    'It replaces all that was typed before. With nulls and no warnings it is removed, and shoppers read what the catalogue says.',
  params,
  body: SafetyBody,
  response,
});

/** Registers `GET` and `PUT /admin/api/v1/products/{product_id}/safety`. */
export function registerSafety({ app, deps, askerOf, perform }: AdminRoutes): void {
  const view = async ({ db }: Pick<Deps, 'db'>, storeId: string, product: Product) =>
    safetyJson(product, await readSafety(db, { storeId, productId: product.id }));

  app.get(PATH, GET, async (request, reply) => {
    const { id } = askerOf(request).store;
    const json = await view(deps, id, await productFrom(deps.db, id, request.params.product_id));
    reply.header('etag', etagOf(json));
    return success(json);
  });

  app.put(PATH, SET, async (request, reply) => {
    const { id: storeId } = askerOf(request).store;
    const product = await productFrom(deps.db, storeId, request.params.product_id);
    return perform(request, reply, {
      action: 'product.safety',
      version: (joined) => view(joined, storeId, product),
      async run(joined) {
        await setSafety(joined, { storeId, productId: product.id }, safetyFrom(request.body));
        return { subject: product.id };
      },
      answer: (joined) => view(joined, storeId, product),
    });
  });
}
