-- Products and variants. id is ours; external_id is the platform's and is what the contract calls an id.

CREATE TABLE product (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  external_id text NOT NULL,
  handle text NOT NULL,
  title text NOT NULL,
  description_html text NOT NULL DEFAULT '',
  vendor text NOT NULL DEFAULT '',
  image_url text,
  option_names text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  -- Products and their waitlists are found by the words that pre-orders are found by. A worker writes them; null: not written yet.
  words text COLLATE "C",
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, external_id),
  UNIQUE (store_id, handle)
);
CREATE INDEX product_without_words ON product (store_id, id) WHERE words IS NULL;

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

CREATE TABLE variant (
  store_id uuid NOT NULL,
  id uuid NOT NULL,
  product_id uuid NOT NULL,
  external_id text NOT NULL,
  sku text NOT NULL DEFAULT '', -- SKUs need not be unique and are never a key
  title text NOT NULL,
  option_values text[] NOT NULL DEFAULT '{}',
  position integer NOT NULL,
  price bigint CHECK (price >= 0), -- null: the platform gave none; a waitlist then needs one
  compare_at_price bigint CHECK (compare_at_price >= 0),
  image_url text,
  in_stock integer NOT NULL DEFAULT 0, -- what the platform says it has on the shelf; may be negative there
  oversell_enabled boolean NOT NULL DEFAULT false,
  gone_at timestamptz, -- no longer in the catalogue; never deleted, pre-orders point here
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, external_id),
  FOREIGN KEY (store_id, product_id) REFERENCES product
);
CREATE INDEX variant_by_product ON variant (store_id, product_id, position);
CREATE INDEX variant_by_sku ON variant (store_id, sku) WHERE sku <> '';

CREATE TABLE variant_earlier_id (
  store_id uuid NOT NULL,
  external_id text NOT NULL,
  variant_id uuid NOT NULL,
  replaced_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, external_id),
  FOREIGN KEY (store_id, variant_id) REFERENCES variant
);
CREATE INDEX variant_earlier_id_by_variant ON variant_earlier_id (store_id, variant_id);

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

CREATE TABLE guarantee_label (
  store_id uuid NOT NULL,
  product_id uuid NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (store_id, product_id),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  FOREIGN KEY (store_id, hash) REFERENCES store_asset
);
