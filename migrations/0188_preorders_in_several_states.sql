-- migrate: outside a transaction
-- Pre-orders whose line items are in several states are few: a part was released, cancelled or returned.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_standing_mixed ON preorder_standing (store_id, placed_at DESC, preorder_id) WHERE other_states <> '{}';
