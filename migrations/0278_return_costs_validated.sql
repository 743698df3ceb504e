-- migrate: outside a transaction
-- Every store has the default, so only the database has to look.
ALTER TABLE store VALIDATE CONSTRAINT store_return_costs_check;
