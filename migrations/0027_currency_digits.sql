-- How many decimals the currency had when the store was made: every amount of the store is stored in that unit. Null: made
-- before this was kept; the next start fills it in where there is no doubt.
ALTER TABLE store ADD COLUMN currency_digits smallint CHECK (currency_digits BETWEEN 0 AND 4);
