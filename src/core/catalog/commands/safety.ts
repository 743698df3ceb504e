import { checkSafety, type ProductSafety, saysNothing } from '../../../domain/product-safety.ts';
import type { Deps } from '../../deps.ts';
import { emit } from '../../outbox/outbox.ts';

/**
 * Keeps what a person typed about the safety of a product, by our id, in place of what they typed before. It goes before what the
 * catalogue says; an entry that says nothing is removed. Throws `invalid_parameter`.
 */
export async function setSafety(
  deps: Pick<Deps, 'db' | 'answers' | 'outbox'>,
  { storeId, productId }: { storeId: string; productId: string },
  given: ProductSafety,
): Promise<void> {
  const safety = checkSafety(given);
  await deps.db.transaction(async (tx) => {
    if (saysNothing(safety)) {
      await tx.query(`DELETE FROM product_safety WHERE store_id = $1 AND product_id = $2 AND source = 'hand'`, [
        storeId,
        productId,
      ]);
    } else {
      await tx.query(
        `INSERT INTO product_safety (store_id, product_id, source, maker, responsible, warnings) VALUES ($1, $2, 'hand', $3, $4, $5)
         ON CONFLICT (store_id, product_id, source)
         DO UPDATE SET maker = excluded.maker, responsible = excluded.responsible, warnings = excluded.warnings`,
        [storeId, productId, safety.maker, safety.responsible, safety.warnings],
      );
    }
    await emit(tx, 'waitlist.changed', { storeId, subjectId: productId });
  });
  deps.answers.invalidate(storeId, productId);
  deps.outbox.wake();
}
