import { shouldHavePaid } from '../payments/queries/ledger.ts';
import { detail, oneOf, preorderOf, type Rule, type Within } from './rule.ts';

// Jobs move money after a change of state. A difference that is older than this is a fault, not work in progress.
const AT_REST_AFTER = "interval '1 hour'";
// A provider may be down for an hour, but no result takes days.
const STUCK_AFTER = "interval '1 day'";

/** SQL: line items with what each has paid (`net`). Sums up all line items of the range together, which is faster than `NET`. */
const paidLines = (within: Within): string => `
  SELECT l.*, coalesce(e.net, 0) AS net
  FROM preorder_line l LEFT JOIN (
    SELECT line_id, sum(-amount) AS net FROM ledger_entry
    WHERE store_id = $1 AND ${within('line_id')} AND account = 'shopper' GROUP BY line_id) e ON e.line_id = l.id
  WHERE l.store_id = $1 AND ${within('l.id')}`;

// Looks for swaps by pre-order, because the table has an index by pre-order and none by line item.
const SWAPPED_AT = `(SELECT max(s.ended_at) FROM line_swap s
                     WHERE s.store_id = $1 AND s.preorder_id = l.preorder_id AND s.line_id = l.id)`;

/** The rules that a store's money never breaks. */
export const MONEY_RULES: Record<string, Rule> = {
  'An attempt of a checkout is placed exactly when a pre-order rests on it.': {
    code: 'attempt_without_preorder',
    by: 'attempt',
    broken: (within) => `
    SELECT a.id AS subject, ${detail('attempt_without_preorder', 'attempt %s, pre-order %s', 'a.state, p.reference')}
    FROM attempt a
    LEFT JOIN ${oneOf('preorder', 'attempt_id = a.id')} p ON true
    WHERE a.store_id = $1 AND ${within('a.id')}
      AND (a.state = 'placed' AND a.purpose = 'checkout') <> (p.id IS NOT NULL)`,
  },
  'Nobody is charged beyond the total, or refunded beyond what was paid.': {
    code: 'paid_beyond_total',
    by: 'line',
    broken: (within) => `
    WITH suspect AS MATERIALIZED (SELECT * FROM (${paidLines(within)}) l WHERE l.net < 0 OR l.net > l.total)
    SELECT p.reference AS subject, ${detail('paid_beyond_total', 'line item %s: total %s, paid %s', 'l.position + 1, l.total, l.net')}
    FROM suspect l, ${preorderOf('l.preorder_id')}
    -- After a swap to a cheaper variant, the refund of the difference may still be under way.
    WHERE l.net < 0 OR coalesce(${SWAPPED_AT}, '-infinity') <= (SELECT app_now()) - ${AT_REST_AFTER}`,
  },
  'What a line item has paid is what its state says, once it had time.': {
    code: 'paid_differs_from_state',
    by: 'line',
    broken: (within) => `
    WITH suspect AS MATERIALIZED (
      SELECT * FROM (SELECT l.*, ${shouldHavePaid('l.net')} AS asked FROM (${paidLines(within)}) l) l WHERE l.net <> l.asked)
    SELECT p.reference AS subject,
           ${detail('paid_differs_from_state', 'line item %s: %s, should have paid %s, paid %s', 'l.position + 1, l.state, l.asked, l.net')}
    FROM suspect l, ${preorderOf('l.preorder_id')}
    WHERE greatest(l.cancelled_at, l.released_at, p.placed_at, ${SWAPPED_AT},
            (SELECT max(g.at) FROM goodwill g WHERE g.store_id = $1 AND g.line_id = l.id),
            (SELECT max(d.ended_at) FROM payment_due d WHERE d.store_id = $1 AND d.preorder_id = l.preorder_id))
          < (SELECT app_now()) - ${AT_REST_AFTER}
      AND NOT EXISTS (SELECT 1 FROM movement_line m WHERE m.store_id = $1 AND m.line_id = l.id AND m.open)
      -- A refund that the provider refused is known and has an alert of its own.
      AND NOT EXISTS (SELECT 1 FROM refund_owed r WHERE r.store_id = $1 AND r.preorder_id = l.preorder_id)
      -- A disputed pre-order is not charged.
      AND NOT EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = $1 AND w.preorder_id = l.preorder_id)`,
  },
  'No attempt takes money of a line item twice, or gives back more than it took.': {
    code: 'money_taken_twice',
    by: 'attempt',
    broken: (within) => `
    WITH moved AS MATERIALIZED (
      SELECT id, attempt_id, kind FROM movement WHERE store_id = $1 AND ${within('attempt_id')} AND state = 'done'),
    sums AS MATERIALIZED (
      SELECT l.line_id, m.attempt_id, count(*) FILTER (WHERE m.kind IN ('capture', 'charge')) AS times,
             sum(CASE WHEN m.kind IN ('refund', 'chargeback') THEN -l.amount ELSE l.amount END) AS net
      FROM moved m JOIN movement_line l ON l.store_id = $1 AND l.movement_id = m.id
      WHERE l.movement_id = ANY (ARRAY(SELECT id FROM moved))
      GROUP BY l.line_id, m.attempt_id)
    SELECT p.reference AS subject, ${detail('money_taken_twice', 'line item %s, attempt %s: taken %s times, net %s', 'l.position + 1, x.attempt_id, x.times, x.net')}
    FROM sums x,
    LATERAL (SELECT position, preorder_id FROM preorder_line l WHERE l.store_id = $1 AND l.id = x.line_id LIMIT 1) l,
    ${preorderOf('l.preorder_id')}
    WHERE x.times > 1 OR x.net < 0`,
  },
  'Every movement is of an attempt that could make it.': {
    code: 'movement_of_wrong_attempt',
    by: 'attempt',
    broken: (within) => `
    WITH moved AS MATERIALIZED (SELECT * FROM movement WHERE store_id = $1 AND ${within('attempt_id')}),
    moved_for AS MATERIALIZED (
      SELECT id, currency, attempt_id FROM preorder
      WHERE store_id = $1 AND id = ANY (ARRAY(SELECT preorder_id FROM moved)))
    SELECT m.id AS subject, ${detail('movement_of_wrong_attempt', '%s %s of %s %s by an attempt of %s %s that is %s', 'm.state, m.kind, m.amount, m.currency, a.amount, a.currency, a.state')}
    FROM moved m JOIN attempt a ON a.store_id = $1 AND a.id = m.attempt_id AND ${within('a.id')}
    LEFT JOIN moved_for p ON p.id = m.preorder_id
    WHERE m.amount > a.amount OR m.currency <> a.currency OR m.currency <> coalesce(p.currency, m.currency)
      OR coalesce(a.preorder_id <> m.preorder_id, a.id <> p.attempt_id)
      OR (m.kind = 'charge') <> a.off_session AND m.kind NOT IN ('refund', 'chargeback')
      OR m.state = 'done' AND m.preorder_id IS NOT NULL AND a.state <> 'placed'
      OR m.kind = 'charge' AND m.state = 'open' AND a.state NOT IN ('created', 'open')
      OR m.kind = 'charge' AND m.state = 'failed' AND a.state NOT IN ('cancelled', 'abandoned')`,
  },
  'A card is charged for the pre-order that it was given for.': {
    code: 'card_of_another_preorder',
    by: 'attempt',
    broken: (within) => `
    WITH charging AS MATERIALIZED (
      SELECT id, payment_method_id, preorder_id, provider FROM attempt
      WHERE store_id = $1 AND ${within('id')} AND payment_method_id IS NOT NULL)
    SELECT a.id AS subject, ${detail('card_of_another_preorder', 'attempt for pre-order %s, card of %s', 'a.preorder_id, m.preorder_id')}
    FROM charging a JOIN payment_method m ON m.store_id = $1 AND m.id = a.payment_method_id
    WHERE m.id = ANY (ARRAY(SELECT payment_method_id FROM charging))
      AND (a.preorder_id <> m.preorder_id OR a.provider <> m.provider)`,
  },
  'The ledger has exactly the money that movements moved, and it balances.': {
    code: 'ledger_differs_from_movements',
    by: 'movement',
    broken: (within) => `
    SELECT m.id AS subject, ${detail('ledger_differs_from_movements', '%s %s of %s, ledger %s, balance %s', 'm.state, m.kind, m.amount, coalesce(e.moved, 0), coalesce(e.balance, 0)')}
    FROM movement m LEFT JOIN (
      SELECT movement_id, sum(abs(amount)) FILTER (WHERE account = 'provider') AS moved, sum(amount) AS balance
      FROM ledger_entry WHERE store_id = $1 AND ${within('movement_id')} GROUP BY movement_id) e ON e.movement_id = m.id
    WHERE m.store_id = $1 AND ${within('m.id')} AND (coalesce(e.balance, 0) <> 0
      OR coalesce(e.moved, 0) <>
        CASE WHEN m.state = 'done' AND m.kind <> 'undo' AND m.preorder_id IS NOT NULL THEN m.amount ELSE 0 END)`,
  },
  'The line items of a movement add up to it.': {
    code: 'movement_differs_from_lines',
    by: 'movement',
    broken: (within) => `
    SELECT m.id AS subject, ${detail('movement_differs_from_lines', '%s of %s, line items %s', 'm.kind, m.amount, coalesce(x.amount, 0)')}
    FROM movement m LEFT JOIN (
      SELECT movement_id, sum(amount) AS amount FROM movement_line
      WHERE store_id = $1 AND ${within('movement_id')} GROUP BY movement_id) x ON x.movement_id = m.id
    WHERE m.store_id = $1 AND ${within('m.id')} AND m.preorder_id IS NOT NULL AND m.amount <> coalesce(x.amount, 0)`,
  },
  'What the merchant gave back has its reason.': {
    code: 'goodwill_without_reason',
    by: 'line',
    broken: (within) => `
    WITH suspect AS MATERIALIZED (
      SELECT l.preorder_id, l.position, l.given_back, coalesce(g.amount, 0) AS amount
      FROM preorder_line l LEFT JOIN (
        SELECT line_id, sum(amount) AS amount FROM goodwill
        WHERE store_id = $1 AND ${within('line_id')} GROUP BY line_id) g ON g.line_id = l.id
      WHERE l.store_id = $1 AND ${within('l.id')} AND l.given_back > coalesce(g.amount, 0))
    SELECT p.reference AS subject, ${detail('goodwill_without_reason', 'line item %s: given back %s, with a reason %s', 'l.position + 1, l.given_back, l.amount')}
    FROM suspect l, ${preorderOf('l.preorder_id')}`,
  },
  'A payment is waited for exactly while a line item waits for it.': {
    code: 'payment_due_without_line',
    by: 'preorder',
    broken: (within) => `
    WITH suspect AS MATERIALIZED (
      SELECT preorder_id, x.lines, d.since FROM (
        SELECT preorder_id, count(*) AS lines FROM preorder_line
        WHERE store_id = $1 AND ${within('preorder_id')} AND state = 'payment_due' GROUP BY preorder_id) x
      FULL JOIN (
        SELECT preorder_id, since FROM payment_due
        WHERE store_id = $1 AND ${within('preorder_id')} AND ended_at IS NULL) d USING (preorder_id)
      WHERE x.lines IS NULL OR d.since IS NULL)
    SELECT p.reference AS subject, ${detail('payment_due_without_line', 'line items that wait %s, waited for since %s', 'coalesce(x.lines, 0), x.since')}
    FROM suspect x, ${preorderOf('x.preorder_id')}`,
  },
  'Swaps that one payment pays wait together and end together.': {
    code: 'swaps_apart',
    by: 'preorder',
    broken: (within) => `
    SELECT p.reference AS subject, ${detail('swaps_apart', 'swap %s is %s, the first one is %s', 's.id, s.state, f.state')}
    FROM line_swap s
    JOIN LATERAL (
      SELECT f.state FROM line_swap f WHERE f.store_id = $1 AND f.id = s.leader_id LIMIT 1) f ON f.state <> s.state,
    ${preorderOf('s.preorder_id')}
    WHERE s.store_id = $1 AND ${within('s.preorder_id')} AND s.leader_id IS NOT NULL`,
  },
  // Open and waiting rows are few, and each table has an index of them.
  'Nothing that should have moved is stuck.': {
    code: 'money_stuck',
    by: 'once',
    broken: () => `
    SELECT m.id::text AS subject, ${detail('money_stuck.movement', '%s open since %s', 'm.kind, m.created_at')}
    FROM movement m WHERE m.store_id = $1 AND m.state = 'open' AND m.created_at < (SELECT app_now()) - ${STUCK_AFTER}
    UNION ALL
    SELECT a.id::text, ${detail('money_stuck.attempt', 'attempt %s, %s since %s', 'a.purpose, a.state, a.created_at')}
    FROM attempt a WHERE a.store_id = $1 AND a.purpose <> 'checkout' AND a.state IN ('created', 'open', 'cancel_sent')
      AND a.created_at < (SELECT app_now()) - ${STUCK_AFTER}
    UNION ALL
    SELECT d.id::text, ${detail('money_stuck.retry', 'deadline %s, next try %s', 'x.deadline, x.retry_at')}
    FROM payment_due d, LATERAL (
      SELECT greatest(d.deadline, d.put_off_until) AS deadline, CASE WHEN NOT EXISTS (
        SELECT 1 FROM money_waiting w WHERE w.store_id = d.store_id AND w.preorder_id = d.preorder_id) THEN d.retry_at END AS retry_at) x
    WHERE d.store_id = $1 AND d.ended_at IS NULL AND least(x.deadline, x.retry_at) < (SELECT app_now()) - ${STUCK_AFTER}
      AND NOT EXISTS (SELECT 1 FROM dispute_wait w WHERE w.store_id = $1 AND w.preorder_id = d.preorder_id)`,
  },
};
