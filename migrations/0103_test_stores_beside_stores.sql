-- The test store that was copied from a store, and stands beside it.
ALTER TABLE store ADD COLUMN copy_of uuid REFERENCES store ON DELETE SET NULL;
