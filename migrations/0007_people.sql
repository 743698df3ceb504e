-- People's rights: how long what names a person is kept, and what was erased.

ALTER TABLE store
  -- Contacts of checkouts, counted from their end. A pre-order has its own copy, so a completed checkout's goes as well.
  ADD COLUMN keep_checkout_days integer NOT NULL DEFAULT 30 CHECK (keep_checkout_days BETWEEN 1 AND 3650),
  -- Contacts of pre-orders, counted from when their last line item was sent, returned or cancelled; null: until erased.
  ADD COLUMN keep_preorder_days integer CHECK (keep_preorder_days BETWEEN 1 AND 36500);

-- That somebody was erased, not who: what is left of them carries `erased-` and this id where their customer key was.
CREATE TABLE erasure (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  at timestamptz NOT NULL DEFAULT app_now(),
  checkouts integer NOT NULL CHECK (checkouts >= 0),
  preorders integer NOT NULL CHECK (preorders >= 0),
  -- null: line items in waitlists that still sell with a limit per customer keep the key that they are counted by.
  finished_at timestamptz,
  PRIMARY KEY (store_id, id)
);
CREATE INDEX erasure_unfinished ON erasure (store_id, id) WHERE finished_at IS NULL;
