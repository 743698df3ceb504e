-- migrate: outside a transaction
-- Every batch of holds asks for the erasures of its own customers; a store may have any number.
CREATE INDEX CONCURRENTLY IF NOT EXISTS erasure_guard_by_customer ON erasure_guard (store_id, who);
