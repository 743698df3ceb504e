const SAME_UNIT = 'x.store_id = a.store_id AND x.batch_id = a.batch_id AND x.variant_id = a.variant_id';

/** What is always true of deliveries and releases: as the other rules, each lists what breaks it; $1 is the store. */
export const RELEASE_RULES: Record<string, string> = {
  'What has arrived of a batch is what was counted.': `
    SELECT a.variant_id AS subject, format('arrived %s, counted %s', a.arrived, x.counted) AS detail
    FROM arrived_unit a, LATERAL (
      SELECT coalesce(sum(u.delta), 0) AS counted FROM arrival x
      JOIN arrival_unit u ON u.store_id = x.store_id AND u.arrival_id = x.id AND u.variant_id = a.variant_id
      WHERE x.store_id = a.store_id AND x.batch_id = a.batch_id) x
    WHERE a.store_id = $1 AND a.arrived <> x.counted`,
  'A unit that was given out is with one line item, and every released line item has one.': `
    SELECT a.variant_id AS subject, format('given out %s, line items %s', a.released, x.released) AS detail
    FROM (SELECT store_id, waitlist_id, batch_id, variant_id, released FROM arrived_unit WHERE store_id = $1
          UNION ALL
          SELECT u.store_id, u.waitlist_id, u.batch_id, u.variant_id, 0 FROM unit u
          WHERE u.store_id = $1 AND NOT EXISTS (
            SELECT 1 FROM arrived_unit x WHERE (x.store_id, x.batch_id, x.variant_id) = (u.store_id, u.batch_id, u.variant_id))) a,
    LATERAL (SELECT count(*) AS released FROM preorder_line x
             WHERE ${SAME_UNIT} AND x.waitlist_id = a.waitlist_id
               AND (x.state IN ('released', 'fulfilled', 'returned') OR x.due_from = 'released')) x
    WHERE a.released <> x.released`,
  'A release has handed out what its line items have.': `
    SELECT r.release_id AS subject, format('variant %s: handed out %s, line items %s', r.variant_id, r.released, x.lines) AS detail
    FROM release_unit r, LATERAL (
      SELECT count(*) AS lines FROM release_line x
      WHERE x.store_id = r.store_id AND x.release_id = r.release_id AND x.variant_id = r.variant_id
        AND x.given_back_at IS NULL) x
    WHERE r.store_id = $1 AND r.released <> x.lines`,
  'A line item of a release keeps its unit until it is cancelled.': `
    SELECT p.reference AS subject,
           format('line item %s: %s, given back %s', l.position + 1, l.state, coalesce(x.given_back_at::text, 'never')) AS detail
    FROM release_line x
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE x.store_id = $1 AND (l.state = 'placed' OR (x.given_back_at IS NOT NULL) <> (l.state = 'cancelled'))`,
  'The store is handed what was released, and nothing else.': `
    SELECT p.reference AS subject, format('order %s, line item %s: %s', o.number, l.position + 1, l.state) AS detail
    FROM store_order_line x
    JOIN store_order o ON o.store_id = x.store_id AND o.id = x.order_id
    JOIN preorder_line l ON l.store_id = x.store_id AND l.id = x.line_id
    JOIN preorder p ON p.store_id = l.store_id AND p.id = l.preorder_id
    WHERE x.store_id = $1 AND (o.preorder_id <> l.preorder_id
      OR l.state = 'placed' OR (l.state = 'payment_due' AND l.due_from = 'placed'))`,
};
