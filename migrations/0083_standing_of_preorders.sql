-- What a list of pre-orders is narrowed by and the rows of a pre-order only tell together: its state, and when it last
-- changed. The database itself keeps it, so that no command can forget it. A pre-order that other code places meanwhile has its
-- row as well. There is no foreign key: the rows come from the pre-orders themselves, and a sale would check it for each.
CREATE TABLE preorder_standing (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  placed_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled')),
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, preorder_id)
);
CREATE INDEX preorder_standing_by_age ON preorder_standing (store_id, placed_at DESC, preorder_id);
CREATE INDEX preorder_standing_by_state ON preorder_standing (store_id, state, placed_at DESC, preorder_id);
CREATE INDEX preorder_standing_by_update ON preorder_standing (store_id, updated_at);

-- The same as `preorderState` of the domain: the first state that any line item has.
CREATE FUNCTION preorder_state_of(store uuid, preorder uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN bool_and(l.state = 'cancelled') THEN 'cancelled'
    WHEN bool_or(l.state = 'payment_due') THEN 'payment_due'
    WHEN bool_or(l.state = 'placed') THEN 'placed'
    WHEN bool_or(l.state = 'released') THEN 'released'
    WHEN bool_or(l.state = 'fulfilled') THEN 'fulfilled'
    ELSE 'returned' END
  FROM preorder_line l WHERE l.store_id = store AND l.preorder_id = preorder
$$;

CREATE FUNCTION stand_placed_preorders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_standing (store_id, preorder_id, placed_at, state, updated_at)
  SELECT store_id, id, placed_at, 'placed', placed_at FROM changed ORDER BY store_id, id
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

-- Whoever changes a pre-order has locked its row, so two changes of one never wait for each other here.
CREATE FUNCTION stand_preorders(stores uuid[], preorders uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO preorder_standing AS s (store_id, preorder_id, placed_at, state, updated_at)
  SELECT o.store_id, o.id, o.placed_at, preorder_state_of(o.store_id, o.id), (SELECT app_now())
  FROM (SELECT DISTINCT store_id, id FROM unnest(stores, preorders) AS c (store_id, id)) c
  JOIN preorder o ON o.store_id = c.store_id AND o.id = c.id
  ORDER BY o.store_id, o.id
  ON CONFLICT (store_id, preorder_id) DO UPDATE
    SET placed_at = excluded.placed_at, state = excluded.state, updated_at = excluded.updated_at
$$;

CREATE FUNCTION stand_changed_preorders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stand_preorders(array_agg(store_id), array_agg(id)) FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION stand_preorders_of_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stand_preorders(array_agg(store_id), array_agg(preorder_id)) FROM changed;
  RETURN NULL;
END $$;

-- An erasure replaces customer keys without a lock on the pre-order, and nobody is shown one.
CREATE FUNCTION stand_preorders_of_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stand_preorders(array_agg(c.store_id), array_agg(c.preorder_id))
  FROM changed c JOIN before b ON b.store_id = c.store_id AND b.id = c.id WHERE b.customer_key = c.customer_key;
  RETURN NULL;
END $$;

CREATE FUNCTION stand_preorders_of_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM stand_preorders(array_agg(l.store_id), array_agg(l.preorder_id))
  FROM changed c JOIN preorder_line l ON l.store_id = c.store_id AND l.id = c.line_id;
  RETURN NULL;
END $$;

CREATE TRIGGER stands_when_placed AFTER INSERT ON preorder
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_placed_preorders();
CREATE TRIGGER stands_when_changed AFTER UPDATE ON preorder
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_changed_preorders();
CREATE TRIGGER stands_with_its_lines AFTER UPDATE ON preorder_line
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_lines();
CREATE TRIGGER stands_with_its_contact AFTER UPDATE ON preorder_contact
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_without_its_contact AFTER DELETE ON preorder_contact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_with_its_money AFTER INSERT ON ledger_entry
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_entries();
CREATE TRIGGER stands_with_its_parcels AFTER INSERT ON fulfilment
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_with_changed_parcels AFTER UPDATE ON fulfilment
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_with_its_notes AFTER INSERT ON preorder_note
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_without_its_notes AFTER DELETE ON preorder_note
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
