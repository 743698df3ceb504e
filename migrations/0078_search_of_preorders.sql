-- migrate: outside a transaction
-- What a merchant searches for: how an e-mail address or a name begins, and a SKU. `text_pattern_ops` serves the beginnings.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_contact_email ON preorder_contact (store_id, lower(email) text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_contact_last_name ON preorder_contact (store_id, lower(address->>'lastName') text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_contact_name ON preorder_contact (store_id, lower((address->>'firstName') || ' ' || (address->>'lastName')) text_pattern_ops);
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_line_by_sku ON preorder_line (store_id, lower(sku), preorder_id DESC);
