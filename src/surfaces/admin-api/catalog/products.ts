import { listProducts } from '../../../core/catalog/queries.ts';
import * as operations from '../../../protocol/schema/admin-api/products.ts';
import { idsOf } from '../../merchant-json/ids.ts';
import { productJson } from '../../merchant-json/products.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { productFrom, sinceFrom } from '../values.ts';

/** Registers `GET /admin/api/v1/products` and `GET /admin/api/v1/products/{product_id}`. */
export function registerProducts({ reads, readsPage }: AdminRoutes): void {
  readsPage(
    operations.listProducts,
    async ({ store }, { updated_at_min: since, q, limit, after }, { db }) => {
      const part = { limit, ...(after !== undefined && { after }) };
      const found = await listProducts(db, store.id, { ...part, updatedAtMin: sinceFrom(since), text: q?.trim() });
      return found.map((product) => productJson(product, store));
    },
    ({ product_code: code }) => code,
  );
  reads(
    operations.getProduct,
    async ({ store }, { product_id: id }, { db }) => productJson(await productFrom(db, store.id, id), store),
    async ({ id }, { store }, { db }) => idsOf(await productFrom(db, store.id, id)),
  );
}
