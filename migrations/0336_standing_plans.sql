-- The three functions that keep the standing of pre-orders, word for word as before, in a language that keeps their plans for the
-- session. As SQL they were planned at each change of money or line items, which took longer than the change. A plan that is kept
-- must not read the whole of a table that was small when it was made.

CREATE OR REPLACE FUNCTION preorder_state_of(store uuid, preorder uuid) RETURNS text LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT CASE
      WHEN bool_and(l.state = 'cancelled') THEN 'cancelled'
      WHEN bool_or(l.state = 'payment_due') THEN 'payment_due'
      WHEN bool_or(l.state = 'placed') THEN 'placed'
      WHEN bool_or(l.state = 'released') THEN 'released'
      WHEN bool_or(l.state = 'fulfilled') THEN 'fulfilled'
      ELSE 'returned' END
    FROM preorder_line l WHERE l.store_id = store AND l.preorder_id = preorder);
END $$;

CREATE OR REPLACE FUNCTION other_states_of(store uuid, preorder uuid, own text) RETURNS text[] LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ARRAY(SELECT DISTINCT l.state FROM preorder_line l
               WHERE l.store_id = store AND l.preorder_id = preorder AND l.state <> own);
END $$;

CREATE OR REPLACE FUNCTION stand_preorders(stores uuid[], preorders uuid[]) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
  INSERT INTO preorder_standing AS s (store_id, preorder_id, placed_at, state, other_states, updated_at)
  SELECT o.store_id, o.id, o.placed_at, own.state, other_states_of(o.store_id, o.id, own.state), (SELECT app_now())
  FROM (SELECT DISTINCT store_id, id FROM unnest(stores, preorders) AS c (store_id, id)) c
  JOIN preorder o ON o.store_id = c.store_id AND o.id = c.id
  CROSS JOIN LATERAL (SELECT preorder_state_of(o.store_id, o.id) AS state OFFSET 0) own
  ORDER BY o.store_id, o.id
  ON CONFLICT (store_id, preorder_id) DO UPDATE
    SET placed_at = excluded.placed_at, state = excluded.state, other_states = excluded.other_states, updated_at = excluded.updated_at;
END $$;
