-- migrate: outside a transaction
-- The dispatcher takes rows of the stores in turn (docs/decisions/0289-outbox-rows-of-stores-in-turn.md). The version before finds those
-- that wait by it as well, and sorts them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS outbox_waiting_by_store ON outbox (store_id, id) WHERE dispatched_at IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS outbox_waiting;
