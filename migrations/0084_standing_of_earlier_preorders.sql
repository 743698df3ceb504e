-- migrate: in parts
INSERT INTO preorder_standing (store_id, preorder_id, placed_at, state, updated_at)
SELECT o.store_id, o.id, o.placed_at, preorder_state_of(o.store_id, o.id),
       greatest(o.placed_at, (SELECT max(greatest(l.released_at, l.fulfilled_at, l.returned_at, l.cancelled_at))
                              FROM preorder_line l WHERE l.store_id = o.store_id AND l.preorder_id = o.id))
FROM (SELECT o.store_id, o.id, o.placed_at FROM preorder o
      WHERE NOT EXISTS (SELECT FROM preorder_standing s WHERE s.store_id = o.store_id AND s.preorder_id = o.id)
      ORDER BY o.store_id, o.id LIMIT 5000) o
ON CONFLICT DO NOTHING;
