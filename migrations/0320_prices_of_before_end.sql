-- migrate: in parts
-- What was offered already as the history began was read in parts, beside running sales: a waitlist that closed or a variant that went
-- meanwhile may have got a price that never ends.
UPDATE price_history h SET until = app_now()
WHERE (h.store_id, h.id) IN (
  SELECT o.store_id, o.id FROM price_history o
  JOIN variant v ON v.store_id = o.store_id AND v.id = o.variant_id
  LEFT JOIN waitlist w ON w.store_id = o.store_id AND w.id = o.waitlist_id
  WHERE o.until IS NULL AND (w.state NOT IN ('OPEN', 'PAUSED') OR (o.waitlist_id IS NULL AND v.gone_at IS NOT NULL))
  LIMIT 5000) AND h.until IS NULL;
