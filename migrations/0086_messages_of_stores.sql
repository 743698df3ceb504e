-- What a merchant wrote to a shopper about a pre-order. It is mailed, stands on the status page, and is erased with the shopper.
CREATE TABLE store_message (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  preorder_id uuid NOT NULL,
  words text NOT NULL,
  by_name text NOT NULL, -- of the token, the staff member or the user of the command line; shoppers never see it
  created_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  FOREIGN KEY (store_id, preorder_id) REFERENCES preorder
);
CREATE INDEX store_message_by_preorder ON store_message (store_id, preorder_id, created_at);
CREATE TRIGGER stands_with_words_of_the_store AFTER INSERT ON store_message
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
CREATE TRIGGER stands_with_words_of_the_shopper AFTER INSERT ON shopper_message
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION stand_preorders_of_rows();
