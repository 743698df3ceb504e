-- migrate: outside a transaction
-- What a person did is found by the customer key: to erase it, and to give it to them. A hash index, as the holds have it
-- (docs/decisions/0180-what-a-hold-writes.md): the keys come in no order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS checkout_by_customer ON checkout USING hash (customer_key);

-- Which webhook endpoints were told of a pre-order.
CREATE INDEX CONCURRENTLY IF NOT EXISTS webhook_message_by_subject ON webhook_message (store_id, subject_id);

-- Whose money was moved since the books were last compared with the provider's.
CREATE INDEX CONCURRENTLY IF NOT EXISTS movement_by_end ON movement (store_id, ended_at, id) WHERE ended_at IS NOT NULL;
