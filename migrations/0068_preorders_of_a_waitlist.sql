-- migrate: outside a transaction
-- The pre-orders of one waitlist, newest first, page by page. Among many others they were found by reading all of the store.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_by_waitlist ON preorder (store_id, waitlist_id, placed_at DESC, id);
