-- A list of what is ready to send is a list of units. A pre-order has one state, the first that any of its line items has, and it hides
-- the others: these are kept beside it. Rows of before are filled by 0189.
ALTER TABLE preorder_standing ADD COLUMN other_states text[] NOT NULL DEFAULT '{}';

-- The states of its line items that are not the pre-order's own. Volatile, so that 0189 sees what was committed while it waited for a row.
CREATE FUNCTION other_states_of(store uuid, preorder uuid, own text) RETURNS text[] LANGUAGE sql VOLATILE AS $$
  SELECT ARRAY(SELECT DISTINCT l.state FROM preorder_line l
               WHERE l.store_id = store AND l.preorder_id = preorder AND l.state <> own)
$$;

CREATE OR REPLACE FUNCTION stand_preorders(stores uuid[], preorders uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO preorder_standing AS s (store_id, preorder_id, placed_at, state, other_states, updated_at)
  SELECT o.store_id, o.id, o.placed_at, own.state, other_states_of(o.store_id, o.id, own.state), (SELECT app_now())
  FROM (SELECT DISTINCT store_id, id FROM unnest(stores, preorders) AS c (store_id, id)) c
  JOIN preorder o ON o.store_id = c.store_id AND o.id = c.id
  CROSS JOIN LATERAL (SELECT preorder_state_of(o.store_id, o.id) AS state OFFSET 0) own
  ORDER BY o.store_id, o.id
  ON CONFLICT (store_id, preorder_id) DO UPDATE
    SET placed_at = excluded.placed_at, state = excluded.state, other_states = excluded.other_states, updated_at = excluded.updated_at
$$;
