-- Who pays for sending goods back after a withdrawal. The law lets the shopper pay where they were told so.
ALTER TABLE store
  ADD COLUMN return_costs text NOT NULL DEFAULT 'shopper',
  ADD CONSTRAINT store_return_costs_check CHECK (return_costs IN ('store', 'shopper')) NOT VALID;
