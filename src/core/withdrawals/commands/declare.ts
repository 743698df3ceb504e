import { randomUUID } from 'node:crypto';
import { type Declaration, isSameDeclaration } from '../../../domain/withdrawal.ts';
import type { Sql } from '../../../platform/db.ts';
import { customerKeyOf } from '../../checkouts/customer-key.ts';
import type { Deps } from '../../deps.ts';
import { readWithdrawal, type Withdrawal } from '../queries.ts';
import { type ActDeps, actOn } from './act.ts';
import { lookForContract } from './look-for-contract.ts';
import { addReceipt } from './receipt.ts';

type Declared = {
  storeId: string;
  /** The page that was confirmed. Confirmed twice, it is one declaration. */
  id: string;
  locale: string;
  declaration: Declaration;
  /** The pre-order that the page was opened for, by its customer; left out where anybody may have typed it. */
  known?: KnownContract | undefined;
};

/** `lineIds`: the line items that are withdrawn from; null for all of them. */
export type KnownContract = { preorderId: string; lineIds: readonly string[] | null };

/**
 * Records that somebody withdraws from a contract, whether or not its pre-order is found. It counts from this moment. A receipt follows
 * by mail; the merchant gets a task. The same page is one declaration, however often it is sent.
 */
export async function declareWithdrawal(deps: Pick<Deps, 'db' | 'outbox'>, declared: Declared): Promise<Withdrawal> {
  const made = await deps.db.transaction(async (tx) => {
    const { id } = await record(tx, declared);
    return readWithdrawal(tx, declared.storeId, id);
  });
  deps.outbox.wake();
  return made;
}

/**
 * Does what follows a declaration: looks for its pre-order, and acts at once on what only the customer can have declared. Never throws,
 * because the declaration counts already: whatever fails is done by a later round.
 */
export async function followDeclaration(deps: ActDeps, key: { storeId: string; id: string }): Promise<void> {
  try {
    await deps.db.transaction((tx) => lookForContract(tx, key));
    const { proven, preorder } = await readWithdrawal(deps.db, key.storeId, key.id);
    if (proven && preorder) await actOn(deps, { ...key, preorderId: preorder.id });
  } catch (error) {
    deps.log.warn({ err: error, withdrawal: key.id }, 'a withdrawal was stored, and is looked at later');
  }
  deps.outbox.wake();
}

async function record(tx: Sql, declared: Declared): Promise<{ id: string }> {
  if (await insert(tx, declared)) return declared;
  const earlier = await readWithdrawal(tx, declared.storeId, declared.id);
  if (isSameDeclaration(earlier, declared.declaration)) return declared;
  // The same page with other words in it is another declaration.
  const other = { ...declared, id: randomUUID() };
  await insert(tx, other);
  return other;
}

/** Returns false if this page was confirmed before. */
async function insert(tx: Sql, { storeId, id, locale, declaration, known }: Declared): Promise<boolean> {
  const { name, email, reference, postalCode, items } = declaration;
  const words = [locale, name, email, reference, postalCode, items];
  const inserted = await tx.query(
    `INSERT INTO withdrawal (store_id, id, locale, name, email, reference, postal_code, items, customer_key, preorder_id, proven, looked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::uuid, $10::uuid IS NOT NULL, NULL) ON CONFLICT DO NOTHING RETURNING 1`,
    [storeId, id, ...words, customerKeyOf(storeId, email), known?.preorderId ?? null],
  );
  if (inserted.length === 0) return false;
  await tx.query(
    'INSERT INTO withdrawal_line (store_id, withdrawal_id, line_id) SELECT $1, $2, * FROM unnest($3::uuid[])',
    [storeId, id, known?.lineIds ?? []],
  );
  await addReceipt(tx, { storeId, id }, 'declarant');
  return true;
}
