-- With much waiting for a receiver that is down, what is under way and what is next are still found at once.
CREATE INDEX webhook_message_claimed ON webhook_message (store_id, endpoint_id, claimed_until)
  WHERE claimed_until IS NOT NULL;
DROP INDEX webhook_message_due;
CREATE INDEX webhook_message_due ON webhook_message (store_id, endpoint_id, due_at, seq) WHERE state = 'waiting';
