-- What a person types into a search finds a pre-order by any part of its words. A worker writes them after the pre-order is placed
-- or changed (0441), so that a sale pays only for the row that says so. `things` has no words of a person, `everything` has both.
CREATE TABLE preorder_words (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  things text COLLATE "C" NOT NULL,
  everything text COLLATE "C" NOT NULL,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder ON DELETE CASCADE
);

-- Every three letters that follow each other, behind two of the store's id: the index seldom reads what others sell. More of the id
-- would make the index large where stores are small.
CREATE FUNCTION grams_of(store uuid, words text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT right(store::text, 2) || substr(words, at, 3) FROM generate_series(1, length(words) - 2) AS at)
$$;

-- A search reads what waits to be sorted into this index as a whole, so it must be little.
CREATE INDEX preorder_words_by_gram ON preorder_words
  USING gin (grams_of(store_id, things), grams_of(store_id, everything)) WITH (gin_pending_list_limit = 512);

-- A row for each pre-order whose words are to be written, perhaps several for one. No change waits for another one's row.
CREATE TABLE preorder_words_due (
  store_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  preorder_id uuid NOT NULL,
  PRIMARY KEY (store_id, id)
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
