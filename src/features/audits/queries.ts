import type { Sql } from '../../platform/db.ts';
import { MONEY_RULES } from './money-rules.ts';
import { PROMISE_RULES } from './promise-rules.ts';
import { RELEASE_RULES } from './release-rules.ts';

/** Something in a store's books that must not be. `subject` names the row, `detail` the two figures that differ. */
export type Finding = { rule: string; subject: string; detail: string };

const UNIT = 'store_id, waitlist_id, batch_id, variant_id';
const SAME_UNIT =
  '(x.store_id, x.waitlist_id, x.batch_id, x.variant_id) = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id)';

/** What is always true of one store's books: each lists what breaks it, as subject and detail; $1 is the store. */
export const AUDIT_RULES: Record<string, string> = {
  // Summed up in one pass: the ledger has no index by unit, since every sale would pay for it.
  'The counters of a unit row equal its stock ledger.': `
    SELECT u.variant_id AS subject,
           format('counters %s/%s/%s, ledger %s/%s/%s', u.allocated, u.held, u.sold, x.allocated, x.held, x.sold) AS detail
    FROM unit u LEFT JOIN (
      SELECT ${UNIT}, sum(allocated_delta) AS allocated, sum(held_delta) AS held, sum(sold_delta) AS sold
      FROM stock_ledger WHERE store_id = $1 GROUP BY ${UNIT}) x ON ${SAME_UNIT}
    WHERE u.store_id = $1
      AND (u.allocated, u.held, u.sold) <> (coalesce(x.allocated, 0), coalesce(x.held, 0), coalesce(x.sold, 0))`,
  'What is held is the sum of the live holds, and of swaps that wait to be paid.': `
    SELECT u.variant_id AS subject, format('held %s, holds %s', u.held, x.held) AS detail
    FROM unit u LEFT JOIN (
      SELECT ${UNIT}, sum(quantity) AS held FROM (
        SELECT ${UNIT}, quantity FROM hold WHERE store_id = $1
        UNION ALL
        SELECT store_id, waitlist_id, to_batch_id, to_variant_id, 1 FROM line_swap
        WHERE store_id = $1 AND state = 'waiting') h
      GROUP BY ${UNIT}) x ON ${SAME_UNIT}
    WHERE u.store_id = $1 AND u.held <> coalesce(x.held, 0)`,
  'What is sold is the number of line items that are not cancelled.': `
    SELECT u.variant_id AS subject, format('sold %s, line items %s', u.sold, x.sold) AS detail
    FROM unit u, LATERAL (SELECT count(*) AS sold FROM preorder_line x WHERE x.state <> 'cancelled' AND ${SAME_UNIT}) x
    WHERE u.store_id = $1 AND u.sold <> x.sold`,
  'A checkout has a hold exactly while it is held.': `
    SELECT c.id AS subject, format('checkout %s, hold %s', c.state, h.checkout_id IS NOT NULL) AS detail
    FROM checkout c LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
    WHERE c.store_id = $1 AND (c.state = 'held') <> (h.checkout_id IS NOT NULL)`,
  'A hold is of a checkout, and of its units.': `
    SELECT h.checkout_id AS subject, format('hold %s x %s, checkout %s x %s', h.quantity, h.variant_id, c.quantity, c.variant_id) AS detail
    FROM hold h LEFT JOIN checkout c ON c.store_id = h.store_id AND c.id = h.checkout_id
    WHERE h.store_id = $1 AND (h.waitlist_id, h.batch_id, h.variant_id, h.quantity)
      IS DISTINCT FROM (c.waitlist_id, c.batch_id, c.variant_id, c.quantity)`,
  'A checkout is completed exactly when it has its pre-order.': `
    SELECT c.id AS subject, format('checkout %s, pre-order %s', c.state, p.reference) AS detail
    FROM checkout c LEFT JOIN preorder p ON p.store_id = c.store_id AND p.checkout_id = c.id
    WHERE c.store_id = $1 AND (c.state = 'completed') <> (p.id IS NOT NULL)`,
  'The totals of the line items add up to what the shopper was told.': `
    SELECT p.reference AS subject, format('total %s, line items %s', p.total, sum(l.total)) AS detail
    FROM preorder p JOIN preorder_line l ON l.store_id = p.store_id AND l.preorder_id = p.id
    WHERE p.store_id = $1
    GROUP BY p.store_id, p.id HAVING sum(l.total) <> p.total OR sum(l.tax) <> p.tax OR sum(l.shipping) <> p.shipping
      OR sum(l.unit_price) <> p.subtotal OR sum(l.discount) <> p.discount OR sum(l.due_now) <> p.due_now`,
  'No code was used more often than it may be.': `
    SELECT d.code AS subject, format('%s of %s', u.uses, d.uses_max) AS detail
    FROM discount d, LATERAL (SELECT count(*) AS uses FROM discount_use x
                              WHERE x.store_id = d.store_id AND x.discount_id = d.id) u
    WHERE d.store_id = $1 AND u.uses > d.uses_max`,
  'A checkout has a use of a code while it is held, and for good once it is a pre-order.': `
    SELECT c.id AS subject, format('checkout %s, code %s, use %s', c.state, c.discount_code, u.checkout_id IS NOT NULL) AS detail
    FROM checkout c LEFT JOIN discount_use u ON u.store_id = c.store_id AND u.checkout_id = c.id
    WHERE c.store_id = $1
      AND (c.discount_code IS NOT NULL AND c.state IN ('held', 'completed')) <> (u.checkout_id IS NOT NULL)`,
  ...MONEY_RULES,
  ...RELEASE_RULES,
  ...PROMISE_RULES,
};

// What is wrong once may be wrong ten thousand times: the first ones of each rule are enough to look at.
const FINDINGS_PER_RULE_MAX = 20;

/** Every finding in one store's books, read in the caller's transaction: it should see one moment of them. */
export async function readFindings(tx: Sql, storeId: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, query] of Object.entries(AUDIT_RULES)) {
    const rows = await tx.query<Omit<Finding, 'rule'>>(`${query} LIMIT ${FINDINGS_PER_RULE_MAX}`, [storeId]);
    findings.push(...rows.map((row) => ({ rule, ...row })));
  }
  return findings;
}

/** Stores whose night has come (3 o'clock there) and that nobody audits or has audited in it. */
export async function readDueAudits(sql: Sql): Promise<{ storeId: string; night: string }[]> {
  return sql.query(
    `SELECT s.id AS "storeId", n.night FROM store s,
     LATERAL (SELECT ((app_now() AT TIME ZONE s.time_zone) - interval '3 hours')::date AS night) n
     WHERE NOT EXISTS (SELECT 1 FROM audit a WHERE a.store_id = s.id AND a.night = n.night
                       AND (a.finished_at IS NOT NULL OR a.started_at > app_now() - interval '1 hour'))
       AND s.created_at < app_now() - interval '1 day'
     ORDER BY s.id LIMIT 50`,
  );
}
