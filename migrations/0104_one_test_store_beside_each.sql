-- migrate: outside a transaction
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS store_copied_once ON store (copy_of) WHERE deleted_at IS NULL;
