-- Lists of pre-orders that the people of a store have given a name. They hold filters, and no words of a search: those name shoppers.

CREATE TABLE preorder_view (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 60),
  filters jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id)
);
CREATE UNIQUE INDEX preorder_view_by_name ON preorder_view (store_id, lower(name));
