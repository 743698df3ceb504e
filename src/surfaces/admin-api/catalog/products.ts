import { listProducts, type ProductFilter } from '../../../core/catalog/queries/list.ts';
import type { InputOf } from '../../../protocol/schema/admin-api/operation.ts';
import * as operations from '../../../protocol/schema/admin-api/products.ts';
import { idsOf } from '../../merchant-json/ids.ts';
import { productJson } from '../../merchant-json/products.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { productFrom, sinceFrom } from '../values.ts';

/** Registers `GET /admin/api/v1/products` and `GET /admin/api/v1/products/{product_id}`. */
export function registerProducts({ reads, readsPage }: AdminRoutes): void {
  readsPage(
    operations.listProducts,
    async ({ store }, { limit, after, sort, ...given }, { db }) => {
      const found = await listProducts(db, store.id, { limit, after, sort, ...filterFrom(given) });
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

type GivenFilter = Omit<InputOf<typeof operations.listProducts>, 'limit' | 'after' | 'sort'>;

const filterFrom = ({ updated_at_min, q, picture, ids, waitlist, prices, vendor }: GivenFilter): ProductFilter => ({
  updatedAtMin: sinceFrom(updated_at_min),
  text: q?.trim(),
  vendor,
  hasPicture: picture && picture === 'with',
  idMade: ids && ids === 'made',
  hasWaitlist: waitlist && waitlist === 'with',
  hasPrices: prices && prices === 'with',
});
