-- In minor units. What is given back of one pre-order above it needs a scope of its own, and of staff a fresh proof. Null: no limit.
ALTER TABLE store ADD COLUMN refund_limit bigint;
