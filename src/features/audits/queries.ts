import type { Sql } from '../../platform/db.ts';
import { RELEASE_RULES } from './release-rules.ts';

/** Something in a store's books that must not be. `subject` names the row, `detail` the two figures that differ. */
export type Finding = { rule: string; subject: string; detail: string };

// Money follows state by jobs: what has not come to rest within this time did not come to rest.
const AT_REST_AFTER = '1 hour';

const NET = `(SELECT coalesce(sum(-e.amount), 0) FROM ledger_entry e
              WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper')`;
const SAME_UNIT =
  '(x.store_id, x.waitlist_id, x.batch_id, x.variant_id) = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id)';

/** What is always true of one store's books: each lists what breaks it, as subject and detail; $1 is the store. */
const RULES: Record<string, string> = {
  'The counters of a unit row equal its stock ledger.': `
    SELECT u.variant_id AS subject,
           format('counters %s/%s/%s, ledger %s/%s/%s', u.allocated, u.held, u.sold, x.allocated, x.held, x.sold) AS detail
    FROM unit u, LATERAL (
      SELECT coalesce(sum(allocated_delta), 0) AS allocated, coalesce(sum(held_delta), 0) AS held,
             coalesce(sum(sold_delta), 0) AS sold FROM stock_ledger x WHERE ${SAME_UNIT}) x
    WHERE u.store_id = $1 AND (u.allocated, u.held, u.sold) IS DISTINCT FROM (x.allocated, x.held, x.sold)`,
  'What is held is the sum of the live holds, and of swaps that wait to be paid.': `
    SELECT u.variant_id AS subject, format('held %s, holds %s', u.held, x.held) AS detail
    FROM unit u, LATERAL (
      SELECT (SELECT coalesce(sum(quantity), 0) FROM hold x WHERE ${SAME_UNIT}) + (
        SELECT count(*) FROM line_swap s WHERE s.state = 'waiting'
          AND (s.store_id, s.waitlist_id, s.to_batch_id, s.to_variant_id) = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id)
      ) AS held) x
    WHERE u.store_id = $1 AND u.held <> x.held`,
  'What is sold is the number of line items that are not cancelled.': `
    SELECT u.variant_id AS subject, format('sold %s, line items %s', u.sold, x.sold) AS detail
    FROM unit u, LATERAL (SELECT count(*) AS sold FROM preorder_line x WHERE x.state <> 'cancelled' AND ${SAME_UNIT}) x
    WHERE u.store_id = $1 AND u.sold <> x.sold`,
  'A checkout has a hold exactly while it is held.': `
    SELECT c.id AS subject, format('checkout %s, hold %s', c.state, h.checkout_id IS NOT NULL) AS detail
    FROM checkout c LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
    WHERE c.store_id = $1 AND (c.state = 'held') <> (h.checkout_id IS NOT NULL)`,
  'A checkout is completed exactly when it has its pre-order.': `
    SELECT c.id AS subject, format('checkout %s, pre-order %s', c.state, p.reference) AS detail
    FROM checkout c LEFT JOIN preorder p ON p.store_id = c.store_id AND p.checkout_id = c.id
    WHERE c.store_id = $1 AND (c.state = 'completed') <> (p.id IS NOT NULL)`,
  'An attempt is placed exactly when a pre-order rests on it.': `
    SELECT a.id AS subject, format('attempt %s, pre-order %s', a.state, p.reference) AS detail
    FROM attempt a LEFT JOIN preorder p ON p.store_id = a.store_id AND p.attempt_id = a.id
    WHERE a.store_id = $1 AND (a.state = 'placed') <> (p.id IS NOT NULL)`,
  'The totals of the line items add up to what the shopper was told.': `
    SELECT p.reference AS subject, format('total %s, line items %s', p.total, sum(l.total)) AS detail
    FROM preorder p JOIN preorder_line l ON l.store_id = p.store_id AND l.preorder_id = p.id
    WHERE p.store_id = $1
    GROUP BY p.store_id, p.id HAVING sum(l.total) <> p.total OR sum(l.tax) <> p.tax OR sum(l.shipping) <> p.shipping`,
  'Nobody is charged beyond the total, or refunded beyond what was paid.': `
    SELECT p.reference AS subject, format('line item %s: total %s, paid %s', l.position + 1, l.total, ${NET}) AS detail
    FROM preorder_line l JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE l.store_id = $1 AND ${NET} NOT BETWEEN 0 AND l.total`,
  'No line item is captured twice.': `
    SELECT p.reference AS subject, format('line item %s: %s captures', l.position + 1, count(*)) AS detail
    FROM movement m JOIN movement_line x ON x.store_id = m.store_id AND x.movement_id = m.id
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE m.store_id = $1 AND m.kind = 'capture' AND m.state = 'done'
    GROUP BY p.store_id, p.id, l.id, l.position HAVING count(*) > 1`,
  'The ledger has exactly the money that movements moved, and it balances.': `
    SELECT m.id AS subject, format('%s %s of %s, ledger %s, balance %s', m.state, m.kind, m.amount, e.moved, e.balance) AS detail
    FROM movement m, LATERAL (
      SELECT coalesce(sum(abs(amount)) FILTER (WHERE account = 'provider'), 0) AS moved, coalesce(sum(amount), 0) AS balance
      FROM ledger_entry e WHERE e.store_id = m.store_id AND e.movement_id = m.id) e
    WHERE m.store_id = $1 AND (e.balance <> 0 OR e.moved <> CASE WHEN m.state = 'done' AND m.kind <> 'undo' THEN m.amount ELSE 0 END)`,
  'The line items of a movement add up to it.': `
    SELECT m.id AS subject, format('%s of %s, line items %s', m.kind, m.amount, x.amount) AS detail
    FROM movement m, LATERAL (
      SELECT coalesce(sum(amount), 0) AS amount FROM movement_line x
      WHERE x.store_id = m.store_id AND x.movement_id = m.id) x
    WHERE m.store_id = $1 AND m.preorder_id IS NOT NULL AND m.amount <> x.amount`,
  'What a line item has paid is what its state says, once it had time.': `
    SELECT p.reference AS subject, format('line item %s: %s, total %s, paid %s', l.position + 1, l.state, l.total, ${NET}) AS detail
    FROM preorder_line l JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE l.store_id = $1 AND coalesce(l.cancelled_at, p.placed_at) < app_now() - interval '${AT_REST_AFTER}'
      AND ${NET} <> CASE WHEN l.state IN ('cancelled', 'payment_due') THEN 0 ELSE l.total END`,
  ...RELEASE_RULES,
};

/** How many rules an audit proves. */
export const RULES_COUNT = Object.keys(RULES).length;

// What is wrong once may be wrong ten thousand times: the first ones of each rule are enough to look at.
const FINDINGS_PER_RULE_MAX = 20;

/** Every finding in one store's books, read in the caller's transaction: it should see one moment of them. */
export async function readFindings(tx: Sql, storeId: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [rule, query] of Object.entries(RULES)) {
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
