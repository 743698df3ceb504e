-- migrate: in parts
INSERT INTO price_history (store_id, variant_id, waitlist_id, price, since)
SELECT o.store_id, o.variant_id, o.waitlist_id, o.price, app_now() FROM (
  SELECT v.store_id, v.variant_id, v.waitlist_id, v.price
  FROM waitlist_variant v JOIN waitlist w ON w.store_id = v.store_id AND w.id = v.waitlist_id WHERE w.state IN ('OPEN', 'PAUSED')
  UNION ALL SELECT store_id, id, NULL::uuid, price FROM variant WHERE price IS NOT NULL AND gone_at IS NULL) o
WHERE NOT EXISTS (
  SELECT FROM price_history h WHERE h.store_id = o.store_id AND h.variant_id = o.variant_id
    AND h.waitlist_id IS NOT DISTINCT FROM o.waitlist_id AND h.until IS NULL)
LIMIT 5000
ON CONFLICT DO NOTHING;
