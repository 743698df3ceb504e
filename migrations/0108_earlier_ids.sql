-- Ids that a product or a variant had before: made here while the platform's were unknown, or replaced since. A page that still
-- uses one finds the same product. No row here has an id that a product or variant of the store has now: whoever gives an id
-- removes such a row.
CREATE TABLE product_earlier_id (
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  product_id uuid NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, external_id),
  FOREIGN KEY (store_id, product_id) REFERENCES product
);
CREATE INDEX product_earlier_id_by_product ON product_earlier_id (store_id, product_id);

CREATE TABLE variant_earlier_id (
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  variant_id uuid NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, external_id),
  FOREIGN KEY (store_id, variant_id) REFERENCES variant
);
CREATE INDEX variant_earlier_id_by_variant ON variant_earlier_id (store_id, variant_id);
