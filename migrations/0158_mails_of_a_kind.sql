-- migrate: outside a transaction
-- The log of mails is filtered by their kind. A rare kind is found without reading all others.
CREATE INDEX CONCURRENTLY IF NOT EXISTS mail_by_kind ON mail (store_id, kind, created_at DESC, id);
