-- A store can be deleted. From then on it is found by nobody; a round removes its rows, and the store itself last.
ALTER TABLE store ADD COLUMN deleted_at timestamptz;

-- What is never changed or deleted is kept for the books of a store. With the store the books go too: the removal says so for
-- its own transaction, and nothing else does.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.removes_store', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
