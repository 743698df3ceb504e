-- migrate: outside a transaction
-- Merchants list their pre-orders by country. A country that few shoppers live in would make such a list read all pre-orders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_contact_by_country ON preorder_contact (store_id, (address->>'country'), preorder_id);
