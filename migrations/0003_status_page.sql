-- The status page: a customer's own pre-orders, when a line moved on, and links that confirm a cancellation by mail.

-- Found by who placed it, newest first.
CREATE INDEX preorder_by_customer ON preorder (store_id, customer_key, placed_at DESC, id);

-- When a line item got there; what a shopper is told beside its state. A date without having been there is a fault.
ALTER TABLE preorder_line
  ADD COLUMN released_at timestamptz,
  ADD COLUMN fulfilled_at timestamptz CHECK (fulfilled_at IS NULL OR state IN ('fulfilled', 'returned')),
  ADD COLUMN returned_at timestamptz CHECK (returned_at IS NULL OR state = 'returned');

-- A link to cancel named line items, sent to the pre-order's own address. Its secret is derived from the id, not kept.
CREATE TABLE cancel_link (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (id), -- a link names no store
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder,
  CHECK (expires_at > created_at)
);
CREATE INDEX cancel_link_by_preorder ON cancel_link (store_id, preorder_id, created_at);
CREATE TABLE cancel_link_line (
  store_id uuid NOT NULL,
  link_id uuid NOT NULL,
  line_id uuid NOT NULL,
  PRIMARY KEY (store_id, link_id, line_id),
  FOREIGN KEY (store_id, link_id) REFERENCES cancel_link,
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line
);

ALTER TABLE mail DROP CONSTRAINT mail_kind_check;
ALTER TABLE mail ADD CONSTRAINT mail_kind_check
  CHECK (kind IN ('preorder_placed', 'preorder_cancelled', 'preorder_cancel_link'));
