-- The stand-in for Stripe. In production its tables stay empty.

CREATE SCHEMA fake_stripe;
CREATE TABLE fake_stripe.account (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  -- Why an account may not charge, as the code that it answers.
  refuses text,
  -- The wallets that it offers in an account's checkouts, and the test card that they pay with.
  wallets text[] NOT NULL DEFAULT '{google_pay}',
  wallet_card text NOT NULL DEFAULT '4242424242424242'
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
  -- What an endpoint is told of, as at Stripe: by name, or everything.
  enabled_events text[] NOT NULL DEFAULT '{*}',
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
