-- Where a store's placements were asked for, so that the merchant sees that the code is in place, and what is wrong with it. It names pages'
-- origins and products, and nobody who looked at them. Bounded by src/core/measures/sightings.ts.
CREATE TABLE sighting (
  store_id uuid NOT NULL REFERENCES store,
  origin text NOT NULL CHECK (length(origin) <= 300),
  kind text NOT NULL CHECK (kind IN ('page', 'product', 'script', 'unknown_key', 'test_key', 'live_key')),
  product text NOT NULL CHECK (length(product) <= 120), -- as the page named it: id:1001; '' unless kind is product
  first_seen_at timestamptz NOT NULL DEFAULT app_now(),
  last_seen_at timestamptz NOT NULL DEFAULT app_now(),
  PRIMARY KEY (store_id, origin, kind, product)
);
