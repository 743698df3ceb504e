import type { MedusaRequest, MedusaResponse } from '@medusajs/framework/http';
import type { CreateOrderDTO } from '@medusajs/framework/types';
import { Modules } from '@medusajs/framework/utils';

/**
 * Creates an order with the ids and prices that it is given. The ids are the service's, so it exists once. No stock is kept for it, and
 * the shopper gets no mail of an order: the service has done both.
 */
export async function POST(req: MedusaRequest<CreateOrderDTO>, res: MedusaResponse) {
  const { id } = await req.scope.resolve(Modules.ORDER).createOrders(req.body);
  res.json({ id });
}
