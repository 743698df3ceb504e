-- migrate: outside a transaction
-- A search reads what waits to be sorted into this index as a whole, so it must be little.
CREATE INDEX CONCURRENTLY IF NOT EXISTS preorder_words_by_part ON preorder_words
  USING gin (grams_of(store_id, part, things), grams_of(store_id, part, everything)) WITH (gin_pending_list_limit = 512);
-- Code of before still searches, though it reads the store's words for it.
DROP INDEX CONCURRENTLY IF EXISTS preorder_words_by_gram;
