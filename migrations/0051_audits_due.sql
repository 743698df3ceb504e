-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_by_audit ON store (audit_due_at, id);
