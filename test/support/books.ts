import { expect } from 'vitest';
import type { Database } from '../../src/platform/db.ts';

/**
 * What must be true of the books at every moment, whatever happened before. Each query lists the rows that break a rule;
 * all lists must be empty.
 */
const RULES: Record<string, string> = {
  'unit counters equal the stock ledger': `
    SELECT u.*, l.* FROM unit u LEFT JOIN LATERAL (
      SELECT coalesce(sum(allocated_delta), 0) AS a, coalesce(sum(held_delta), 0) AS h, coalesce(sum(sold_delta), 0) AS s
      FROM stock_ledger s WHERE (s.store_id, s.waitlist_id, s.batch_id, s.variant_id)
                              = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id)) l ON true
    WHERE (u.allocated, u.held, u.sold) IS DISTINCT FROM (l.a, l.h, l.s)`,
  'held is the sum of live holds': `
    SELECT u.* FROM unit u WHERE u.held <> (
      SELECT coalesce(sum(quantity), 0) FROM hold h WHERE (h.store_id, h.waitlist_id, h.batch_id, h.variant_id)
                                                       = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id))`,
  'sold is the number of lines that are not cancelled': `
    SELECT u.* FROM unit u WHERE u.sold <> (
      SELECT count(*) FROM preorder_line l WHERE l.state <> 'cancelled'
        AND (l.store_id, l.waitlist_id, l.batch_id, l.variant_id) = (u.store_id, u.waitlist_id, u.batch_id, u.variant_id))`,
  'a checkout has a hold exactly while it is held': `
    SELECT c.id, c.state, h.checkout_id FROM checkout c LEFT JOIN hold h ON h.store_id = c.store_id AND h.checkout_id = c.id
    WHERE (c.state = 'held') <> (h.checkout_id IS NOT NULL)`,
  'a checkout is completed exactly when it has its pre-order': `
    SELECT c.id, c.state FROM checkout c LEFT JOIN preorder p ON p.store_id = c.store_id AND p.checkout_id = c.id
    WHERE (c.state = 'completed') <> (p.id IS NOT NULL)`,
  'an attempt is placed exactly when a pre-order rests on it': `
    SELECT a.id, a.state FROM attempt a LEFT JOIN preorder p ON p.store_id = a.store_id AND p.attempt_id = a.id
    WHERE (a.state = 'placed') <> (p.id IS NOT NULL)`,
  'line totals add up to the pre-order': `
    SELECT p.id FROM preorder p JOIN preorder_line l ON l.store_id = p.store_id AND l.preorder_id = p.id
    GROUP BY p.store_id, p.id HAVING sum(l.total) <> p.total OR sum(l.tax) <> p.tax OR sum(l.shipping) <> p.shipping`,
  'nobody is charged beyond the total of a line, or refunded beyond what was paid': `
    SELECT l.id, l.total, sum(-e.amount) AS net FROM preorder_line l
    JOIN ledger_entry e ON e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper'
    GROUP BY l.store_id, l.id HAVING sum(-e.amount) < 0 OR sum(-e.amount) > l.total`,
  'a line is captured once at most': `
    SELECT l.line_id FROM movement_line l JOIN movement m ON m.store_id = l.store_id AND m.id = l.movement_id
    WHERE m.kind = 'capture' AND m.state = 'done' GROUP BY l.store_id, l.line_id HAVING count(*) > 1`,
  'the limit per customer holds': `
    SELECT w.id FROM waitlist w JOIN LATERAL (
      SELECT customer_key, sum(n) AS units FROM (
        SELECT customer_key, 1 AS n FROM preorder_line l WHERE l.store_id = w.store_id AND l.waitlist_id = w.id AND l.state <> 'cancelled'
        UNION ALL SELECT customer_key, quantity FROM hold h WHERE h.store_id = w.store_id AND h.waitlist_id = w.id) t
      GROUP BY customer_key) c ON c.units > w.limit_per_customer`,
  'live holds per e-mail and address stay within the limits': `
    SELECT s.id FROM store s
    WHERE EXISTS (SELECT 1 FROM hold h WHERE h.store_id = s.id GROUP BY customer_key HAVING count(*) > s.live_holds_per_email_max)
       OR EXISTS (SELECT 1 FROM hold h WHERE h.store_id = s.id GROUP BY client_address HAVING count(*) > s.live_holds_per_address_max)`,
};

/** Once everything has come to rest: money is where the lines say, and the provider agrees. */
const RULES_AT_REST: Record<string, string> = {
  'every line has paid what its state says': `
    SELECT l.id, l.state, l.total, n.net FROM preorder_line l, LATERAL (
      SELECT coalesce(sum(-amount), 0) AS net FROM ledger_entry e
      WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper') n
    WHERE n.net <> CASE WHEN l.state IN ('cancelled', 'payment_due') THEN 0 ELSE l.total END`,
  'no movement and no attempt is left open': `
    SELECT id::text, state FROM movement WHERE state = 'open'
    UNION ALL SELECT id::text, state FROM attempt WHERE state IN ('cancel_sent', 'surplus')`,
  'every authorisation belongs to one pre-order or is undone': `
    SELECT t.ref, t.status FROM test_provider.payment t
    LEFT JOIN attempt a ON a.provider = 'test' AND a.provider_ref = t.ref AND a.state = 'placed'
    WHERE t.status IN ('authorised', 'captured') AND a.id IS NULL`,
  'the provider holds exactly what the ledger says': `
    SELECT t.ref, t.captured, t.refunded, l.net FROM test_provider.payment t
    LEFT JOIN attempt a ON a.provider = 'test' AND a.provider_ref = t.ref
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(e.amount), 0) AS net FROM movement m
      JOIN ledger_entry e ON e.store_id = m.store_id AND e.movement_id = m.id AND e.account = 'provider'
      WHERE m.store_id = a.store_id AND m.attempt_id = a.id) l ON true
    WHERE t.captured - t.refunded <> coalesce(l.net, 0)`,
};

export async function expectSoundBooks(db: Database, atRest = true): Promise<void> {
  const rules = { ...RULES, ...(atRest ? RULES_AT_REST : {}) };
  const broken: Record<string, unknown[]> = {};
  for (const [rule, query] of Object.entries(rules)) {
    const rows = await db.query(query);
    if (rows.length > 0) broken[rule] = rows.slice(0, 5);
  }
  expect(broken).toEqual({});
}
