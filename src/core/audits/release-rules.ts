import { HAS_UNIT, WAITS } from '../preorders/queries/waiting.ts';
import { detail, preorderOf, type Rule } from './rule.ts';

const UNIT = 'waitlist_id, batch_id, variant_id';

/** The rules for deliveries and releases. */
export const RELEASE_RULES: Record<string, Rule> = {
  'What has arrived of a batch is what was counted.': {
    code: 'arrived_differs_from_counted',
    by: 'once', // a row for each delivery
    broken: () => `
    SELECT a.variant_id AS subject, ${detail('arrived_differs_from_counted', 'arrived %s, counted %s', 'a.arrived, x.counted')}
    FROM arrived_unit a, LATERAL (
      SELECT coalesce(sum(u.delta), 0) AS counted FROM arrival x
      JOIN arrival_unit u ON u.store_id = x.store_id AND u.arrival_id = x.id AND u.variant_id = a.variant_id
      WHERE x.store_id = a.store_id AND x.batch_id = a.batch_id) x
    WHERE a.store_id = $1 AND a.arrived <> x.counted`,
  },
  'A unit that was given out is with one line item, and every released line item has one.': {
    code: 'released_unit_without_line',
    by: 'waitlist',
    broken: (within) => `
    SELECT variant_id AS subject, ${detail('released_unit_without_line', 'given out %s, line items %s', 'coalesce(a.released, 0), coalesce(x.released, 0)')}
    FROM (SELECT ${UNIT}, released FROM arrived_unit WHERE store_id = $1 AND ${within('waitlist_id')}) a
    FULL JOIN (
      SELECT ${UNIT}, count(*) AS released FROM preorder_line l
      WHERE store_id = $1 AND ${within('waitlist_id')} AND ${HAS_UNIT}
      GROUP BY ${UNIT}) x USING (${UNIT})
    WHERE coalesce(a.released, 0) <> coalesce(x.released, 0)`,
  },
  'A release has handed out what its line items have.': {
    code: 'release_differs_from_lines',
    by: 'release',
    broken: (within) => `
    SELECT r.release_id AS subject, ${detail('release_differs_from_lines', 'variant %s: handed out %s, line items %s', 'r.variant_id, r.released, coalesce(x.lines, 0)')}
    FROM release_unit r LEFT JOIN (
      SELECT release_id, variant_id, count(*) AS lines FROM release_line
      WHERE store_id = $1 AND ${within('release_id')} AND given_back_at IS NULL
      GROUP BY release_id, variant_id) x USING (release_id, variant_id)
    WHERE r.store_id = $1 AND ${within('r.release_id')} AND r.released <> coalesce(x.lines, 0)`,
  },
  'A line item of a release keeps its unit until it is cancelled.': {
    code: 'released_line_without_unit',
    by: 'line',
    broken: (within) => `
    WITH suspect AS MATERIALIZED (
      SELECT l.preorder_id, l.position, l.state, x.given_back_at
      FROM release_line x
      JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id AND ${within('l.id')}
      WHERE x.store_id = $1 AND ${within('x.line_id')}
        AND (l.state = 'placed' OR (x.given_back_at IS NOT NULL) <> (l.state = 'cancelled')))
    SELECT p.reference AS subject,
           ${detail('released_line_without_unit', 'line item %s: %s, given back %s', "l.position + 1, l.state, coalesce(l.given_back_at::text, 'never')")}
    FROM suspect l, ${preorderOf('l.preorder_id')}`,
  },
  'The store is handed what was released, or was to be handed over before, and nothing else.': {
    code: 'order_differs_from_released',
    by: 'line',
    broken: (within) => `
    WITH handed AS MATERIALIZED (
      SELECT order_id, line_id FROM store_order_line WHERE store_id = $1 AND ${within('line_id')}),
    suspect AS MATERIALIZED (
      SELECT o.number, l.preorder_id, l.position, l.state
      FROM handed x
      JOIN store_order o ON o.store_id = $1 AND o.id = x.order_id
      JOIN preorder_line l ON l.store_id = $1 AND l.id = x.line_id AND ${within('l.id')}
      WHERE o.id = ANY (ARRAY(SELECT order_id FROM handed))
        AND (o.preorder_id <> l.preorder_id OR (${WAITS} AND NOT o.early)))
    SELECT p.reference AS subject, ${detail('order_differs_from_released', 'order %s, line item %s: %s', 'l.number, l.position + 1, l.state')}
    FROM suspect l, ${preorderOf('l.preorder_id')}`,
  },
};
