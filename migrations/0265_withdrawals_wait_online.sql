-- migrate: outside a transaction
ALTER TABLE dispute_wait VALIDATE CONSTRAINT dispute_wait_reason_check;
ALTER TABLE store VALIDATE CONSTRAINT store_withdrawal_undo_hours;
CREATE INDEX CONCURRENTLY withdrawal_to_look_for ON withdrawal (declared_at) WHERE looked_at IS NULL;
CREATE INDEX CONCURRENTLY withdrawal_declared ON withdrawal (store_id, preorder_id) WHERE state = 'declared' AND preorder_id IS NOT NULL;
