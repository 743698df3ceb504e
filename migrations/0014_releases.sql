-- Deliveries, their release to those who wait, and the orders that the store then fulfils.

-- Whether shoppers are shown their place in the queue.
ALTER TABLE waitlist ADD COLUMN show_position boolean NOT NULL DEFAULT false;

-- Arrivals --------------------------------------------------------------------------------------------------------
-- Counted apart from `unit`: a delivery never edits what may be sold, and handing units out never waits for a sale.
CREATE TABLE arrived_unit (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  batch_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  arrived integer NOT NULL CHECK (arrived BETWEEN 0 AND 10000000),
  released integer NOT NULL DEFAULT 0 CHECK (released >= 0), -- line items that have one of them, however far they got
  PRIMARY KEY (store_id, batch_id, variant_id),
  FOREIGN KEY (store_id, waitlist_id, batch_id, variant_id) REFERENCES unit,
  CONSTRAINT never_released_twice CHECK (released <= arrived)
);
-- Why it is so: one row a count, the sum of the deltas is `arrived`.
CREATE TABLE arrival (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  key text, -- the caller's: the same count sent twice is one
  reason text NOT NULL CHECK (reason IN ('counted', 'by_hand')), -- by_hand: a line item was released without a count
  at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, batch_id, key),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch
);
CREATE TABLE arrival_unit (
  store_id uuid NOT NULL,
  arrival_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  counted integer NOT NULL CHECK (counted >= 0), -- how many have arrived of it in all
  delta integer NOT NULL,
  PRIMARY KEY (store_id, arrival_id, variant_id),
  FOREIGN KEY (store_id, arrival_id) REFERENCES arrival
);
CREATE TRIGGER arrival_append_only BEFORE UPDATE OR DELETE ON arrival FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER arrival_unit_append_only BEFORE UPDATE OR DELETE ON arrival_unit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What went out by hand until now was there.
INSERT INTO arrived_unit (store_id, waitlist_id, batch_id, variant_id, arrived, released)
SELECT store_id, waitlist_id, batch_id, variant_id, count(*), count(*) FROM preorder_line
WHERE state IN ('released', 'fulfilled', 'returned') OR due_from = 'released'
GROUP BY store_id, waitlist_id, batch_id, variant_id;
INSERT INTO arrival (store_id, id, batch_id, reason)
SELECT store_id, gen_random_uuid(), batch_id, 'by_hand' FROM (SELECT DISTINCT store_id, batch_id FROM arrived_unit) b;
INSERT INTO arrival_unit (store_id, arrival_id, variant_id, counted, delta)
SELECT u.store_id, a.id, u.variant_id, u.arrived, u.arrived
FROM arrived_unit u JOIN arrival a ON a.store_id = u.store_id AND a.batch_id = u.batch_id;

-- Releases --------------------------------------------------------------------------------------------------------
-- One handing-out of what has arrived of a batch, the oldest line item first.
CREATE TABLE release (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  batch_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz,
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch,
  CHECK ((state = 'running') = (ended_at IS NULL))
);
CREATE INDEX release_running ON release (created_at) WHERE state = 'running';
CREATE INDEX release_by_batch ON release (store_id, batch_id, created_at);
-- What it may hand out, and what of that is with line items.
CREATE TABLE release_unit (
  store_id uuid NOT NULL,
  release_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  units integer NOT NULL CHECK (units > 0),
  released integer NOT NULL DEFAULT 0 CHECK (released BETWEEN 0 AND units),
  PRIMARY KEY (store_id, release_id, variant_id),
  FOREIGN KEY (store_id, release_id) REFERENCES release
);
-- A line item is released once.
CREATE TABLE release_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  release_id uuid NOT NULL,
  variant_id uuid NOT NULL,
  released_at timestamptz NOT NULL DEFAULT app_now(),
  settled boolean NOT NULL DEFAULT false, -- its money came to an end, good or bad: the release may go on
  given_back_at timestamptz, -- it was cancelled, and its unit is for the next in line
  PRIMARY KEY (store_id, line_id),
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, release_id, variant_id) REFERENCES release_unit
);
CREATE INDEX release_line_by_release ON release_line (store_id, release_id);
CREATE INDEX release_line_unsettled ON release_line (store_id, release_id) WHERE NOT settled;

-- Store orders ----------------------------------------------------------------------------------------------------
-- What the store's own system is given to fulfil: line items of one pre-order that are released and paid.
CREATE TABLE store_order (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0), -- of its pre-order: the rest of it may follow later
  state text NOT NULL CHECK (state IN ('waiting', 'sent', 'refused')),
  handed_hash text, -- of what the store's system was last given: what differs from it is handed over again
  external_ref text, -- what the store's system calls it
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  failure text,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  sent_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, number),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK (state <> 'sent' OR (external_ref IS NOT NULL AND sent_at IS NOT NULL))
);
CREATE INDEX store_order_by_age ON store_order (store_id, created_at DESC, id);
CREATE TABLE store_order_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  order_id uuid NOT NULL,
  PRIMARY KEY (store_id, line_id), -- a line item is ordered once
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, order_id) REFERENCES store_order
);
CREATE INDEX store_order_line_by_order ON store_order_line (store_id, order_id);
