-- The span that a row follows from, as a W3C traceparent: two random ids, kept so that what a worker does later belongs to the same
-- trace (docs/decisions/0391-traces.md). Null where nothing is traced. Most rows get it from a setting of their transaction.
ALTER TABLE outbox ADD COLUMN trace text;
ALTER TABLE outbox ALTER COLUMN trace SET DEFAULT nullif(current_setting('service.trace', true), '');
ALTER TABLE webhook_message ADD COLUMN trace text;
