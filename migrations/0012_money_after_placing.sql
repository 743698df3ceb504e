-- Money after placing: charges that fail, what the merchant gives back, cards that the test provider keeps.

-- One row each time that what is due could not be taken: how long the place in the queue is kept, and when the kept card
-- is tried again.
CREATE TABLE payment_due (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT app_now(),
  deadline timestamptz NOT NULL,
  retry_at timestamptz, -- null: only the shopper can help
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0), -- that failed
  -- Why the last one did: a decline code of ours, or that the bank wants the shopper.
  reason text NOT NULL,
  reminded_at timestamptz, -- that the deadline is near
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('paid', 'cancelled')), -- cancelled: by whoever, not only by the deadline
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CHECK (deadline > since)
);
CREATE UNIQUE INDEX payment_due_open_once ON payment_due (store_id, preorder_id) WHERE ended_at IS NULL;
CREATE INDEX payment_due_by_preorder ON payment_due (store_id, preorder_id);
CREATE INDEX payment_due_to_retry ON payment_due (retry_at) WHERE ended_at IS NULL;
CREATE INDEX payment_due_over ON payment_due (deadline) WHERE ended_at IS NULL;

-- Why a line item has a part of its money back though it goes on: `preorder_line.given_back` is the sum.
CREATE TABLE goodwill (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  reason text NOT NULL, -- the merchant's words
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX goodwill_by_line ON goodwill (store_id, line_id);

-- What an attempt of a pre-order pays, as the shopper saw it: its authorisation is captured for no more than this.
CREATE TABLE attempt_line (
  store_id uuid NOT NULL,
  attempt_id uuid NOT NULL,
  line_id uuid NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (store_id, attempt_id, line_id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);

-- The card that an attempt charges: asked again, it is the same one, whatever was chosen since.
ALTER TABLE attempt
  ADD COLUMN payment_method_id uuid,
  ADD FOREIGN KEY (store_id, payment_method_id) REFERENCES payment_method,
  ADD CONSTRAINT attempt_charges_a_card CHECK (off_session = (payment_method_id IS NOT NULL));
-- A card that will not be charged any more is forgotten at the provider, too.
ALTER TABLE payment_method ADD COLUMN forgotten_at timestamptz;
CREATE INDEX payment_method_kept ON payment_method (created_at) WHERE forgotten_at IS NULL;

-- Whether an authorisation still waits for its capture.
CREATE INDEX movement_by_attempt ON movement (store_id, attempt_id);

-- The test provider keeps cards, and charges them.
ALTER TABLE test_provider.payment DROP CONSTRAINT payment_status_check;
ALTER TABLE test_provider.payment
  ADD CONSTRAINT payment_status_check CHECK (status IN ('requires_payment_method', 'requires_action', 'processing',
    'authorised', 'captured', 'saved', 'cancelled')),
  ADD COLUMN intent text NOT NULL DEFAULT 'pay' CHECK (intent IN ('pay', 'pay_and_save', 'save')),
  ADD COLUMN card text, -- the test card that is being confirmed
  ADD COLUMN method_ref text, -- the kept card
  ADD COLUMN charge text; -- the movement of a charge, which is captured at once
CREATE TABLE test_provider.method (
  ref text PRIMARY KEY,
  store_id uuid NOT NULL,
  customer_ref text NOT NULL,
  card text NOT NULL,
  expires_on date NOT NULL,
  forgotten_at timestamptz
);
