import { LEDGER_SUMS } from '../stock/queries.ts';
import { detail, oneOf, type Rule } from './rule.ts';

export const UNIT = 'waitlist_id, batch_id, variant_id';
const SAME_UNIT = '(x.waitlist_id, x.batch_id, x.variant_id) = (u.waitlist_id, u.batch_id, u.variant_id)';

/**
 * SQL: the unit rows whose counters differ from the sums of the stock ledger. The ledger has no index by unit, because it
 * would slow down every sale, so one scan sums up all units. `entries`: SQL of the entries, as unit and what changed.
 */
export const countersDiffer = (entries: string): string => `
    SELECT u.variant_id AS subject,
           ${detail('counters_differ_from_ledger', 'counters %s/%s/%s, ledger %s/%s/%s', 'u.allocated, u.held, u.sold, x.allocated, x.held, x.sold')}
    FROM unit u LEFT JOIN (
      SELECT ${UNIT}, ${LEDGER_SUMS}
      FROM (${entries}) e GROUP BY ${UNIT}) x ON ${SAME_UNIT}
    WHERE u.store_id = $1
      AND (u.allocated, u.held, u.sold) <> (coalesce(x.allocated, 0), coalesce(x.held, 0), coalesce(x.sold, 0))`;

export const LEDGER_ENTRIES = `
  SELECT ${UNIT}, allocated_delta, held_delta, sold_delta FROM stock_ledger WHERE store_id = $1`;

/** The rules for a store's stock, and for the checkouts that take it. */
export const STOCK_RULES: Record<string, Rule> = {
  'The counters of a unit row equal its stock ledger.': {
    code: 'counters_differ_from_ledger',
    by: 'ledger',
    broken: () => countersDiffer(LEDGER_ENTRIES),
  },
  'What is held is the sum of the live holds, and of swaps that wait to be paid.': {
    code: 'held_differs_from_holds',
    by: 'once',
    broken: () => `
    SELECT u.variant_id AS subject, ${detail('held_differs_from_holds', 'held %s, holds %s', 'u.held, x.held')}
    FROM unit u LEFT JOIN (
      SELECT ${UNIT}, sum(quantity) AS held FROM (
        SELECT ${UNIT}, quantity FROM hold WHERE store_id = $1
        UNION ALL
        SELECT waitlist_id, to_batch_id, to_variant_id, 1 FROM line_swap
        WHERE store_id = $1 AND state = 'waiting') h
      GROUP BY ${UNIT}) x ON ${SAME_UNIT}
    WHERE u.store_id = $1 AND u.held <> coalesce(x.held, 0)`,
  },
  'What is sold is the number of line items that are not cancelled.': {
    code: 'sold_differs_from_lines',
    by: 'waitlist',
    broken: (within) => `
    SELECT u.variant_id AS subject, ${detail('sold_differs_from_lines', 'sold %s, line items %s', 'u.sold, coalesce(x.sold, 0)')}
    FROM unit u LEFT JOIN (
      SELECT ${UNIT}, count(*) AS sold FROM preorder_line
      WHERE store_id = $1 AND ${within('waitlist_id')} AND state <> 'cancelled' GROUP BY ${UNIT}) x ON ${SAME_UNIT}
    WHERE u.store_id = $1 AND ${within('u.waitlist_id')} AND u.sold <> coalesce(x.sold, 0)`,
  },
  'A checkout has a hold exactly while it is held.': {
    code: 'checkout_without_hold',
    by: 'checkout',
    broken: (within) => `
    SELECT c.id AS subject, ${detail('checkout_without_hold', 'checkout %s, hold %s', 'c.state, h.checkout_id IS NOT NULL')}
    FROM checkout c
    LEFT JOIN ${oneOf('hold', 'checkout_id = c.id')} h ON true
    WHERE c.store_id = $1 AND ${within('c.id')} AND (c.state = 'held') <> (h.checkout_id IS NOT NULL)`,
  },
  'A hold is of a checkout, and of its units.': {
    code: 'hold_of_wrong_checkout',
    by: 'checkout',
    broken: (within) => `
    SELECT h.checkout_id AS subject, ${detail('hold_of_wrong_checkout', 'hold %s x %s, checkout %s x %s', 'h.quantity, h.variant_id, c.quantity, c.variant_id')}
    FROM hold h
    LEFT JOIN ${oneOf('checkout', 'id = h.checkout_id')} c ON true
    WHERE h.store_id = $1 AND ${within('h.checkout_id')} AND (h.waitlist_id, h.batch_id, h.variant_id, h.quantity)
      IS DISTINCT FROM (c.waitlist_id, c.batch_id, c.variant_id, c.quantity)`,
  },
  'A checkout is completed exactly when it has its pre-order.': {
    code: 'checkout_without_preorder',
    by: 'checkout',
    broken: (within) => `
    SELECT c.id AS subject, ${detail('checkout_without_preorder', 'checkout %s, pre-order %s', 'c.state, p.reference')}
    FROM checkout c
    LEFT JOIN ${oneOf('preorder', 'checkout_id = c.id')} p ON true
    WHERE c.store_id = $1 AND ${within('c.id')} AND (c.state = 'completed') <> (p.id IS NOT NULL)`,
  },
  'The totals of the line items add up to what the shopper was told.': {
    code: 'totals_differ',
    by: 'preorder',
    broken: (within) => `
    SELECT p.reference AS subject, ${detail('totals_differ', 'total %s, line items %s', 'p.total, l.total')}
    FROM preorder p CROSS JOIN LATERAL (
      SELECT sum(total) AS total, sum(tax) AS tax, sum(shipping) AS shipping, sum(unit_price) AS subtotal,
             sum(discount) AS discount, sum(due_now) AS due_now
      FROM preorder_line WHERE store_id = $1 AND preorder_id = p.id) l
    WHERE p.store_id = $1 AND ${within('p.id')}
      AND (l.total, l.tax, l.shipping, l.subtotal, l.discount, l.due_now)
        <> (p.total, p.tax, p.shipping, p.subtotal, p.discount, p.due_now)`,
  },
  'No code was used more often than it may be.': {
    code: 'discount_used_too_often',
    by: 'discount',
    broken: (within) => `
    SELECT d.code AS subject, ${detail('discount_used_too_often', '%s of %s', 'u.uses, d.uses_max')}
    FROM discount d JOIN (
      SELECT discount_id, count(*) AS uses FROM discount_use
      WHERE store_id = $1 AND ${within('discount_id')} GROUP BY discount_id) u ON u.discount_id = d.id
    WHERE d.store_id = $1 AND ${within('d.id')} AND u.uses > d.uses_max`,
  },
  'A checkout has a use of a code while it is held, and for good once it is a pre-order.': {
    code: 'discount_use_differs',
    by: 'checkout',
    broken: (within) => `
    SELECT c.id AS subject, ${detail('discount_use_differs', 'checkout %s, code %s, use %s', 'c.state, c.discount_code, u.checkout_id IS NOT NULL')}
    FROM checkout c
    LEFT JOIN ${oneOf('discount_use', 'checkout_id = c.id')} u ON true
    WHERE c.store_id = $1 AND ${within('c.id')}
      AND (c.discount_code IS NOT NULL AND c.state IN ('held', 'completed')) <> (u.checkout_id IS NOT NULL)`,
  },
};
