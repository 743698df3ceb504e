-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY withdrawal_to_follow ON withdrawal (acted_at) WHERE state = 'declared' AND acted_at IS NOT NULL;
