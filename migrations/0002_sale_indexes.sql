-- What a hold costs while a sale runs, without giving up a rule (docs/decisions/0005-each-fact-checked-once.md).

-- Nobody looks holds up by variant but a refusal, which wants the first to end: hold_by_expiry gives it.
DROP INDEX hold_by_variant;
-- The selective column first: in a sale every entry is of the same store.
DROP INDEX hold_by_customer;
CREATE INDEX hold_by_customer ON hold (customer_key, store_id);
DROP INDEX hold_by_client;
CREATE INDEX hold_by_client ON hold (client_address, store_id);
-- Rows come in the order of their age and leave in it.
DROP INDEX idempotency_by_age;
CREATE INDEX idempotency_by_age ON idempotency USING brin (created_at);
-- The promise was read behind the unit row's lock; the line item's own key to it is what lasts.
ALTER TABLE checkout DROP CONSTRAINT checkout_store_id_promise_id_fkey;
