-- When the card of a test store expires, as it was typed: a kept card is shown with it. Null: in three years.
ALTER TABLE test_provider.payment ADD COLUMN card_expires_on date;
