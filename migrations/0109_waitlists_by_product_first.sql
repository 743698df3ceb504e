-- migrate: outside a transaction
-- The product comes first, so that a look-up of one waitlist by its key never takes this index: over a small table the planner found it
-- as cheap as the primary key, and kept a plan that reads all waitlists of a store.
CREATE INDEX CONCURRENTLY IF NOT EXISTS waitlist_of_product ON waitlist (product_id, store_id);
DROP INDEX CONCURRENTLY IF EXISTS waitlist_by_product;
