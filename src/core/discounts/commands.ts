import { randomUUID } from 'node:crypto';
import { checkDiscount, checkDiscountCode, checkDiscountTimes, type DiscountTerms } from '../../domain/discount.ts';
import { AppError } from '../../domain/error.ts';
import { oneRow } from '../../platform/columns.ts';
import type { Sql } from '../../platform/db.ts';
import type { Deps } from '../deps.ts';
import { emit } from '../outbox/outbox.ts';
import { readClock } from '../stores/queries.ts';
import { waitlistNotFound } from '../waitlists/queries.ts';
import { readDiscount } from './queries.ts';

export type NewDiscount = Omit<DiscountTerms, 'endedAt'> & { code: string };

/**
 * Makes a discount code, valid at once or from its start. Resolves with the code as stored. `invalid_parameter`,
 * `invalid_dates`, `discount_taken`, `product_not_found`, `waitlist_not_found`.
 */
export async function createDiscount(deps: Pick<Deps, 'db'>, storeId: string, input: NewDiscount): Promise<string> {
  const code = checkDiscountCode(input.code);
  const terms = checkDiscount(input);
  await deps.db.transaction(async (tx) => {
    checkDiscountTimes(terms, await readClock(tx, storeId));
    await checkTargets(tx, storeId, terms);
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
      product_id: terms.productId,
      waitlist_id: terms.waitlistId,
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

type Targets = Pick<NewDiscount, 'productId' | 'waitlistId'>;

async function checkTargets(tx: Sql, storeId: string, { productId, waitlistId }: Targets): Promise<void> {
  const [found] = await tx.query<{ product: boolean; waitlist: boolean; match: boolean }>(
    `SELECT $2::uuid IS NULL OR EXISTS (SELECT 1 FROM product WHERE store_id = $1 AND id = $2) AS product,
            $3::uuid IS NULL OR EXISTS (SELECT 1 FROM waitlist WHERE store_id = $1 AND id = $3) AS waitlist,
            NOT EXISTS (SELECT 1 FROM waitlist WHERE store_id = $1 AND id = $3 AND product_id <> $2) AS match`,
    [storeId, productId, waitlistId],
  );
  if (!found?.product) {
    throw new AppError('product_not_found', 'There is no such product in this store.', { param: 'product' });
  }
  if (!found.waitlist) throw waitlistNotFound();
  if (!found.match) {
    const message = 'The waitlist sells another product than the given one, so no pre-order could use the code.';
    throw new AppError('invalid_parameter', message, { param: 'waitlist' });
  }
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
