-- Which order of a platform is which store order, and who hands it over at the moment.
CREATE TABLE connection_order (
  store_id uuid NOT NULL,
  order_id uuid NOT NULL,
  ref text, -- the platform's id of the order; null until it has answered
  claimed_until timestamptz, -- one process at a time hands it over
  PRIMARY KEY (store_id, order_id),
  FOREIGN KEY (store_id, order_id) REFERENCES store_order
);
CREATE UNIQUE INDEX connection_order_by_ref ON connection_order (store_id, ref);
