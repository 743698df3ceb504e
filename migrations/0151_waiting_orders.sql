-- migrate: outside a transaction

-- Orders wait as long as the store's system does not answer: few, and counted when a connection ends.
CREATE INDEX CONCURRENTLY IF NOT EXISTS store_order_waiting ON store_order (store_id) WHERE state = 'waiting';
