// Each query lists the rows that break a rule, with the store's id as its parameter. These rules supplement the product's own
// audit and those of test/support/book-rules.ts. They define on their own what waiting for a unit means, because a rule that
// uses the product's definition would not find a mistake in it.

/** SQL: disputes that are not won, and of which the merchant has not said to go on. */
export const HOLDING = `d.goes_on_at IS NULL AND d.state NOT IN ('won', 'closed')`;

/** Rules that hold after every step. */
export const RULES: Record<string, string> = {
  'A unit that arrived is given to one line item': `
    SELECT a.batch_id, a.variant_id, a.arrived, a.released, n.units FROM arrived_unit a, LATERAL (
      SELECT count(*) AS units FROM preorder_line l
      WHERE l.store_id = a.store_id AND l.batch_id = a.batch_id AND l.variant_id = a.variant_id
        AND (l.state IN ('released', 'fulfilled', 'returned') OR l.due_from = 'released')) n
    WHERE a.store_id = $1 AND (n.units <> a.released OR n.units > a.arrived)`,
  'Shoppers are sold the newest promise': `
    SELECT o.reference, p.version, q.version AS newest FROM preorder o
    JOIN checkout c ON c.store_id = o.store_id AND c.id = o.checkout_id
    JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
    JOIN promise p ON p.store_id = l.store_id AND p.id = l.promise_id
    JOIN promise q ON q.store_id = p.store_id AND q.batch_id = p.batch_id AND q.version > p.version
    WHERE o.store_id = $1 AND q.created_at < c.created_at`,
  'A deposit is kept by the rule that the shopper was told': `
    SELECT o.reference, l.kept, l.cancel_reason FROM preorder_line l
    JOIN preorder o ON o.store_id = l.store_id AND o.id = l.preorder_id
    WHERE l.store_id = $1 AND l.kept > 0
      AND (o.payment_plan <> 'deposit' OR o.deposit_refundable OR l.cancel_reason IN ('delay', 'silence', 'merchant', 'withdrawal'))`,
  'What another hand captured never counts as lost': `
    SELECT o.reference, m.kind, m.failure, t.captured FROM movement m
    JOIN preorder o ON o.store_id = m.store_id AND o.id = m.preorder_id
    JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
    JOIN test_provider.payment t ON t.ref = a.provider_ref
    WHERE m.store_id = $1 AND m.kind IN ('capture', 'undo') AND m.state = 'failed' AND t.captured > 0
      AND NOT EXISTS (SELECT 1 FROM movement d WHERE d.store_id = m.store_id AND d.attempt_id = m.attempt_id
                        AND d.kind = 'capture' AND d.state = 'done')`,
  'What is disputed is neither released nor charged': `
    SELECT d.ref, d.state, x.what FROM dispute d, LATERAL (
      SELECT 'released' AS what, l.released_at AS at FROM preorder_line l
      WHERE l.store_id = d.store_id AND l.preorder_id = d.preorder_id
      UNION ALL SELECT 'cancelled as not paid', l.cancelled_at FROM preorder_line l
      WHERE l.store_id = d.store_id AND l.preorder_id = d.preorder_id AND l.cancel_reason = 'payment'
      UNION ALL SELECT 'charged', m.created_at FROM movement m
      WHERE m.store_id = d.store_id AND m.preorder_id = d.preorder_id AND m.kind = 'charge') x
    WHERE d.store_id = $1 AND ${HOLDING} AND x.at > d.updated_at`,
  'What somebody withdrew from is neither released nor charged': `
    SELECT w.id, x.what FROM withdrawal w, LATERAL (
      SELECT 'released' AS what, l.released_at AS at FROM preorder_line l
      WHERE l.store_id = w.store_id AND l.preorder_id = w.preorder_id
      UNION ALL SELECT 'cancelled by a clock', l.cancelled_at FROM preorder_line l
      WHERE l.store_id = w.store_id AND l.preorder_id = w.preorder_id AND l.cancel_reason IN ('payment', 'silence')
      UNION ALL SELECT 'charged', m.created_at FROM movement m
      WHERE m.store_id = w.store_id AND m.preorder_id = w.preorder_id AND m.kind = 'charge') x
    WHERE w.store_id = $1 AND w.state = 'declared' AND w.acted_at IS NULL AND NOT w.matched_by_hand AND x.at > w.looked_at
      AND NOT EXISTS (SELECT 1 FROM withdrawal_line n WHERE n.store_id = w.store_id AND n.withdrawal_id = w.id)`,
  'What comes back is paid back once, and never beyond its price': `
    SELECT l.id, l.total, l.given_back, sum(x.given_back) AS returned FROM goods_return_line x
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    WHERE x.store_id = $1 GROUP BY l.store_id, l.id
    HAVING sum(x.given_back) > l.given_back OR l.given_back > l.total
      OR count(*) FILTER (WHERE x.given_back > 0) > 1`,
  'Money for a return goes back for goods or a proof of sending alone': `
    SELECT r.id, r.outcome, l.state FROM goods_return r
    JOIN goods_return_line x ON x.store_id = r.store_id AND x.return_id = r.id AND x.given_back > 0
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    WHERE r.store_id = $1 AND NOT (r.outcome = 'received' AND l.state = 'returned')
      AND NOT (r.outcome = 'proof' AND r.proof_at IS NOT NULL)`,
  'The provider never has more of a shopper than their pre-order costs': `
    SELECT o.reference, o.total, sum(t.captured - t.refunded) AS taken FROM preorder o
    JOIN attempt a ON a.store_id = o.store_id AND (a.id = o.attempt_id OR a.preorder_id = o.id)
    JOIN test_provider.payment t ON t.ref = a.provider_ref
    WHERE o.store_id = $1
      AND NOT EXISTS (SELECT 1 FROM line_swap s WHERE s.store_id = o.store_id AND s.preorder_id = o.id)
    GROUP BY o.store_id, o.id HAVING sum(t.captured - t.refunded) > o.total`,
};

/** Rules that hold right after the rounds of a worker without a fault. */
export const RULES_SWEPT: Record<string, string> = {
  'A lost answer or a lost webhook costs seconds': `
    SELECT a.id, a.state, t.status FROM attempt a JOIN test_provider.payment t ON t.ref = a.provider_ref
    WHERE a.store_id = $1 AND a.state = 'open' AND t.status IN ('authorised', 'captured')
      AND a.updated_at < (SELECT app_now()) - interval '15 seconds'`,
};

/** Rules that hold once no work is left. */
export const RULES_AT_REST: Record<string, string> = {
  'A return ends with its withdrawal': `
    SELECT r.id, w.state FROM goods_return r JOIN withdrawal w ON w.store_id = r.store_id AND w.id = r.withdrawal_id
    WHERE r.store_id = $1 AND r.ended_at IS NULL AND w.state <> 'declared'`,
  'Every declaration of withdrawal has a receipt, unless its address takes none': `
    SELECT w.id FROM withdrawal w WHERE w.store_id = $1 AND NOT EXISTS (
      SELECT 1 FROM withdrawal_receipt r WHERE r.store_id = w.store_id AND r.withdrawal_id = w.id
        AND r.recipient = 'declarant' AND (r.sent_at IS NOT NULL OR r.failure IN ('erased', 'suppressed')))`,
  'A shopper who waits was told of the date that holds': `
    SELECT o.reference, q.version FROM preorder o
    JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
    JOIN preorder_line l ON l.store_id = o.store_id AND l.preorder_id = o.id
      AND (l.state = 'placed' OR l.due_from = 'placed')
    JOIN promise p ON p.store_id = l.store_id AND p.id = l.promise_id
    JOIN promise q ON q.store_id = p.store_id AND q.batch_id = p.batch_id AND q.version > p.version
    WHERE o.store_id = $1
      AND NOT EXISTS (SELECT 1 FROM promise r WHERE r.store_id = q.store_id AND r.batch_id = q.batch_id AND r.version > q.version)
      AND NOT EXISTS (SELECT 1 FROM promise_notice n
                      WHERE n.store_id = o.store_id AND n.preorder_id = o.id AND n.promise_id = q.id)`,
  'Silence has its end': `
    SELECT preorder_id FROM promise_question WHERE store_id = $1 AND greatest(answer_by, put_off_until) <= (SELECT app_now())`,
  'A release that runs hands out what there is': `
    SELECT r.id FROM release r JOIN release_unit u ON u.store_id = r.store_id AND u.release_id = r.id
    JOIN arrived_unit a ON a.store_id = r.store_id AND a.batch_id = r.batch_id AND a.variant_id = u.variant_id
    WHERE r.store_id = $1 AND r.state = 'running' AND u.units > u.released AND a.arrived > a.released
      AND EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = r.store_id AND l.batch_id = r.batch_id
                    AND l.variant_id = u.variant_id AND l.state = 'placed')
      AND NOT EXISTS (SELECT 1 FROM preorder_line l WHERE l.store_id = r.store_id AND l.batch_id = r.batch_id
                        AND l.variant_id = u.variant_id AND l.due_from = 'placed')`,
  'Every pre-order is confirmed by mail, or what was cancelled before that is': `
    SELECT o.reference FROM preorder o JOIN preorder_contact k ON k.store_id = o.store_id AND k.preorder_id = o.id
    WHERE o.store_id = $1 AND NOT EXISTS (
      SELECT 1 FROM mail m WHERE m.store_id = o.store_id AND m.preorder_id = o.id AND m.sent_at IS NOT NULL
        AND (m.kind = 'placed' OR m.kind = 'cancelled' AND NOT EXISTS (
          SELECT 1 FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id AND l.state <> 'cancelled')))`,
};
