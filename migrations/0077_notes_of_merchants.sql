-- What a merchant notes about a pre-order, for colleagues. The shopper never sees it; it is erased with the shopper.
CREATE TABLE preorder_note (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  words text NOT NULL,
  by_name text NOT NULL, -- of the token, the staff member or the user of the command line
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX preorder_note_by_preorder ON preorder_note (store_id, preorder_id, created_at);
