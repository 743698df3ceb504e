-- Who made a product, who answers for it in the EU, and what it warns of. What a person typed stands beside what the catalogue says.
CREATE TABLE product_safety (
  store_id uuid NOT NULL,
  product_id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('hand', 'catalogue')),
  maker jsonb, -- name, address, contact
  responsible jsonb, -- the same of the person in the EU; null where the maker is there
  warnings jsonb NOT NULL DEFAULT '{}', -- texts by language
  PRIMARY KEY (store_id, product_id, source),
  FOREIGN KEY (store_id, product_id) REFERENCES product
);
