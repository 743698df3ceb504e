import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import { ContainerRegistrationKeys } from '@medusajs/framework/utils';

// Ten with two thousand variants each are still an answer that the service takes.
const PRODUCTS_AT_ONCE = 10;

/** Lists the ids of products after one, in an order that does not change while products come and go. */
export async function GET(req: MedusaRequest, res: MedusaResponse) {
  const { data } = await req.scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: 'product',
    fields: ['id'],
    filters: { id: { $gt: String(req.query.after ?? '') } },
    pagination: { take: PRODUCTS_AT_ONCE, order: { id: 'ASC' } },
  });
  res.json({ ids: data.map(({ id }) => id) });
}
