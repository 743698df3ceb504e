-- Where the store is, which the checkout proposes to a shopper whose country is unknown, and the service that completes addresses.
-- Null is none.
ALTER TABLE store
  ADD COLUMN country text CHECK (country ~ '^[A-Z]{2}$'),
  ADD COLUMN address_search text;
