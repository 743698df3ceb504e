-- Merchants' own accounts at a payment provider, what it tells us of them, and the books of the one that ships.

CREATE TABLE payment_account (
  store_id uuid PRIMARY KEY REFERENCES store,
  provider text NOT NULL CHECK (provider IN ('stripe')),
  hook_id uuid NOT NULL UNIQUE, -- names the account in the address of its webhooks
  publishable_key text NOT NULL,
  sealed bytea NOT NULL, -- JSON: secretKey, webhookSecret
  address text, -- where the provider answers; null: at its own address
  connected_at timestamptz NOT NULL DEFAULT app_now(),
  -- No new payments: the keys stay as long as payments made through it are not over.
  closed_at timestamptz,
  -- The provider refuses our key: new checkouts answer 503, what is due waits.
  broken_at timestamptz,
  broken_reason text CHECK ((broken_at IS NULL) = (broken_reason IS NULL)),
  reconcile_started_at timestamptz,
  reconciled_until timestamptz
);

-- Events that concern no attempt are stored too: a dispute, say.
ALTER TABLE provider_event
  ALTER COLUMN attempt_id DROP NOT NULL,
  ADD COLUMN type text,
  ADD COLUMN object_ref text;

-- A shopper told their bank that they did not want a payment.
CREATE TABLE dispute (
  store_id uuid NOT NULL REFERENCES store,
  provider text NOT NULL,
  ref text NOT NULL,
  attempt_id uuid,
  preorder_id uuid,
  amount bigint NOT NULL CHECK (amount >= 0),
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL CHECK (state IN ('warning', 'needs_response', 'under_review', 'won', 'lost', 'closed')),
  evidence_due_at timestamptz,
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, provider, ref),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX dispute_by_preorder ON dispute (store_id, preorder_id) WHERE preorder_id IS NOT NULL;

-- The stand-in for Stripe that ships: another company's books, so they know nothing of ours.
CREATE SCHEMA fake_stripe;
CREATE TABLE fake_stripe.account (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE TABLE fake_stripe.api_key (
  key text PRIMARY KEY,
  account_id text NOT NULL REFERENCES fake_stripe.account,
  livemode boolean NOT NULL,
  kind text NOT NULL CHECK (kind IN ('secret', 'restricted', 'publishable')),
  permissions text[] NOT NULL DEFAULT '{}', -- of a restricted key: customer_write, refund_write, …
  revoked boolean NOT NULL DEFAULT false
);
CREATE TABLE fake_stripe.object (
  account_id text NOT NULL REFERENCES fake_stripe.account,
  livemode boolean NOT NULL,
  id text NOT NULL,
  type text NOT NULL,
  seq bigint GENERATED ALWAYS AS IDENTITY,
  data jsonb NOT NULL,
  hidden jsonb NOT NULL DEFAULT '{}', -- what Stripe knows and does not show: how a card behaves
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, livemode, id)
);
CREATE INDEX object_by_type ON fake_stripe.object (account_id, livemode, type, seq DESC);
CREATE INDEX object_by_intent ON fake_stripe.object (account_id, livemode, type, (data ->> 'payment_intent'))
  WHERE data ? 'payment_intent';
CREATE INDEX object_by_customer ON fake_stripe.object (account_id, livemode, type, (data ->> 'customer'))
  WHERE data ? 'customer';
CREATE TABLE fake_stripe.idempotency (
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  key text NOT NULL,
  request_hash text NOT NULL,
  status integer, -- null: under way
  body text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (account_id, livemode, key)
);
CREATE TABLE fake_stripe.webhook_endpoint (
  account_id text NOT NULL REFERENCES fake_stripe.account,
  livemode boolean NOT NULL,
  id text NOT NULL,
  url text NOT NULL,
  secret text NOT NULL,
  -- How badly it delivers: chances of lateness, repetition and exchange of order, from this seed.
  seed bigint NOT NULL DEFAULT 1,
  late_ms integer NOT NULL DEFAULT 0,
  twice real NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, livemode, id)
);
CREATE TABLE fake_stripe.delivery (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  due_at timestamptz NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  delivered_at timestamptz,
  FOREIGN KEY (account_id, livemode, endpoint_id) REFERENCES fake_stripe.webhook_endpoint ON DELETE CASCADE
);
CREATE INDEX delivery_due ON fake_stripe.delivery (due_at) WHERE delivered_at IS NULL;
-- What it was told to do wrong: the next calls that match, each once for `times`.
CREATE TABLE fake_stripe.fault (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  account_id text NOT NULL REFERENCES fake_stripe.account,
  kind text NOT NULL CHECK (kind IN ('http_500', 'html', 'empty', 'hang', 'drop', 'drop_after', 'rate_limit', 'slow')),
  method text,
  path text, -- a prefix such as /v1/payment_intents
  skip integer NOT NULL DEFAULT 0,
  times integer NOT NULL DEFAULT 1
);
