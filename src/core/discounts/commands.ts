import { randomUUID } from 'node:crypto';
import { checkDiscount, checkDiscountCode, checkDiscountTimes, type DiscountTerms } from '../../domain/discount.ts';
import { AppError } from '../../domain/error.ts';
import { isUuid } from '../../domain/uuid.ts';
import { oneRow } from '../../platform/columns.ts';
import type { Sql } from '../../platform/db.ts';
import { findNamedProduct } from '../catalog/names.ts';
import type { Deps } from '../deps.ts';
import { emit } from '../outbox/outbox.ts';
import { readClock } from '../stores/queries.ts';
import { waitlistNotFound } from '../waitlists/queries.ts';
import { readDiscount } from './queries.ts';

/** What is left out limits nothing. `externalProductId` may also be a product's handle. */
export type NewDiscount = Pick<DiscountTerms, 'kind' | 'value'> &
  Partial<Pick<DiscountTerms, 'minimum' | 'startsAt' | 'endsAt' | 'usesMax'>> & {
    code: string;
    externalProductId?: string | null;
    waitlistId?: string | null;
  };

/**
 * Makes a discount code, valid at once or from its start. Resolves with the code as stored. `invalid_parameter`,
 * `invalid_dates`, `discount_taken`, `product_not_found`, `waitlist_not_found`.
 */
export async function createDiscount(deps: Pick<Deps, 'db'>, storeId: string, input: NewDiscount): Promise<string> {
  const code = checkDiscountCode(input.code);
  const { kind, value, minimum = 0, startsAt = null, endsAt = null, usesMax = null } = input;
  const terms = { kind, value, minimum, startsAt, endsAt, usesMax };
  checkDiscount(terms);
  await deps.db.transaction(async (tx) => {
    checkDiscountTimes(terms, await readClock(tx, storeId));
    const limits = await readLimits(tx, storeId, input);
    const row = oneRow({
      store_id: storeId,
      id: randomUUID(),
      code,
      kind: terms.kind,
      value: terms.value,
      minimum: terms.minimum,
      starts_at: terms.startsAt,
      ends_at: terms.endsAt,
      uses_max: terms.usesMax,
      product_id: limits.productId,
      waitlist_id: limits.waitlistId,
    });
    const made = await tx.query(
      `INSERT INTO discount (${row.names}) VALUES (${row.params}) ON CONFLICT (store_id, code) DO NOTHING RETURNING 1`,
      row.values,
    );
    if (made.length === 0) {
      const message = `There is, or was, a code ${code} in this store: choose another one.`;
      throw new AppError('discount_taken', message, { param: 'code' });
    }
    // The checkout's cached document says whether the store has any codes.
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
  return code;
}

/** Finds the product and the waitlist that a code is limited to. */
async function readLimits(tx: Sql, storeId: string, { externalProductId, waitlistId }: NewDiscount) {
  const product = externalProductId ? await findNamedProduct(tx, storeId, externalProductId) : null;
  if (externalProductId && !product) {
    throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product_id' });
  }
  const [waitlist] = isUuid(waitlistId ?? '')
    ? await tx.query<{ id: string; productId: string }>(
        'SELECT id, product_id AS "productId" FROM waitlist WHERE store_id = $1 AND id = $2',
        [storeId, waitlistId],
      )
    : [];
  if (waitlistId && !waitlist) throw waitlistNotFound();
  if (product && waitlist && waitlist.productId !== product.id) {
    const message = 'The waitlist sells another product than the given one, so no pre-order could use the code.';
    throw new AppError('invalid_parameter', message, { param: 'waitlist_id' });
  }
  return { productId: product?.id ?? null, waitlistId: waitlist?.id ?? null };
}

/** Ends a code: no new checkout gets it, and those that have it keep it. Idempotent. `discount_not_found`. */
export async function endDiscount(deps: Pick<Deps, 'db'>, storeId: string, code: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { id } = await readDiscount(tx, storeId, code);
    await tx.query('UPDATE discount SET ended_at = app_now() WHERE store_id = $1 AND id = $2 AND ended_at IS NULL', [
      storeId,
      id,
    ]);
    await emit(tx, 'store.changed', { storeId, subjectId: storeId });
  });
}
