-- Official files that a store shows before the contract: the notice of the legal guarantee (Directive 2011/83/EU, article 22a), one for each
-- language and, where a country has its own, for that country; and the label of a producer's guarantee of durability, one for a product.
CREATE TABLE guarantee_notice (
  store_id uuid NOT NULL REFERENCES store,
  language text NOT NULL CHECK (language ~ '^[a-z]{2}$'),
  country text NOT NULL DEFAULT '' CHECK (country ~ '^([A-Z]{2})?$'), -- empty: every country
  hash text NOT NULL,
  PRIMARY KEY (store_id, language, country),
  FOREIGN KEY (store_id, hash) REFERENCES store_asset
);

CREATE TABLE guarantee_label (
  store_id uuid NOT NULL,
  product_id uuid NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, product_id),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  FOREIGN KEY (store_id, hash) REFERENCES store_asset
);
