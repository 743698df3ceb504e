import type { Database } from '../src/platform/db.ts';
import type { Offer } from '../test/support/core.ts';

/**
 * Clones the offer's pre-order `count` times, each with its own shopper, line item and kept card. The rows are those of as
 * many purchases, but are made by a few statements.
 */
export async function cloneOrders(db: Database, { storeId, waitlistId }: Offer, count: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query('SET LOCAL statement_timeout = 0'); // the time-out is meant for shoppers' statements
    await tx.query(`CREATE TEMP TABLE clone ON COMMIT DROP AS
      SELECT n, gen_random_uuid() AS checkout, gen_random_uuid() AS attempt, gen_random_uuid() AS preorder,
             gen_random_uuid() AS line, gen_random_uuid() AS method FROM generate_series(1, ${Math.trunc(count)}) AS n`);
    for (const [table, changes] of Object.entries(CLONES)) {
      await tx.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(NULL::${table}, to_jsonb(t) || jsonb_build_object(${changes}))).*
         FROM ${table} t, clone c WHERE t.store_id = $1`,
        [storeId],
      );
    }
    await tx.query(
      `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, sold_delta, reason, source_id, at)
       SELECT u.store_id, u.waitlist_id, u.batch_id, u.variant_id, 1, 'place', c.checkout, app_now()
       FROM unit u, clone c WHERE u.store_id = $1 AND u.waitlist_id = $2`,
      [storeId, waitlistId],
    );
    await tx.query('UPDATE unit SET sold = sold + $3 WHERE store_id = $1 AND waitlist_id = $2', [
      storeId,
      waitlistId,
      count,
    ]);
  });
  // Autovacuum would do this only later; until then the planner has no statistics of the new rows.
  await db.query(`ANALYZE ${Object.keys(CLONES).join(', ')}`);
}

// By table, the columns that differ from the cloned row.
const CLONES: Record<string, string> = {
  checkout: `'id', c.checkout, 'customer_key', 'customer-' || c.n`,
  attempt: `'id', c.attempt, 'checkout_id', c.checkout, 'provider_ref', 'pay_clone_' || c.n`,
  preorder: `'id', c.preorder, 'checkout_id', c.checkout, 'attempt_id', c.attempt, 'reference', 'PO-' || c.n,
             'customer_key', 'customer-' || c.n, 'placed_at', t.placed_at + c.n * interval '1 ms'`,
  preorder_contact: `'preorder_id', c.preorder, 'email', 'shopper' || c.n || '@shopper.example'`,
  preorder_line: `'id', c.line, 'preorder_id', c.preorder, 'customer_key', 'customer-' || c.n`,
  payment_method: `'id', c.method, 'preorder_id', c.preorder, 'method_ref', 'card_clone_' || c.n`,
  'test_provider.method': `'ref', 'card_clone_' || c.n`,
};
