-- What left the store for a shopper: which line items, with which carrier, and when it was with the shopper.

CREATE TABLE fulfilment (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  number integer NOT NULL CHECK (number > 0), -- of its pre-order, which may leave in several parcels
  key text, -- the caller's: the same command sent twice is one
  carrier text NOT NULL DEFAULT '',
  tracking_number text NOT NULL DEFAULT '',
  tracking_link text NOT NULL DEFAULT '' CHECK (tracking_link = '' OR tracking_link LIKE 'https://%'), -- the merchant's own
  sent_at timestamptz NOT NULL DEFAULT app_now(),
  delivered_at timestamptz,
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, preorder_id, number),
  UNIQUE (store_id, preorder_id, key),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE TABLE fulfilment_line (
  store_id uuid NOT NULL,
  line_id uuid NOT NULL,
  fulfilment_id uuid NOT NULL,
  PRIMARY KEY (store_id, line_id), -- a line item leaves once
  FOREIGN KEY (store_id, line_id) REFERENCES preorder_line,
  FOREIGN KEY (store_id, fulfilment_id) REFERENCES fulfilment
);
CREATE INDEX fulfilment_line_by_fulfilment ON fulfilment_line (store_id, fulfilment_id);
