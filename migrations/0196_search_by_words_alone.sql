-- migrate: outside a transaction
-- A sale paid for these, and the search does without them. Code of before still searches, though it reads the store's rows for it.
DROP INDEX CONCURRENTLY IF EXISTS preorder_contact_email;
DROP INDEX CONCURRENTLY IF EXISTS preorder_contact_last_name;
DROP INDEX CONCURRENTLY IF EXISTS preorder_contact_name;
DROP INDEX CONCURRENTLY IF EXISTS preorder_line_by_sku;
