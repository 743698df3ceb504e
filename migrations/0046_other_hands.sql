-- What was done to a payment by another hand than ours, such as the merchant's in the provider's dashboard: what the provider
-- calls it, the payment for a capture, the refund for a refund. Null: ours.
ALTER TABLE movement ADD COLUMN by_hand_ref text;
