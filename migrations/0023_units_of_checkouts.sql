-- What a hold costs while a sale runs (docs/decisions/0211-what-a-batch-shares.md).

-- All checkouts of a batch are of a few units: that these exist is asked once a statement, not once a row. Units are kept
-- for good, so what was true of a checkout when it was written stays true.
CREATE FUNCTION require_unit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM (SELECT DISTINCT store_id, waitlist_id, batch_id, variant_id FROM written) w
    LEFT JOIN unit u USING (store_id, waitlist_id, batch_id, variant_id) WHERE u.allocated IS NULL
  ) THEN
    RAISE foreign_key_violation USING MESSAGE = TG_TABLE_NAME || ' is of a unit that does not exist';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER checkout_made_of_unit AFTER INSERT ON checkout
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_unit();
CREATE TRIGGER checkout_moved_to_unit AFTER UPDATE ON checkout
  REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION require_unit();
CREATE TRIGGER unit_is_kept BEFORE DELETE OR UPDATE OF store_id, waitlist_id, batch_id, variant_id ON unit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
ALTER TABLE checkout DROP CONSTRAINT checkout_store_id_waitlist_id_batch_id_variant_id_fkey;
