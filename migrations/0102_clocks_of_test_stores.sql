-- The clock of a test store can be moved: its rows are made older, so that everything happens to them that time brings.
CREATE TABLE test_clock (
  store_id uuid PRIMARY KEY REFERENCES store,
  advanced_seconds bigint NOT NULL CHECK (advanced_seconds > 0), -- in all, so that hours add up to days
  moved_at timestamptz NOT NULL -- the last time; what happened since is what it brought
);

-- What is never changed is kept for the books of a store. Only a test store's grows older with its clock: the command says which
-- store, for its own transaction.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_setting('app.removes_store', true) = 'yes' THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND EXISTS (
    SELECT 1 FROM store WHERE mode = 'test' AND id = nullif(current_setting('app.ages_store', true), '')::uuid
  ) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
