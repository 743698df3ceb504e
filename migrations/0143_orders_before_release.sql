-- When a pre-order's order is created on the platform: at its release as before, or earlier, where it waits unpaid or held.
ALTER TABLE connection
  ADD COLUMN orders_at text NOT NULL DEFAULT 'release' CHECK (orders_at IN ('placing', 'payment', 'release')),
  ADD COLUMN orders_since timestamptz NOT NULL DEFAULT '-infinity'; -- of pre-orders placed from then on; others wait for their release

-- Orders of before were made when they were paid.
ALTER TABLE store_order
  ADD COLUMN early boolean NOT NULL DEFAULT false, -- made before all of its line items were released
  ADD COLUMN paid_at timestamptz DEFAULT '-infinity'; -- null: not paid in full yet
ALTER TABLE store_order ALTER COLUMN paid_at DROP DEFAULT;

-- What was ordered of a line item that may still be swapped; null where it no longer could.
ALTER TABLE store_order_line ADD COLUMN variant_id uuid, ADD COLUMN total bigint;

-- A line item that was swapped after it was ordered: its order lost it, and another one has it as it is now.
CREATE TABLE store_order_gone (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  line_id uuid NOT NULL,
  paid bigint NOT NULL CHECK (paid >= 0), -- what the platform counts as paid for it, and the other order takes along
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, order_id) REFERENCES store_order,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);
CREATE INDEX store_order_gone_by_order ON store_order_gone (store_id, order_id);
CREATE INDEX store_order_gone_by_line ON store_order_gone (store_id, line_id);
