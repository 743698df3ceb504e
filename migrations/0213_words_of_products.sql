-- Products and their waitlists are found by the words that pre-orders are found by. A worker writes them; null: not written yet.
ALTER TABLE product ADD COLUMN words text COLLATE "C";

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

CREATE TRIGGER product_words_due BEFORE UPDATE OF title, handle ON product
  FOR EACH ROW WHEN (OLD.title <> NEW.title OR OLD.handle <> NEW.handle) EXECUTE FUNCTION product_words_due();
CREATE TRIGGER product_words_due_with_added_variants AFTER INSERT ON variant
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_words_due_with_added_variants();
CREATE TRIGGER product_words_due_with_variants AFTER UPDATE ON variant
  REFERENCING OLD TABLE AS before NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION product_words_due_with_variants();
