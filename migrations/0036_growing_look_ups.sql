-- migrate: outside a transaction
-- Who waits for a unit, in the order in which they get it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_waiting ON preorder_line (store_id, waitlist_id, batch_id, variant_id, placed_at, preorder_id, position) WHERE state IN ('placed', 'payment_due');
-- What 0037 fills in. Empty from then on.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_without_time ON preorder_line (store_id, id) WHERE placed_at IS NULL;
-- Cards that the provider has to forget: another took their place, or their owner was erased.
CREATE INDEX CONCURRENTLY IF NOT EXISTS payment_method_replaced ON payment_method (created_at) WHERE forgotten_at IS NULL AND replaced_at IS NOT NULL;
-- What is removed by its age.
CREATE INDEX CONCURRENTLY IF NOT EXISTS link_by_expiry ON link (expires_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS provider_event_by_age ON provider_event (received_at);
