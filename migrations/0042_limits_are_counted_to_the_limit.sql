-- migrate: outside a transaction
-- Line items of a customer in a waitlist, counted up to its limit (docs/decisions/0288-limits-are-counted-to-the-limit.md). The version
-- before looks by the customer alone, which is how this one begins.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_of_customer ON preorder_line (customer_key, waitlist_id) WHERE state <> 'cancelled';
DROP INDEX CONCURRENTLY IF EXISTS preorder_line_by_customer;
