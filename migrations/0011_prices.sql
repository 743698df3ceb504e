-- What a pre-order costs: tax by region, and codes that make it cheaper.

-- Millionths, because provinces and states have rates of three decimals: Québec's 14.975 % is 149,750.
ALTER TABLE store_tax_rate RENAME COLUMN basis_points TO millionths;
ALTER TABLE store_tax_rate DROP CONSTRAINT store_tax_rate_basis_points_check;
UPDATE store_tax_rate SET millionths = millionths * 100;
ALTER TABLE store_tax_rate
  ADD CONSTRAINT store_tax_rate_millionths_check CHECK (millionths BETWEEN 0 AND 1000000),
  ADD COLUMN region text NOT NULL DEFAULT '', -- as addresses of the country name it; empty: the rest of the country
  DROP CONSTRAINT store_tax_rate_pkey,
  ADD PRIMARY KEY (store_id, country, region);

CREATE TABLE discount (
  store_id uuid NOT NULL REFERENCES store,
  id uuid NOT NULL,
  code text NOT NULL, -- folded: upper case, without spaces
  kind text NOT NULL CHECK (kind IN ('percent', 'amount')),
  value bigint NOT NULL CHECK (value > 0 AND (kind <> 'percent' OR value <= 10000)), -- basis points, or off the whole
  minimum bigint NOT NULL DEFAULT 0 CHECK (minimum >= 0), -- of the goods, before it is taken off
  starts_at timestamptz,
  ends_at timestamptz,
  uses_max integer CHECK (uses_max > 0),
  product_id uuid, -- null: every product
  waitlist_id uuid, -- null: every waitlist
  created_at timestamptz NOT NULL DEFAULT app_now(),
  ended_at timestamptz, -- the merchant ended it
  PRIMARY KEY (store_id, id),
  UNIQUE (store_id, code),
  FOREIGN KEY (store_id, product_id) REFERENCES product,
  FOREIGN KEY (store_id, waitlist_id) REFERENCES waitlist,
  CHECK (ends_at > starts_at)
);
-- Who has a code: a pre-order for good, a checkout for as long as its units are held. Counting these rows behind the
-- store's lock is what keeps a limit.
CREATE TABLE discount_use (
  store_id uuid NOT NULL,
  checkout_id uuid NOT NULL,
  discount_id uuid NOT NULL,
  PRIMARY KEY (store_id, checkout_id), -- one code a pre-order
  FOREIGN KEY (store_id, checkout_id) REFERENCES checkout,
  FOREIGN KEY (store_id, discount_id) REFERENCES discount
);
CREATE INDEX discount_use_by_discount ON discount_use (store_id, discount_id);

-- What the shopper was told when the units were held; the pre-order has had its own copy.
ALTER TABLE checkout ADD COLUMN deposit_refundable boolean NOT NULL DEFAULT true;
