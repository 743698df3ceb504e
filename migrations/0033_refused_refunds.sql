-- What is owed back to a shopper and the provider refuses to give back: asked for again, later and later, without end.

CREATE TABLE refund_owed (
  store_id uuid NOT NULL,
  attempt_id uuid NOT NULL, -- whose payment it goes back by
  preorder_id uuid NOT NULL,
  since timestamptz NOT NULL DEFAULT app_now(),
  tries integer NOT NULL DEFAULT 1 CHECK (tries > 0), -- that were refused
  reason text NOT NULL, -- of the last one, in the provider's words
  next_at timestamptz NOT NULL,
  -- A round has given it to a job. Should that be lost, the next round gives it out again at `next_at`.
  asked boolean NOT NULL DEFAULT false,
  PRIMARY KEY (store_id, attempt_id),
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX refund_owed_due ON refund_owed (next_at);
CREATE INDEX refund_owed_by_preorder ON refund_owed (store_id, preorder_id);
