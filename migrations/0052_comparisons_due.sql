-- migrate: outside a transaction
-- Whose books are compared with the provider's next, as the round asks for it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_account_to_compare ON payment_account ((coalesce(reconcile_started_at, connected_at)), store_id);
