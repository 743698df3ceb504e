-- migrate: in parts
UPDATE preorder_line l SET placed_at = o.placed_at FROM preorder o
WHERE o.store_id = l.store_id AND o.id = l.preorder_id
  AND (l.store_id, l.id) IN (SELECT store_id, id FROM preorder_line WHERE placed_at IS NULL ORDER BY store_id, id LIMIT 5000);
