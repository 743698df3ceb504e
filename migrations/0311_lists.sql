-- What lists of pre-orders are narrowed and searched by. The database keeps it itself, so that no command can forget it.

-- What a list of pre-orders is narrowed by and the rows of a pre-order only tell together: its state, and when it last
-- changed. There is no foreign key: the rows come from the pre-orders themselves, and a sale would check it for each.
CREATE TABLE preorder_standing (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  placed_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('placed', 'payment_due', 'released', 'fulfilled', 'returned', 'cancelled')),
  updated_at timestamptz NOT NULL,
  -- A list of what is ready to send is a list of units. A pre-order has one state, the first that any of its line items has, and it hides
  -- the others: these are kept beside it.
  other_states text[] NOT NULL DEFAULT '{}',
  PRIMARY KEY (store_id, preorder_id)
);
CREATE INDEX preorder_standing_by_age ON preorder_standing (store_id, placed_at DESC, preorder_id);
CREATE INDEX preorder_standing_by_state ON preorder_standing (store_id, state, placed_at DESC, preorder_id);
CREATE INDEX preorder_standing_by_update ON preorder_standing (store_id, updated_at);
-- Pre-orders whose line items are in several states are few: a part was released, cancelled or returned.
CREATE INDEX preorder_standing_mixed ON preorder_standing (store_id, placed_at DESC, preorder_id) WHERE other_states <> '{}';

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

-- The states of its line items that are not the pre-order's own.
CREATE FUNCTION other_states_of(store uuid, preorder uuid, own text) RETURNS text[] LANGUAGE sql VOLATILE AS $$
  SELECT ARRAY(SELECT DISTINCT l.state FROM preorder_line l
               WHERE l.store_id = store AND l.preorder_id = preorder AND l.state <> own)
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
  INSERT INTO preorder_standing AS s (store_id, preorder_id, placed_at, state, other_states, updated_at)
  SELECT o.store_id, o.id, o.placed_at, own.state, other_states_of(o.store_id, o.id, own.state), (SELECT app_now())
  FROM (SELECT DISTINCT store_id, id FROM unnest(stores, preorders) AS c (store_id, id)) c
  JOIN preorder o ON o.store_id = c.store_id AND o.id = c.id
  CROSS JOIN LATERAL (SELECT preorder_state_of(o.store_id, o.id) AS state OFFSET 0) own
  ORDER BY o.store_id, o.id
  ON CONFLICT (store_id, preorder_id) DO UPDATE
    SET placed_at = excluded.placed_at, state = excluded.state, other_states = excluded.other_states, updated_at = excluded.updated_at
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

-- Every three letters that follow each other, behind two of the store's id: the index seldom reads what others sell. More of the id
-- would make the index large where stores are small.
CREATE FUNCTION grams_of(store uuid, words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT right(store::text, 2) || substr(words, at, 3) FROM generate_series(1, length(words) - 2) AS at)
$$;

-- Every three letters that follow each other, behind two of the store's id and the part.
CREATE FUNCTION grams_of(store uuid, part integer, words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT right(store::text, 2) || to_hex(part) || ' ' || substr(words, at, 3) FROM generate_series(1, length(words) - 2) AS at)
$$;

-- What a person types into a search finds a pre-order by any part of its words. A worker writes them after the pre-order is placed
-- or changed, so that a sale pays only for the row that says so. `things` has no words of a person, `everything` has both.
CREATE TABLE preorder_words (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  things text COLLATE "C" NOT NULL,
  everything text COLLATE "C" NOT NULL,
  -- A search that asked the index of letters for all of a store at once found what was oldest first, and read thousands of rows where each
  -- word is common. So the words of a store stand in parts of some thousands of rows, in the order in which they were written, and the
  -- index is asked for one part after the other, the newest first. Words of before are of the first part.
  part integer NOT NULL DEFAULT 0,
  -- By which rule the words of a pre-order were made. The round that writes missing words makes those of an earlier rule anew, beside the
  -- search, which finds by the old ones until then.
  rule smallint NOT NULL DEFAULT 1,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder ON DELETE CASCADE
);
-- A search reads what waits to be sorted into this index as a whole, so it must be little.
CREATE INDEX preorder_words_by_part ON preorder_words
  USING gin (grams_of(store_id, part, things), grams_of(store_id, part, everything)) WITH (gin_pending_list_limit = 512);

-- A row for each pre-order whose words are to be written, perhaps several for one. No change waits for another one's row.
CREATE TABLE preorder_words_due (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  preorder_id uuid NOT NULL,
  PRIMARY KEY (store_id, id)
);

-- How many rows of words each store has, of which the next ones get their part.
CREATE TABLE preorder_words_count (
  store_id uuid PRIMARY KEY REFERENCES store,
  count bigint NOT NULL
);

CREATE FUNCTION words_due_when_placed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_words_due (store_id, preorder_id) SELECT store_id, id FROM changed;
  RETURN NULL;
END $$;

CREATE FUNCTION words_due_with_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_words_due (store_id, preorder_id)
  SELECT c.store_id, c.preorder_id FROM changed c JOIN before b ON b.store_id = c.store_id AND b.preorder_id = c.preorder_id
  WHERE (b.email, b.address) IS DISTINCT FROM (c.email, c.address);
  RETURN NULL;
END $$;

CREATE FUNCTION words_due_with_lines() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_words_due (store_id, preorder_id)
  SELECT DISTINCT c.store_id, c.preorder_id FROM changed c JOIN before b ON b.store_id = c.store_id AND b.id = c.id
  WHERE (b.sku, b.variant_title) IS DISTINCT FROM (c.sku, c.variant_title);
  RETURN NULL;
END $$;

CREATE FUNCTION words_due_with_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_words_due (store_id, preorder_id)
  SELECT DISTINCT store_id, preorder_id FROM changed WHERE tracking_number <> '';
  RETURN NULL;
END $$;

CREATE FUNCTION words_due_with_changed_parcels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO preorder_words_due (store_id, preorder_id)
  SELECT DISTINCT c.store_id, c.preorder_id FROM changed c JOIN before b ON b.store_id = c.store_id AND b.id = c.id
  WHERE b.tracking_number <> c.tracking_number;
  RETURN NULL;
END $$;

-- A person who is erased is found no more at once. Who erases has locked the pre-order, and the worker passes over it.
CREATE FUNCTION words_without_contact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE preorder_words w SET everything = w.things FROM changed c
  WHERE w.store_id = c.store_id AND w.preorder_id = c.preorder_id;
  RETURN NULL;
END $$;

CREATE FUNCTION product_words_due() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := NULL;
  RETURN NEW;
END $$;

-- Who changes variants has changed their product before, in the same transaction, so that the worker passes over it.
CREATE FUNCTION product_words_due_with_added_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product p SET words = NULL FROM (SELECT DISTINCT store_id, product_id FROM changed WHERE sku <> '') c
  WHERE p.store_id = c.store_id AND p.id = c.product_id AND p.words IS NOT NULL;
  RETURN NULL;
END $$;

CREATE FUNCTION product_words_due_with_variants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE product p SET words = NULL FROM (
    SELECT DISTINCT a.store_id, a.product_id FROM changed a JOIN before b ON b.store_id = a.store_id AND b.id = a.id
    WHERE b.sku <> a.sku) c
  WHERE p.store_id = c.store_id AND p.id = c.product_id AND p.words IS NOT NULL;
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
CREATE TRIGGER stands_with_words_of_the_store AFTER INSERT ON store_message
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_with_words_of_the_shopper AFTER INSERT ON shopper_message
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER words_due_when_placed AFTER INSERT ON preorder
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_due_when_placed();
CREATE TRIGGER words_due_with_contact AFTER UPDATE ON preorder_contact
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_due_with_contact();
CREATE TRIGGER words_without_contact AFTER DELETE ON preorder_contact
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_without_contact();
CREATE TRIGGER words_due_with_lines AFTER UPDATE ON preorder_line
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_due_with_lines();
CREATE TRIGGER words_due_with_parcels AFTER INSERT ON fulfilment
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_due_with_parcels();
CREATE TRIGGER words_due_with_changed_parcels AFTER UPDATE ON fulfilment
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION words_due_with_changed_parcels();
CREATE TRIGGER product_words_due BEFORE UPDATE OF title, handle ON product
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.handle <> NEW.handle) EXECUTE FUNCTION product_words_due();
CREATE TRIGGER product_words_due_with_added_variants AFTER INSERT ON variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_words_due_with_added_variants();
CREATE TRIGGER product_words_due_with_variants AFTER UPDATE ON variant
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_words_due_with_variants();
