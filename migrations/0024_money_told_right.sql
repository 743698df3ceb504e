-- What the store's own system took is handed over, not sent: only the merchant says what was sent.
ALTER TABLE store_order DROP CONSTRAINT store_order_state_check, DROP CONSTRAINT store_order_check;
UPDATE store_order SET state = 'handed_over' WHERE state = 'sent';
ALTER TABLE store_order RENAME COLUMN sent_at TO handed_at;
ALTER TABLE store_order
  ADD CONSTRAINT store_order_state_check CHECK (state IN ('waiting', 'handed_over', 'refused')),
  ADD CONSTRAINT store_order_handed CHECK (state <> 'handed_over' OR (external_ref IS NOT NULL AND handed_at IS NOT NULL));

-- Until when a release that waits for nothing but payments that are owed is not looked at: those take days.
ALTER TABLE release ADD COLUMN rests_until timestamptz;
