-- The rate that a checkout was quoted with, so that a pre-order has it from the start. Null: held before this was kept.
ALTER TABLE checkout ADD COLUMN tax_millionths integer CHECK (tax_millionths BETWEEN 0 AND 1000000);
