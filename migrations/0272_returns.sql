-- What comes back after a withdrawal, where it was sent before.
CREATE TABLE goods_return (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  withdrawal_id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  opened_at timestamptz NOT NULL DEFAULT app_now(),
  send_by date NOT NULL, -- the last day on which the shopper sends it, on the store's clock
  address text NOT NULL, -- where to, as the store had it
  carrier text NOT NULL DEFAULT '',
  tracking_number text NOT NULL DEFAULT '',
  tracking_link text NOT NULL DEFAULT '',
  proof_at timestamptz, -- when the first proof of sending was given
  ended_at timestamptz,
  -- received: the goods came back · proof: their proof of sending was enough · closed: the merchant ended the withdrawal
  outcome text CHECK (outcome IN ('received', 'proof', 'closed')),
  CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, withdrawal_id) REFERENCES withdrawal,
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE UNIQUE INDEX goods_return_open ON goods_return (store_id, withdrawal_id) WHERE ended_at IS NULL;
CREATE INDEX goods_return_by_withdrawal ON goods_return (store_id, withdrawal_id, opened_at);
CREATE INDEX goods_return_by_preorder ON goods_return (store_id, preorder_id);
CREATE INDEX goods_return_proven ON goods_return (proof_at) WHERE ended_at IS NULL AND proof_at IS NOT NULL;

CREATE TABLE goods_return_line (
  store_id uuid NOT NULL,
  return_id uuid NOT NULL,
  line_id uuid NOT NULL,
  given_back bigint NOT NULL DEFAULT 0, -- what it got back at the end of the return, in minor units
  PRIMARY KEY (store_id, return_id, line_id),
  FOREIGN KEY (store_id, return_id) REFERENCES goods_return,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX goods_return_line_by_line ON goods_return_line (store_id, line_id);

-- The service looked, and cannot decide: the period of what was sent is over, or nobody can see whether a seal is broken.
ALTER TABLE withdrawal ADD COLUMN left_to_person boolean NOT NULL DEFAULT false;
