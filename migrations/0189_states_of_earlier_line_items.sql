-- migrate: in parts
UPDATE preorder_standing s SET other_states = other_states_of(s.store_id, s.preorder_id, s.state)
WHERE (s.store_id, s.preorder_id) IN (
  SELECT m.store_id, m.preorder_id FROM preorder_standing m
  WHERE m.other_states = '{}' AND EXISTS (
    SELECT FROM preorder_line l WHERE l.store_id = m.store_id AND l.preorder_id = m.preorder_id AND l.state <> m.state)
  ORDER BY m.store_id, m.preorder_id LIMIT 5000
);
