-- Webhooks: where a merchant's own systems are told of facts, what they are told, and every try to tell them.

-- What a row says beyond its subject, for those who tell of it (docs/decisions/0120-webhooks-from-the-outbox.md).
-- A sale's rows have none, and cost what they did.
ALTER TABLE outbox ADD COLUMN detail jsonb;

CREATE TABLE webhook_endpoint (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  url text NOT NULL,
  description text NOT NULL DEFAULT '',
  types text[] NOT NULL DEFAULT '{}', -- empty: every type, those to come as well
  created_at timestamptz NOT NULL DEFAULT app_now(),
  delivered_at timestamptz, -- when it last took one
  paused_until timestamptz, -- it asked for a pause
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('asked', 'failing', 'gone')),
  PRIMARY KEY (store_id, id),
  CHECK ((disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE TABLE webhook_secret (
  store_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL,
  sealed bytea NOT NULL, -- encrypted with SECRET_KEY
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz, -- null: the one that counts; else the old one while it is being rotated
  PRIMARY KEY (store_id, endpoint_id, id),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoint
);
CREATE UNIQUE INDEX webhook_secret_current_once ON webhook_secret (store_id, endpoint_id) WHERE expires_at IS NULL;

-- One fact for one endpoint. Those of one subject go out one after the other, in the order of seq.
CREATE TABLE webhook_message (
  store_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  id uuid NOT NULL, -- the webhook-id: the same with every try
  seq bigint NOT NULL, -- of the outbox row that made it
  type text NOT NULL,
  subject_id uuid NOT NULL, -- the pre-order, or the product
  detail jsonb,
  occurred_at timestamptz NOT NULL,
  body text, -- written at the first try, the same with every one after it
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0), -- since it was queued
  due_at timestamptz NOT NULL,
  taken_at timestamptz, -- when a worker first took it
  claimed_until timestamptz, -- a worker has it; one that dies loses it then
  ended_at timestamptz,
  PRIMARY KEY (store_id, endpoint_id, id),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoint,
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_message_due ON webhook_message (store_id, endpoint_id, due_at) WHERE state = 'waiting';
CREATE INDEX webhook_message_turn ON webhook_message (store_id, endpoint_id, subject_id, seq) WHERE state = 'waiting';
CREATE INDEX webhook_message_by_age ON webhook_message (store_id, endpoint_id, seq DESC);
CREATE INDEX webhook_message_ended ON webhook_message (ended_at) WHERE state <> 'waiting';
-- However often stock moves, one message that nobody has taken yet tells of it.
CREATE UNIQUE INDEX webhook_message_stock_once ON webhook_message (store_id, endpoint_id, subject_id)
  WHERE type = 'stock.changed' AND taken_at IS NULL AND state = 'waiting';

CREATE TABLE webhook_attempt (
  store_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT app_now(),
  took_ms integer NOT NULL,
  status integer, -- null: there was no answer
  failure text, -- null: it was taken
  answer text NOT NULL DEFAULT '', -- how its body begins
  PRIMARY KEY (store_id, endpoint_id, message_id, id),
  FOREIGN KEY (store_id, endpoint_id, message_id) REFERENCES webhook_message
);
