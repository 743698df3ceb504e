-- An account that may not charge: its charges and releases pause. And times in which a person could not do what they had to.

ALTER TABLE payment_account
  -- What the provider refused since it last took a payment, because of the account: movements, attempts, payments.
  ADD COLUMN refused_of text[] NOT NULL DEFAULT '{}',
  ADD COLUMN refused_since timestamptz,
  ADD COLUMN refused_reason text,
  ADD COLUMN paused_at timestamptz,
  -- When one movement, or a trial where none waits, is let through; how many were, which makes the pauses longer.
  ADD COLUMN probe_at timestamptz,
  ADD COLUMN probes integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT payment_account_paused CHECK (paused_at IS NULL OR (probe_at IS NOT NULL AND refused_since IS NOT NULL)) NOT VALID;

-- Pre-orders whose money waits for the account. What is due follows from their state once it works.
CREATE TABLE money_waiting (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  next_at timestamptz NOT NULL,
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX money_waiting_due ON money_waiting (next_at);

-- Times in which our side did not work. Without a store: the whole installation.
CREATE TABLE outage (
  store_id uuid REFERENCES store,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  -- account: it cannot take payments · worker: none ran · mail: no mail went out
  kind text NOT NULL CHECK (kind IN ('account', 'worker', 'mail')),
  began_at timestamptz NOT NULL,
  ended_at timestamptz, -- null: it lasts
  reason text NOT NULL,
  PRIMARY KEY (id),
  CHECK (ended_at >= began_at),
  CHECK (kind <> 'account' OR store_id IS NOT NULL)
);
CREATE UNIQUE INDEX outage_lasts_once ON outage (store_id, kind) NULLS NOT DISTINCT WHERE ended_at IS NULL;
CREATE INDEX outage_by_store ON outage (store_id, began_at);

-- The stand-in for Stripe: why an account may not charge, as the code that it answers.
ALTER TABLE fake_stripe.account ADD COLUMN refuses text;
