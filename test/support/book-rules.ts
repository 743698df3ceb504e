import { audit } from '../../src/core/audits/commands.ts';
import { isOver } from '../../src/core/stock/hold-life.ts';
import type { Database } from '../../src/platform/db.ts';

// Without expired holds: they only wait for the sweep and count against no limit.
const HELD = `(SELECT * FROM hold WHERE NOT ${isOver('hold')})`;

/**
 * Rules that hold at every moment, in addition to those of the product's own audit. Each query lists the rows that break
 * its rule.
 */
export const BOOK_RULES: Record<string, string> = {
  'the limit per customer holds': `
    SELECT w.id FROM waitlist w JOIN LATERAL (
      SELECT customer_key, sum(n) AS units FROM (
        SELECT customer_key, 1 AS n FROM preorder_line l WHERE l.store_id = w.store_id AND l.waitlist_id = w.id AND l.state <> 'cancelled'
        UNION ALL SELECT customer_key, quantity FROM ${HELD} h WHERE h.store_id = w.store_id AND h.waitlist_id = w.id) t
      GROUP BY customer_key) c ON c.units > w.limit_per_customer`,
  'live holds per e-mail and address stay within the limits': `
    SELECT s.id FROM store s
    WHERE EXISTS (SELECT 1 FROM ${HELD} h WHERE h.store_id = s.id GROUP BY customer_key HAVING count(*) > s.live_holds_per_email_max)
       OR EXISTS (SELECT 1 FROM ${HELD} h WHERE h.store_id = s.id GROUP BY client_address HAVING count(*) > s.live_holds_per_address_max)`,
};

/**
 * Rules that hold once no work is left: the payments match the states of the line items and the provider's books. They define
 * on their own what a line item should have paid, because a rule that uses the product's definition would not find a mistake
 * in it.
 */
export const BOOK_RULES_AT_REST: Record<string, string> = {
  'every line has paid what its state says': `
    SELECT l.id, l.state, l.total, l.due_now, l.given_back, l.kept, n.net FROM preorder_line l, LATERAL (
      SELECT coalesce(sum(-amount), 0) AS net FROM ledger_entry e
      WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper') n
    WHERE CASE l.state
      WHEN 'cancelled' THEN n.net <> l.kept
      -- A failed charge moves no money, so less is paid than is due.
      WHEN 'payment_due' THEN n.net > greatest(0, CASE l.due_from WHEN 'placed' THEN l.due_now ELSE l.total END - l.given_back)
      WHEN 'placed' THEN n.net <> greatest(0, l.due_now - l.given_back)
      ELSE n.net <> greatest(0, l.total - l.given_back) END`,
  'no movement and no attempt is left open': `
    SELECT id::text, state FROM movement WHERE state = 'open'
    UNION ALL SELECT id::text, state FROM attempt WHERE state IN ('cancel_sent', 'surplus')`,
  'every authorisation belongs to one pre-order or is undone': `
    SELECT t.ref, t.status FROM test_provider.payment t
    LEFT JOIN attempt a ON a.provider_ref = t.ref AND a.state = 'placed'
    WHERE (t.status = 'authorised' OR t.captured > t.refunded) AND a.id IS NULL`,
  'the provider holds exactly what the ledger says': `
    SELECT t.ref, t.captured, t.refunded, l.net FROM test_provider.payment t
    LEFT JOIN attempt a ON a.provider_ref = t.ref
    LEFT JOIN LATERAL (
      SELECT coalesce(sum(e.amount), 0) AS net FROM movement m
      JOIN ledger_entry e ON e.store_id = m.store_id AND e.movement_id = m.id AND e.account = 'provider'
      WHERE m.store_id = a.store_id AND m.attempt_id = a.id) l ON true
    WHERE t.captured - t.refunded <> coalesce(l.net, 0)`,
};

type UnsoundBooks = Record<string, unknown[]>;

/**
 * Finds every broken rule, with the first rows that break it. `atRest`: no work is left, so all rules hold. `storeIds`: the
 * stores to audit, in place of all.
 */
export async function findUnsoundBooks(db: Database, atRest = true, storeIds?: string[]): Promise<UnsoundBooks> {
  const broken: UnsoundBooks = {};
  for (const [rule, query] of Object.entries({ ...BOOK_RULES, ...(atRest ? BOOK_RULES_AT_REST : {}) })) {
    const rows = await db.query(query);
    if (rows.length > 0) broken[rule] = rows.slice(0, 5);
  }
  for (const id of storeIds ?? (await allStores(db))) {
    const findings = await audit({ db }, id);
    if (findings.length > 0) broken[`audit of ${id}`] = findings;
  }
  return broken;
}

async function allStores(db: Database): Promise<string[]> {
  return (await db.query<{ id: string }>('SELECT id FROM store')).map(({ id }) => id);
}
