-- How fast an account at a payment provider is called, by all processes together; and what waits because a payment is disputed.

-- Null: what suits the provider's own limit.
ALTER TABLE payment_account ADD COLUMN calls_per_second integer;
ALTER TABLE payment_account ADD CONSTRAINT payment_account_pace CHECK (calls_per_second > 0) NOT VALID;

-- When the next call may be made, by what is called. Nothing is lost with it, so it is not written to the log.
CREATE UNLOGGED TABLE call_turn (
  of text PRIMARY KEY,
  next_at timestamptz NOT NULL
);

ALTER TABLE dispute
  -- A person said that its pre-order goes on all the same.
  ADD COLUMN goes_on_at timestamptz,
  -- By which the ledger knows that the bank has taken the money back.
  ADD COLUMN movement_id uuid;

-- Pre-orders that are neither released nor charged, because a payment of theirs is disputed. It follows from `dispute`, and is
-- kept beside it for what asks thousands of times over.
CREATE TABLE dispute_wait (
  store_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  -- open: the bank decides · lost: it has, and a person decides what becomes of the pre-order
  reason text NOT NULL CHECK (reason IN ('open', 'lost')),
  since timestamptz NOT NULL,
  look_at timestamptz, -- when the provider is asked again, should its message be lost; null: there is nothing to ask
  PRIMARY KEY (store_id, preorder_id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX dispute_wait_look ON dispute_wait (look_at);
INSERT INTO dispute_wait (store_id, preorder_id, reason, since, look_at)
SELECT store_id, preorder_id, CASE WHEN bool_or(state = 'lost') THEN 'lost' ELSE 'open' END, min(opened_at), app_now()
FROM dispute WHERE preorder_id IS NOT NULL AND state IN ('warning', 'needs_response', 'under_review', 'lost')
GROUP BY store_id, preorder_id;

-- What a bank takes back, and what it gives back of that after all.
ALTER TABLE movement
  DROP CONSTRAINT movement_kind_check,
  ADD CONSTRAINT movement_kind_check CHECK (kind IN ('capture', 'charge', 'refund', 'undo', 'chargeback', 'reinstatement')) NOT VALID;
