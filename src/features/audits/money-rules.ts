// Money follows state by jobs: what has not come to rest within this time did not come to rest.
const AT_REST_AFTER = "interval '1 hour'";
// A provider may be out for an hour; nobody waits for a verdict for days.
const STUCK_AFTER = "interval '1 day'";

const NET = `(SELECT coalesce(sum(-e.amount), 0) FROM ledger_entry e
              WHERE e.store_id = l.store_id AND e.line_id = l.id AND e.account = 'shopper')`;

const LINE = `
  preorder_line l JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id,
  LATERAL (SELECT ${NET} AS net) n,
  LATERAL (SELECT greatest(0, l.total - l.given_back) AS whole, greatest(0, l.due_now - l.given_back) AS first) asked`;

/** What a line item should have paid by its state and plan. */
const SHOULD_HAVE_PAID = `
  CASE l.state
    WHEN 'cancelled' THEN l.kept
    WHEN 'placed' THEN asked.first
    WHEN 'payment_due' THEN least(n.net, CASE l.due_from WHEN 'released' THEN asked.whole ELSE asked.first END)
    ELSE asked.whole
  END`;

/** What is always true of a store's money: as the other rules, each lists what breaks it; $1 is the store. */
export const MONEY_RULES: Record<string, string> = {
  'An attempt of a checkout is placed exactly when a pre-order rests on it.': `
    SELECT a.id AS subject, format('attempt %s, pre-order %s', a.state, p.reference) AS detail
    FROM attempt a LEFT JOIN preorder p ON p.store_id = a.store_id AND p.attempt_id = a.id
    WHERE a.store_id = $1 AND (a.state = 'placed' AND a.purpose = 'checkout') <> (p.id IS NOT NULL)`,
  'Nobody is charged beyond the total, or refunded beyond what was paid.': `
    SELECT p.reference AS subject, format('line item %s: total %s, paid %s', l.position + 1, l.total, n.net) AS detail
    FROM ${LINE}
    WHERE l.store_id = $1 AND (n.net < 0 OR (n.net > l.total AND NOT EXISTS (
      -- What a cheaper variant costs less is on its way back.
      SELECT 1 FROM line_swap s WHERE s.store_id = l.store_id AND s.line_id = l.id AND s.ended_at > app_now() - ${AT_REST_AFTER})))`,
  'What a line item has paid is what its state says, once it had time.': `
    SELECT p.reference AS subject,
           format('line item %s: %s, should have paid %s, paid %s', l.position + 1, l.state, ${SHOULD_HAVE_PAID}, n.net) AS detail
    FROM ${LINE}
    WHERE l.store_id = $1 AND n.net <> ${SHOULD_HAVE_PAID}
      AND greatest(l.cancelled_at, l.released_at, p.placed_at,
            (SELECT max(g.at) FROM goodwill g WHERE g.store_id = l.store_id AND g.line_id = l.id),
            (SELECT max(s.ended_at) FROM line_swap s WHERE s.store_id = l.store_id AND s.line_id = l.id),
            (SELECT max(d.ended_at) FROM payment_due d WHERE d.store_id = l.store_id AND d.preorder_id = l.preorder_id))
          < app_now() - ${AT_REST_AFTER}
      AND NOT EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = l.store_id AND m.line_id = l.id AND m.open)`,
  'No attempt takes money of a line item twice, or gives back more than it took.': `
    SELECT p.reference AS subject, format('line item %s, attempt %s: taken %s times, net %s', l.position + 1, x.attempt_id, x.times, x.net) AS detail
    FROM (SELECT m.store_id, ml.line_id, m.attempt_id,
                 count(*) FILTER (WHERE m.kind IN ('capture', 'charge')) AS times,
                 sum(CASE WHEN m.kind = 'refund' THEN -ml.amount ELSE ml.amount END) AS net
          FROM movement m JOIN movement_line ml ON ml.store_id = m.store_id AND ml.movement_id = m.id
          WHERE m.store_id = $1 AND m.state = 'done' GROUP BY m.store_id, ml.line_id, m.attempt_id) x
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE x.times > 1 OR x.net < 0`,
  'Every movement is of an attempt that could make it.': `
    SELECT m.id AS subject, format('%s %s of %s %s by an attempt of %s %s that is %s', m.state, m.kind, m.amount, m.currency, a.amount, a.currency, a.state) AS detail
    FROM movement m JOIN attempt a ON a.store_id = m.store_id AND a.id = m.attempt_id
    LEFT JOIN preorder p ON p.store_id = m.store_id AND p.id = m.preorder_id
    WHERE m.store_id = $1 AND (
      m.amount > a.amount OR m.currency <> a.currency OR m.currency <> coalesce(p.currency, m.currency)
      OR coalesce(a.preorder_id <> m.preorder_id, a.id <> p.attempt_id)
      OR (m.kind = 'charge') <> a.off_session AND m.kind <> 'refund'
      OR m.state = 'done' AND m.preorder_id IS NOT NULL AND a.state <> 'placed'
      OR m.kind = 'charge' AND m.state = 'open' AND a.state NOT IN ('created', 'open')
      OR m.kind = 'charge' AND m.state = 'failed' AND a.state NOT IN ('cancelled', 'abandoned'))`,
  'A card is charged for the pre-order that it was given for.': `
    SELECT a.id AS subject, format('attempt for pre-order %s, card of %s', a.preorder_id, m.preorder_id) AS detail
    FROM attempt a JOIN payment_method m ON m.store_id = a.store_id AND m.id = a.payment_method_id
    WHERE a.store_id = $1 AND (a.preorder_id <> m.preorder_id OR a.provider <> m.provider)`,
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
  'What the merchant gave back has its reason.': `
    SELECT p.reference AS subject, format('line item %s: given back %s, with a reason %s', l.position + 1, l.given_back, x.amount) AS detail
    FROM ${LINE}, LATERAL (SELECT coalesce(sum(g.amount), 0) AS amount FROM goodwill g
                           WHERE g.store_id = l.store_id AND g.line_id = l.id) x
    WHERE l.store_id = $1 AND l.given_back > x.amount`,
  'A payment is waited for exactly while a line item waits for it.': `
    SELECT p.reference AS subject, format('line items that wait %s, waited for since %s', x.lines, d.since) AS detail
    FROM preorder p
    LEFT JOIN payment_due d ON d.store_id = p.store_id AND d.preorder_id = p.id AND d.ended_at IS NULL,
    LATERAL (SELECT count(*) AS lines FROM preorder_line l
             WHERE l.store_id = p.store_id AND l.preorder_id = p.id AND l.state = 'payment_due') x
    WHERE p.store_id = $1 AND (x.lines > 0) <> (d.id IS NOT NULL)`,
  'Nothing that should have moved is stuck.': `
    SELECT m.id::text AS subject, format('%s open since %s', m.kind, m.created_at) AS detail
    FROM movement m WHERE m.store_id = $1 AND m.state = 'open' AND m.created_at < app_now() - ${STUCK_AFTER}
    UNION ALL
    SELECT a.id::text, format('attempt %s, %s since %s', a.purpose, a.state, a.created_at)
    FROM attempt a WHERE a.store_id = $1 AND a.purpose <> 'checkout' AND a.state IN ('created', 'open', 'cancel_sent')
      AND a.created_at < app_now() - ${STUCK_AFTER}
    UNION ALL
    SELECT d.id::text, format('deadline %s, next try %s', d.deadline, d.retry_at)
    FROM payment_due d WHERE d.store_id = $1 AND d.ended_at IS NULL
      AND least(d.deadline, d.retry_at) < app_now() - ${STUCK_AFTER}`,
};
