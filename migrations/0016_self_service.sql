-- What shoppers change by themselves.

-- One table for the links in mails, whatever they are for.
INSERT INTO link (store_id, id, preorder_id, purpose, detail, created_at, expires_at, used_at)
SELECT k.store_id, k.id, k.preorder_id, 'cancel',
       jsonb_build_object('lineIds', (SELECT coalesce(jsonb_agg(l.line_id), '[]') FROM cancel_link_line l
                                      WHERE l.store_id = k.store_id AND l.link_id = k.id)),
       k.created_at, k.expires_at, k.used_at
FROM cancel_link k;
DROP TABLE cancel_link_line;
DROP TABLE cancel_link;

-- A unit given back and another one taken, by the same line item.
ALTER TABLE stock_ledger DROP CONSTRAINT stock_ledger_reason_check;
ALTER TABLE stock_ledger ADD CONSTRAINT stock_ledger_reason_check
  CHECK (reason IN ('allocate', 'hold', 'replace', 'place', 'expire', 'abandon', 'cancel', 'swap'));

-- The rate that a pre-order was sold with. Of older ones it is found in the amounts when a line item is first swapped: what is
-- swapped later, or back, goes by the same.
ALTER TABLE preorder ADD COLUMN tax_millionths integer CHECK (tax_millionths BETWEEN 0 AND 1000000);

-- A line item that became another variant, or is to become it once the difference is paid; its unit is held until then.
CREATE TABLE line_swap (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  line_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'done', 'dropped')),
  waitlist_id uuid NOT NULL,
  from_variant_id uuid NOT NULL,
  from_batch_id uuid NOT NULL,
  to_variant_id uuid NOT NULL,
  to_batch_id uuid NOT NULL,
  to_promise_id uuid NOT NULL,
  from_title text NOT NULL, -- as it was sold, whatever the catalogue calls it later
  to_title text NOT NULL,
  from_price bigint NOT NULL CHECK (from_price >= 0),
  to_price bigint NOT NULL CHECK (to_price >= 0), -- as it was shown
  due_now bigint NOT NULL, -- the difference: taken before, given back where negative
  due_later bigint NOT NULL, -- and what is more, or less, due at the release
  attempt_id uuid, -- what pays it
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz, -- until when a unit waits for the payment
  paid_at timestamptz, -- the difference is authorised, and a job is to do the rest
  ended_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, waitlist_id, to_batch_id, to_variant_id) REFERENCES unit,
  FOREIGN KEY (store_id, to_promise_id) REFERENCES promise,
  FOREIGN KEY (store_id, attempt_id) REFERENCES attempt,
  CHECK ((state = 'waiting') = (ended_at IS NULL)),
  CHECK (state <> 'waiting' OR (due_now > 0 AND expires_at IS NOT NULL))
);
CREATE UNIQUE INDEX line_swap_waiting_once ON line_swap (store_id, line_id) WHERE state = 'waiting';
CREATE UNIQUE INDEX line_swap_by_attempt ON line_swap (store_id, attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX line_swap_by_preorder ON line_swap (store_id, preorder_id, created_at);
CREATE INDEX line_swap_due ON line_swap (expires_at) WHERE state = 'waiting';

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
