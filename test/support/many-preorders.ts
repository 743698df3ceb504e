import { readPreorder } from '../../src/core/preorders/queries.ts';
import type { Sql } from '../../src/platform/db.ts';
import type { Core } from './core.ts';

/**
 * Copies a pre-order of one line item in bulk, with all its rows except those of its money. Tests with many shoppers need
 * not wait until each has paid.
 */
export async function copyPreorder(
  core: Pick<Core, 'db'>,
  { storeId, reference }: { storeId: string; reference: string },
  copies: number,
): Promise<void> {
  const { id, lines } = await readPreorder(core.db, storeId, reference);
  await core.db.transaction(async (tx) => {
    await tx.query("SET LOCAL statement_timeout = '2min'");
    await tx.query(
      `CREATE TEMPORARY TABLE copy ON COMMIT DROP AS
       SELECT n, gen_random_uuid() AS checkout_id, gen_random_uuid() AS attempt_id, gen_random_uuid() AS preorder_id,
              gen_random_uuid() AS line_id FROM generate_series(1, $1::integer) AS n`,
      [copies],
    );
    for (const { table, where, changes } of COPIED) await tx.query(copyRows(table, where, changes), [storeId, id]);
    await takeUnits(tx, { storeId, lineId: lines[0]?.id ?? '', copies });
  });
}

const CHECKOUT = '(SELECT checkout_id FROM preorder WHERE store_id = $1 AND id = $2)';
const COPIED = [
  { table: 'checkout', where: `o.id = ${CHECKOUT}`, changes: "'id', c.checkout_id" },
  {
    table: 'attempt',
    where: `o.checkout_id = ${CHECKOUT}`,
    changes: "'id', c.attempt_id, 'checkout_id', c.checkout_id, 'provider_ref', 'copy_' || c.attempt_id",
  },
  {
    table: 'preorder',
    where: 'o.id = $2',
    changes: `'id', c.preorder_id, 'checkout_id', c.checkout_id, 'attempt_id', c.attempt_id, 'reference', 'COPY-' || c.n`,
  },
  { table: 'preorder_contact', where: 'o.preorder_id = $2', changes: "'preorder_id', c.preorder_id" },
  {
    table: 'preorder_line',
    where: 'o.preorder_id = $2 AND o.position = 0',
    changes: "'id', c.line_id, 'preorder_id', c.preorder_id",
  },
];

/** Returns the SQL that copies rows with `changes` to their unique columns. */
function copyRows(table: string, where: string, changes: string): string {
  return `INSERT INTO ${table}
    SELECT (jsonb_populate_record(o, jsonb_build_object(${changes}))).* FROM ${table} o, copy c
    WHERE o.store_id = $1 AND ${where}`;
}

async function takeUnits(
  tx: Sql,
  { storeId, lineId, copies }: { storeId: string; lineId: string; copies: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO stock_ledger (store_id, waitlist_id, batch_id, variant_id, sold_delta, reason, source_id, at)
     SELECT l.store_id, l.waitlist_id, l.batch_id, l.variant_id, 1, 'place', c.line_id, app_now()
     FROM preorder_line l, copy c WHERE l.store_id = $1 AND l.id = $2`,
    [storeId, lineId],
  );
  await tx.query(
    `UPDATE unit u SET sold = u.sold + $3 FROM preorder_line l
     WHERE l.store_id = $1 AND l.id = $2 AND (u.store_id, u.waitlist_id, u.batch_id, u.variant_id)
       = (l.store_id, l.waitlist_id, l.batch_id, l.variant_id)`,
    [storeId, lineId, copies],
  );
}
