-- What goes out: the outbox, mails, webhooks.

-- A payload is an id; handlers are idempotent. dispatched_at: turned into a job or a notification, once.
CREATE TABLE outbox (
  store_id uuid NOT NULL REFERENCES store,
  id bigint GENERATED ALWAYS AS IDENTITY,
  topic text NOT NULL,
  subject_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  dispatched_at timestamptz,
  -- What a row says beyond its subject, for those who tell of it (docs/decisions/0120-webhooks-from-the-outbox.md).
  -- A sale's rows have none.
  detail jsonb,
  -- The span that a row follows from, as a W3C traceparent: two random ids, kept so that what a worker does later belongs to the same
  -- trace (docs/decisions/0391-traces.md). Null where nothing is traced. Most rows get it from a setting of their transaction.
  trace text DEFAULT NULLIF(current_setting('service.trace', true), ''),
  PRIMARY KEY (store_id, id)
);
CREATE INDEX outbox_done ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL;
-- The dispatcher takes rows of the stores in turn (docs/decisions/0289-outbox-rows-of-stores-in-turn.md).
CREATE INDEX outbox_waiting_by_store ON outbox (store_id, id) WHERE dispatched_at IS NULL;

CREATE TABLE mail (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('placed', 'payment_needed', 'charged', 'date_moved', 'date_asked', 'released', 'sent',
    'tracking_changed', 'return_opened', 'returned', 'cancelled', 'refunded', 'cancel_link', 'manage_link', 'swapped',
    'address_changed', 'contact_changed', 'contact_left', 'message', 'written')),
  dedupe text NOT NULL, -- the same mail is sent once: the kind's own key, e.g. the lines it speaks of
  message_id text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  -- Two jobs may find the same mail unsent. The one that claims it sends it; the other waits for how that ends.
  claimed_until timestamptz,
  detail jsonb, -- ids of what it speaks of: line items, a movement, a link, never what names anybody
  failure text, -- why the last try failed: codes, never a server's own words
  dropped_at timestamptz,
  dropped_why text CHECK (dropped_why IN ('over', 'suppressed', 'refused')),
  -- Whose claim it is: who lost the answer of the database asks again, and finds its own.
  claimed_by uuid,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, kind, dedupe),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CONSTRAINT mail_ends_once CHECK ((dropped_at IS NULL) = (dropped_why IS NULL) AND (sent_at IS NULL OR dropped_at IS NULL))
);
CREATE INDEX mail_by_time ON mail (store_id, created_at DESC, id);
-- Mails that wait for their server.
CREATE INDEX mail_waiting ON mail (created_at, id) WHERE sent_at IS NULL AND dropped_at IS NULL;
-- Mails that did not go out, and the mail that an answer of a mail server is about.
CREATE INDEX mail_not_sent ON mail (store_id, created_at DESC, id) WHERE sent_at IS NULL;
CREATE INDEX mail_by_message_id ON mail USING hash (message_id);
-- The log of mails is filtered by their kind. A rare kind is found without reading all others.
CREATE INDEX mail_by_kind ON mail (store_id, kind, created_at DESC, id);

-- Who a store writes to no more. The key is the customer's, so that forgetting somebody finds it; the address is nowhere.
CREATE TABLE mail_suppression (
  store_id uuid NOT NULL REFERENCES store,
  customer_key text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('refused', 'bounced', 'complained')),
  codes text NOT NULL DEFAULT '', -- what the server answered, without its words
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, customer_key)
);

-- Mails that were not taken since the last one was; one row, without a time while they go out.
CREATE TABLE mail_life (
  one boolean DEFAULT true PRIMARY KEY CHECK (one),
  failing_since timestamptz,
  failed_of uuid[] NOT NULL DEFAULT '{}', -- different mails, a few of them
  is_server boolean NOT NULL DEFAULT false, -- it was not there, or took nothing from us
  reason text,
  probe_at timestamptz, -- in an outage: when one of those that wait is tried
  revive_at timestamptz -- after one: when those that wait are tried at once; null: they were
);

-- What a shopper wrote to the store, until the mail that brings it is sent; then the words go, and only that there was one
-- is kept, for the limit.
CREATE TABLE shopper_message (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  words text, -- null: sent
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX shopper_message_by_preorder ON shopper_message (store_id, preorder_id, created_at);

-- What a merchant wrote to a shopper about a pre-order. It is mailed, stands on the status page, and is erased with the shopper.
CREATE TABLE store_message (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  words text NOT NULL,
  by_name text NOT NULL, -- of the token, the staff member or the user of the command line; shoppers never see it
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX store_message_by_preorder ON store_message (store_id, preorder_id, created_at);

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
  -- An endpoint may ask for what names the shopper: contact, address and line item properties.
  include_personal boolean NOT NULL DEFAULT false,
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
  trace text,
  PRIMARY KEY (store_id, endpoint_id, id),
  FOREIGN KEY (store_id, endpoint_id) REFERENCES webhook_endpoint,
  CHECK ((state = 'waiting') = (ended_at IS NULL))
);
CREATE INDEX webhook_message_turn ON webhook_message (store_id, endpoint_id, subject_id, seq) WHERE state = 'waiting';
CREATE INDEX webhook_message_by_age ON webhook_message (store_id, endpoint_id, seq DESC);
CREATE INDEX webhook_message_ended ON webhook_message (ended_at) WHERE state <> 'waiting';
-- However often stock moves, one message that nobody has taken yet tells of it.
CREATE UNIQUE INDEX webhook_message_stock_once ON webhook_message (store_id, endpoint_id, subject_id)
  WHERE type = 'stock.changed' AND taken_at IS NULL AND state = 'waiting';
-- With much waiting for a receiver that is down, what is under way and what is next are still found at once.
CREATE INDEX webhook_message_claimed ON webhook_message (store_id, endpoint_id, claimed_until)
  WHERE claimed_until IS NOT NULL;
CREATE INDEX webhook_message_due ON webhook_message (store_id, endpoint_id, due_at, seq) WHERE state = 'waiting';
-- Which webhook endpoints were told of a pre-order.
CREATE INDEX webhook_message_by_subject ON webhook_message (store_id, subject_id);

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
