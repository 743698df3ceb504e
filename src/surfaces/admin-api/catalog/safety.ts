import { setSafety } from '../../../core/catalog/commands/safety.ts';
import { readSafety } from '../../../core/catalog/queries/safety.ts';
import { namesMaker, type ProductSafety } from '../../../domain/product-safety.ts';
import type { Sql } from '../../../platform/db.ts';
import * as operations from '../../../protocol/schema/admin-api/safety.ts';
import type { AdminRoutes } from '../admin-routes.ts';
import { productFrom } from '../values.ts';

/** Registers what shoppers must read of the safety of a product: read and set. */
export function registerSafety({ reads, writes }: AdminRoutes): void {
  reads(
    operations.getProductSafety,
    ({ store }, { product_id: name }, { db }) => view(db, store.id, name),
    (data) => data,
  );
  writes(operations.setProductSafety, ({ store }, { product_id: name, ...entry }) => ({
    version: ({ db }) => view(db, store.id, name),
    async run(joined) {
      const { id: productId } = await productFrom(joined.db, store.id, name);
      const { maker, responsible_person: responsible, warnings } = entry;
      await setSafety(joined, { storeId: store.id, productId }, { maker, responsible, warnings });
      return { subject: productId };
    },
    answer: ({ db }) => view(db, store.id, name),
  }));
}

async function view(sql: Sql, storeId: string, name: string): Promise<operations.AdminSafety> {
  const product = await productFrom(sql, storeId, name);
  const { hand, catalogue } = await readSafety(sql, { storeId, productId: product.id });
  return {
    product: { id: product.externalId, product_code: product.handle },
    shown: hand ? 'hand' : catalogue ? 'catalogue' : null,
    names_maker: namesMaker(hand ?? catalogue),
    hand: hand && entryJson(hand),
    catalogue: catalogue && entryJson(catalogue),
  };
}

const entryJson = ({ maker, responsible, warnings }: ProductSafety): operations.SafetyEntry => ({
  maker,
  responsible_person: responsible,
  warnings,
});
