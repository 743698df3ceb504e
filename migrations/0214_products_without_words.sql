-- migrate: outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS product_without_words ON product (store_id, id) WHERE words IS NULL;
