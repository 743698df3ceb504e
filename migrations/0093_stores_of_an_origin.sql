-- migrate: outside a transaction
-- A page with a key that is not its store's is told to the stores that registered its origin.
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_origin_by_origin ON store_origin (origin, store_id);
