-- migrate: in parts
-- Prices of products that their platform does not show, from before they ended by themselves.
UPDATE price_history h SET until = app_now()
WHERE (h.store_id, h.id) IN (
  SELECT o.store_id, o.id FROM price_history o
  JOIN variant v ON v.store_id = o.store_id AND v.id = o.variant_id
  JOIN product p ON p.store_id = v.store_id AND p.id = v.product_id
  JOIN connection_product k ON k.store_id = p.store_id AND k.external_id = p.external_id
  WHERE o.until IS NULL AND o.waitlist_id IS NULL AND k.standing = 'unpublished'
  LIMIT 5000) AND h.until IS NULL;
