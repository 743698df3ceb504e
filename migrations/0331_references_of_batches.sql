-- What the merchant calls a delivery, such as the number of a purchase order: a file names it by that.

CREATE TABLE batch_reference (
  store_id uuid NOT NULL,
  waitlist_id uuid NOT NULL,
  reference text NOT NULL,
  batch_id uuid NOT NULL,
  PRIMARY KEY (store_id, waitlist_id, reference),
  FOREIGN KEY (store_id, batch_id) REFERENCES batch ON DELETE CASCADE
);
CREATE INDEX batch_reference_by_batch ON batch_reference (store_id, batch_id);
