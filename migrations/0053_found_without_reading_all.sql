-- migrate: outside a transaction

-- Which provider took a store's payments: whether new keys are of the same account is seen by one of them.
CREATE INDEX CONCURRENTLY IF NOT EXISTS attempt_by_provider ON attempt (store_id, provider, created_at) WHERE provider_ref IS NOT NULL;
-- Mails that did not go out, and the mail that an answer of a mail server is about.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_not_sent ON mail (store_id, created_at DESC, id) WHERE sent_at IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_by_message_id ON mail USING hash (message_id);
-- Orders that the store's system refused.
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_order_refused ON store_order (store_id) WHERE state = 'refused';
