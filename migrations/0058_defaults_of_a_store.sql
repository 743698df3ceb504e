-- The service writes every setting of a store that it makes, and has the defaults (src/domain/store.ts). A second source of them
-- here would only drift from it.
ALTER TABLE store
  ALTER COLUMN locale DROP DEFAULT,
  ALTER COLUMN hold_minutes DROP DEFAULT,
  ALTER COLUMN live_holds_per_email_max DROP DEFAULT,
  ALTER COLUMN live_holds_per_address_max DROP DEFAULT,
  ALTER COLUMN payment_days DROP DEFAULT,
  ALTER COLUMN keep_checkout_days DROP DEFAULT,
  ALTER COLUMN ask_after_days DROP DEFAULT,
  ALTER COLUMN answer_days DROP DEFAULT,
  ALTER COLUMN silence_rule DROP DEFAULT;
